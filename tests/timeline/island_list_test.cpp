#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/island_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using toy_copy = time::simulation_adapter<toy_world>;

// Those that act on nobody come along with every island.
[[nodiscard]] std::vector<entity_key> with_fixed_bodies(const std::vector<entity_key>& keys,
                                                        const toy_state& state) {
    std::vector<entity_key> all = keys;
    for (const toy_body& each : state.bodies) {
        if (each.form->is_fixed) {
            all.push_back(each.key);
        }
    }
    std::ranges::sort(all); // total order: keys differ
    return all;
}

// The law of locality, for the islands that are listed.
TEST(island_list, islands_go_through_a_step_alone_as_in_the_whole) {
    std::size_t shared_islands = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        xoshiro256 dice(seed);
        toy_copy whole(random_scene(dice, false));
        toy_copy alone(toy_world{});
        time::detail::recorded_frame record;
        whole.record(record_extent::full, record);
        for (int frame = 0; frame < 40; ++frame) {
            const auto before = whole.snapshot();
            whole.step({});
            whole.record(record_extent::full, record);
            const auto after = whole.snapshot();
            if (!record.departed.empty()) {
                continue; // what was tied to those who broke is no longer
            }
            for (const time::island& each : time::list_islands(record, whole.model()->format())) {
                ASSERT_TRUE(std::ranges::is_sorted(each.keys));
                shared_islands += each.keys.size() > 1 ? 1 : 0;
                const auto keys = with_fixed_bodies(each.keys, toy_copy::state_of(before).state());
                alone.restore(whole.extract_part(before, keys));
                alone.step({});
                ASSERT_EQ(alone.hash(), whole.hash_of(whole.extract_part(after, keys)))
                    << "seed " << seed << ", frame " << frame;
            }
        }
    }
    EXPECT_GT(shared_islands, 100U);
}

TEST(island_list, has_everyone_once_but_for_those_that_take_no_notice) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 0, 0});
    world.add(entity_key{2}, {500, 0, 0, 0});
    world.add(entity_key{3}, {4, 0, 0, 0});
    world.add(entity_key{4}, {900, 0, 0, 0});
    world.add(entity_key{5}, {2, 0, 0, 0}, {.is_fixed = true});
    world.tie(entity_key{2}, entity_key{4});
    toy_copy copy(std::move(world));
    time::detail::recorded_frame record;
    copy.record(record_extent::full, record);
    const auto islands = time::list_islands(record, copy.model()->format());
    ASSERT_EQ(islands.size(), 2U);
    EXPECT_EQ(islands[0].keys, (std::vector{entity_key{1}, entity_key{3}}));
    EXPECT_EQ(islands[1].keys, (std::vector{entity_key{2}, entity_key{4}}));
    EXPECT_GT(islands[1].around.max[0], 899);
    EXPECT_LT(islands[1].around.min[0], 501);
}

} // namespace
} // namespace orrery::test
