#include "tests/core/components.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/registry/component_pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace orrery {
namespace {

place value_at(const component_pool& pool, std::size_t position) {
    place value;
    std::memcpy(&value, pool.read(position), sizeof value);
    return value;
}

void insert(component_pool& pool, std::uint32_t index) {
    const place value{static_cast<float>(index), 0, 0};
    const std::uint32_t position = pool.insert(index);
    std::memcpy(pool.write(position), &value, sizeof value);
}

// Insertions and erasures against a vector that does the same swap with the last.
TEST(component_pool, stays_packed_and_finds_everyone) {
    EXPECT_TRUE(property::holds([] {
        page_pool pages;
        component_pool pool(pages, component_type::of<place>());
        std::vector<std::uint32_t> order;
        const auto touched = property::list_in_range<std::uint32_t>(0, 400);
        for (const std::uint32_t index : touched) {
            const auto found = std::find(order.begin(), order.end(), index);
            if (found == order.end()) {
                insert(pool, index);
                order.push_back(index);
            } else {
                pool.erase(index);
                *found = order.back();
                order.pop_back();
            }
        }
        PROPERTY_ASSERT(pool.size() == order.size());
        for (std::size_t position = 0; position < order.size(); ++position) {
            PROPERTY_ASSERT(pool.entity_at(position) == order[position]);
            PROPERTY_ASSERT(pool.position_of(order[position]) == position);
            PROPERTY_ASSERT(value_at(pool, position).x == static_cast<float>(order[position]));
        }
        for (std::uint32_t index = 0; index < 400; ++index) {
            PROPERTY_ASSERT(pool.contains(index) ==
                            (std::find(order.begin(), order.end(), index) != order.end()));
        }
    }));
}

// The answer of side_by_side against looking at every entity.
TEST(component_pool, knows_which_rows_can_be_walked_side_by_side) {
    EXPECT_TRUE(property::holds([] {
        page_pool pages;
        component_pool lead(pages, component_type::of<asleep>());
        component_pool other(pages, component_type::of<place>());
        const auto lead_start = property::in_range<std::uint32_t>(0, 200);
        const auto lead_count = property::in_range<std::uint32_t>(1, 300);
        for (std::uint32_t index = lead_start; index < lead_start + lead_count; ++index) {
            lead.insert(index);
        }
        for (std::uint32_t index = 0; index < 500; ++index) {
            insert(other, index);
        }
        for (const auto index : property::list_in_range<std::uint32_t>(0, 500)) {
            component_pool& changed = index % 2 == 0 ? lead : other;
            if (changed.contains(index)) {
                changed.erase(index);
            }
        }
        for (std::size_t start = 0; start < lead.size(); ++start) {
            const std::size_t count = std::min(
                component_pool::page_elements - start % component_pool::page_elements, lead.size() - start);
            const auto [position, length] = other.side_by_side(lead, start, count);
            const std::uint32_t expected = other.position_of(lead.entity_at(start));
            if (expected == component_pool::no_position) {
                PROPERTY_ASSERT(length == 0U);
                continue;
            }
            PROPERTY_ASSERT(position == expected);
            PROPERTY_ASSERT(length >= 1U);
            PROPERTY_ASSERT(length <= count);
            for (std::size_t row = 0; row < length; ++row) {
                PROPERTY_ASSERT(other.entity_at(position + row) == lead.entity_at(start + row));
            }
            // As long as it can be: it stops only where the rows, the page or the likeness end.
            if (length < count && (position + length) % component_pool::page_elements != 0 &&
                position + length < other.size()) {
                PROPERTY_ASSERT(other.entity_at(position + length) != lead.entity_at(start + length));
            }
        }
    }));
}

TEST(component_pool, a_copy_does_not_see_later_changes) {
    page_pool pages;
    component_pool pool(pages, component_type::of<place>());
    for (std::uint32_t index = 0; index < 1000; ++index) {
        insert(pool, index);
    }
    const component_pool before = pool;
    for (std::uint32_t index = 0; index < 1000; index += 3) {
        pool.erase(index);
    }
    ASSERT_EQ(before.size(), 1000U);
    for (std::uint32_t index = 0; index < 1000; ++index) {
        EXPECT_EQ(before.position_of(index), index);
        EXPECT_EQ(value_at(before, index).x, static_cast<float>(index));
        EXPECT_EQ(pool.contains(index), index % 3 != 0);
    }
}

TEST(component_pool, only_full_pages_remember_their_hash) {
    page_pool pages;
    component_pool pool(pages, component_type::of<place>());
    for (std::uint32_t index = 0; index < component_pool::page_elements + 1; ++index) {
        insert(pool, index);
    }
    ASSERT_NE(pool.cached_hash(0), nullptr);
    EXPECT_EQ(pool.cached_hash(1), nullptr);
    pool.cached_hash(0)->store(17);
    pool.erase(5); // the last component moves into the first page
    EXPECT_EQ(pool.cached_hash(0)->load(), 0U);
}

} // namespace
} // namespace orrery
