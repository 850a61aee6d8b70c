// Quantities that are counted from events.
#include "apps/world/circles/circles_traits.hpp"
#include "apps/world/event_series.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace orrery::apps {
namespace {

using circles::event;
using circles::event_kind;
using counts = std::vector<std::int64_t>;
using values = std::vector<double>;

// 1 and 2 touch in frames 5 to 7, 2 lies on a wall from frame 6 on, and 3 hits 1 in frames 2 and 3.
[[nodiscard]] time::event_history<event> small_history() {
    time::event_history<event> made;
    const auto add = [&](std::uint64_t frame, const event& what) {
        made.append(frame, std::span(&what, 1), &circles::world::span_of);
    };
    add(2, {.kind = event_kind::impact, .key_a = entity_key{1}, .key_b = entity_key{3}, .impulse = 2});
    add(3, {.kind = event_kind::impact, .key_a = entity_key{1}, .key_b = entity_key{3}, .impulse = 5});
    add(5, {.kind = event_kind::began, .key_a = entity_key{1}, .key_b = entity_key{2}});
    add(6, {.kind = event_kind::began, .wall = 4, .key_a = entity_key{2}});
    add(8, {.kind = event_kind::ended, .key_a = entity_key{1}, .key_b = entity_key{2}});
    return made;
}

[[nodiscard]] counts counted(const series_points& points, std::optional<entity_key> of = {}) {
    return contact_counts<circles::world>(small_history(), points, of);
}

TEST(event_series, contacts_count_in_the_frames_in_which_they_are_there) {
    EXPECT_EQ(counted({.first = 3, .count = 7}), (counts{0, 0, 1, 2, 2, 1, 1}));
    EXPECT_EQ(counted({.first = 6, .count = 4}), (counts{2, 2, 1, 1})) << "also those that began before";
}

TEST(event_series, contacts_of_one_entity_are_those_that_it_is_in) {
    EXPECT_EQ(counted({.first = 3, .count = 7}, entity_key{1}), (counts{0, 0, 1, 1, 1, 0, 0}));
    EXPECT_EQ(counted({.first = 3, .count = 7}, entity_key{3}), counts(7));
}

TEST(event_series, points_that_are_farther_apart_see_the_contacts_of_their_own_frames) {
    EXPECT_EQ(counted({.first = 0, .step = 3, .count = 4}), (counts{0, 0, 2, 1}));
    EXPECT_EQ(counted({.first = 0, .step = 10, .count = 2}), (counts{0, 1}));
    EXPECT_TRUE(counted({.first = 5}).empty());
}

TEST(event_series, a_point_has_the_strongest_collision_up_to_the_next_one) {
    engine machine({.thread_count = 1});
    const circles::world rules(machine, std::make_shared<const circles::rules>());
    const auto strongest = [&](const series_points& points, std::optional<entity_key> of = {}) {
        return strongest_impulses<circles::world>(small_history(), rules, points, of);
    };
    EXPECT_EQ(strongest({.first = 1, .count = 4}), (values{0, 2, 5, 0}));
    EXPECT_EQ(strongest({.first = 0, .step = 4, .count = 2}), (values{5, 0})) << "not 7, the sum";
    EXPECT_EQ(strongest({.first = 1, .count = 4}, entity_key{3}), (values{0, 2, 5, 0}));
    EXPECT_EQ(strongest({.first = 1, .count = 4}, entity_key{2}), values(4));
}

} // namespace
} // namespace orrery::apps
