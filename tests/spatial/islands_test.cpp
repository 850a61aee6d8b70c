#include "tests/spatial/brute_force.hpp"
#include "tests/spatial/distributions.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/spatial/grid.hpp>
#include <orrery/spatial/islands.hpp>
#include <orrery/spatial/pairs.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace orrery::spatial::test {
namespace {

// Islands by another way: everyone takes the smallest number among its neighbours until nothing changes.
std::vector<std::uint32_t> smallest_reachable(std::size_t count, std::span<const index_pair> pairs) {
    std::vector<std::uint32_t> smallest(count);
    std::iota(smallest.begin(), smallest.end(), 0u);
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto [a, b] : pairs) {
            const std::uint32_t least = std::min(smallest[a], smallest[b]);
            changed = changed || smallest[a] != least || smallest[b] != least;
            smallest[a] = smallest[b] = least;
        }
    }
    return smallest;
}

void expect_islands(const islands& groups, std::size_t count, std::span<const index_pair> pairs) {
    const std::vector<std::uint32_t> smallest = smallest_reachable(count, pairs);
    std::vector<std::vector<std::uint32_t>> expected;
    std::vector<std::uint32_t> island_of(count);
    for (std::uint32_t element = 0; element < count; ++element) {
        if (smallest[element] == element) {
            island_of[element] = static_cast<std::uint32_t>(expected.size());
            expected.emplace_back();
        }
        island_of[element] = island_of[smallest[element]];
        expected[island_of[element]].push_back(element);
    }
    ASSERT_EQ(groups.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(std::vector(groups[i].begin(), groups[i].end()), expected[i]);
    }
    for (std::uint32_t element = 0; element < count; ++element) {
        EXPECT_EQ(groups.island_of(element), island_of[element]);
    }
}

TEST(islands, join_what_touches_in_every_distribution) {
    islands groups;
    grid<aabb2f> cells;
    for (const distribution kind : all_distributions) {
        for (const std::size_t count : {0, 1, 2, 50, 700}) {
            const std::vector<aabb2f> boxes = make_boxes<aabb2f>(kind, count, count);
            cells.build(boxes);
            groups.build(count, pairs(cells));
            expect_islands(groups, count, all_pairs(std::span<const aabb2f>(boxes)));
        }
    }
}

TEST(islands, do_not_depend_on_the_order_of_pairs) {
    const std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 500, 3);
    std::vector<index_pair> touching = all_pairs(std::span<const aabb2f>(boxes));
    xoshiro256 source(8);
    for (int round = 0; round < 10; ++round) {
        shuffle(std::span(touching), source);
        islands groups;
        groups.build(boxes.size(), touching);
        expect_islands(groups, boxes.size(), touching);
    }
}

TEST(islands, of_a_long_chain_are_one) {
    constexpr std::uint32_t length = 100'000;
    std::vector<index_pair> chain;
    for (std::uint32_t link = 1; link < length; ++link) {
        chain.push_back({link - 1, link});
    }
    islands groups;
    groups.build(length, chain);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0].size(), length);
}

TEST(islands, refuse_a_pair_that_names_nothing) {
    islands groups;
    const std::vector<index_pair> pair{{0, 3}};
    EXPECT_DEATH(groups.build(3, pair), "a pair names an element that does not exist");
}

} // namespace
} // namespace orrery::spatial::test
