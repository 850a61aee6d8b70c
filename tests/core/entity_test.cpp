#include <orrery/core/entity.hpp>

#include <gtest/gtest.h>

#include <set>

namespace orrery {
namespace {

TEST(entity, is_none_by_default) {
    EXPECT_FALSE(entity{});
    EXPECT_EQ(entity{}, (entity{0, 0}));
    EXPECT_TRUE((entity{0, 1}));
}

TEST(derive_key, names_every_child_differently_and_always_alike) {
    std::set<entity_key> keys;
    for (std::uint64_t creator = 1; creator <= 20; ++creator) {
        for (std::uint64_t frame = 0; frame < 20; ++frame) {
            for (std::uint32_t count = 0; count < 20; ++count) {
                const auto key = derive_key(static_cast<entity_key>(creator), frame, count);
                EXPECT_NE(key, entity_key::none);
                EXPECT_EQ(key, derive_key(static_cast<entity_key>(creator), frame, count));
                keys.insert(key);
            }
        }
    }
    EXPECT_EQ(keys.size(), 8000U);
}

TEST(derive_key, tells_creator_frame_and_count_apart) {
    EXPECT_NE(derive_key(entity_key{1}, 2, 3), derive_key(entity_key{2}, 1, 3));
    EXPECT_NE(derive_key(entity_key{1}, 2, 3), derive_key(entity_key{1}, 3, 2));
}

} // namespace
} // namespace orrery
