#include "tests/core/property.hpp"

#include <orrery/core/registry/key_index.hpp>

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace orrery {
namespace {

TEST(key_index, never_finds_the_key_that_means_none) {
    page_pool pool;
    key_index index(pool);
    EXPECT_EQ(index.find(entity_key::none), key_index::not_found);
    index.insert(entity_key{5}, 0);
    EXPECT_EQ(index.find(entity_key::none), key_index::not_found);
}

// Few distinct keys, so that insertions and erasures meet in the same runs of cells.
TEST(key_index, behaves_like_a_map) {
    EXPECT_TRUE(property::holds([] {
        page_pool pool;
        key_index ours(pool);
        std::map<entity_key, std::uint32_t> map;
        const auto keys = property::list_in_range<std::uint16_t>(1, 900);
        std::uint32_t value = 0;
        for (const std::uint16_t number : keys) {
            const auto key = static_cast<entity_key>(number);
            if (map.erase(key) != 0) {
                ours.erase(key);
            } else {
                map[key] = value;
                ours.insert(key, value++);
            }
        }
        PROPERTY_ASSERT(ours.size() == map.size());
        for (std::uint16_t number = 1; number < 900; ++number) {
            const auto found = map.find(static_cast<entity_key>(number));
            PROPERTY_ASSERT(ours.find(static_cast<entity_key>(number)) ==
                            (found != map.end() ? found->second : key_index::not_found));
        }
    }));
}

TEST(key_index, keeps_everything_while_it_grows_and_shrinks) {
    page_pool pool;
    key_index index(pool);
    for (std::uint32_t number = 1; number <= 20000; ++number) {
        index.insert(static_cast<entity_key>(number * 7919ULL), number);
    }
    const key_index before = index;
    for (std::uint32_t number = 1; number <= 20000; number += 2) {
        index.erase(static_cast<entity_key>(number * 7919ULL));
    }
    for (std::uint32_t number = 1; number <= 20000; ++number) {
        const auto key = static_cast<entity_key>(number * 7919ULL);
        ASSERT_EQ(before.find(key), number);
        ASSERT_EQ(index.find(key), number % 2 == 1 ? key_index::not_found : number);
    }
}

} // namespace
} // namespace orrery
