#include "tests/core/property.hpp"

#include <orrery/core/paged_array.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

using small_array = paged_array<std::uint32_t, 8>;

TEST(paged_array, grows_by_whole_pages_of_the_fill_value) {
    page_pool pool;
    small_array values(pool);
    values.grow(1, 7);
    EXPECT_EQ(values.size(), 8U);
    values.grow(30, 9);
    EXPECT_EQ(values.size(), 32U);
    values.write(17) = 1;
    for (std::size_t index = 0; index < 32; ++index) {
        EXPECT_EQ(values[index], index < 8 ? 7U : index == 17 ? 1U : 9U) << index;
    }
}

TEST(paged_array, copies_are_independent_vectors) {
    EXPECT_TRUE(property::holds([] {
        const auto contents = property::any<std::vector<std::uint32_t>>();
        page_pool pool;
        small_array original(pool);
        for (const std::uint32_t value : contents) {
            original.push_back(value);
        }
        small_array copy = original;
        for (std::size_t index = 0; index < contents.size(); index += 2) {
            copy.write(index) = ~contents[index];
        }
        copy.push_back(1);
        for (std::size_t index = 0; index < contents.size(); ++index) {
            PROPERTY_ASSERT(original[index] == contents[index]);
            PROPERTY_ASSERT(copy[index] == (index % 2 == 0 ? ~contents[index] : contents[index]));
        }
        while (copy.size() > 0) {
            copy.pop_back();
        }
        PROPERTY_ASSERT(original.size() == contents.size());
    }));
}

} // namespace
} // namespace orrery
