#include "tests/rigid/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

// What happens in a world whose bodies were created in this order.
std::vector<std::pair<event_kind, std::uint64_t>> history(const std::vector<std::uint64_t>& order) {
    small_world in;
    in.add_floor();
    for (const std::uint64_t key : order) {
        in.add({.position = {static_cast<scalar>(3 * key), 1, 0},
                .shape = sphere(scalar(0.5)),
                .key = entity_key{key}});
    }
    std::vector<std::pair<event_kind, std::uint64_t>> found;
    for (int step = 0; step < 120; ++step) {
        in.world.step();
        for (const event& each : in.world.events()) {
            found.emplace_back(each.kind, static_cast<std::uint64_t>(in.world.registry().key_of(each.a)));
        }
    }
    return found;
}

} // namespace

TEST(event, come_in_the_order_of_keys_whatever_the_order_of_creation) {
    const auto forwards = history({1, 2, 3, 4});
    EXPECT_EQ(forwards, history({4, 2, 1, 3}));
    const std::vector<std::pair<event_kind, std::uint64_t>> expected{
        {event_kind::contact_began, 1}, {event_kind::contact_began, 2}, {event_kind::contact_began, 3},
        {event_kind::contact_began, 4}, {event_kind::fell_asleep, 1},   {event_kind::fell_asleep, 2},
        {event_kind::fell_asleep, 3},   {event_kind::fell_asleep, 4}};
    EXPECT_EQ(forwards, expected);
}

TEST(event, a_contact_of_a_moment_begins_and_ends) {
    small_world in;
    in.add_floor();
    in.add({.position = {0, 2, 0},
            .linear_velocity = {0, -20, 0},
            .shape = sphere(scalar(0.5)),
            .material = material{.restitution = 1},
            .key = entity_key{1}});
    std::vector<event_kind> kinds;
    for (int step = 0; step < 20; ++step) {
        in.world.step();
        for (const event& each : in.world.events()) {
            kinds.push_back(each.kind);
            if (each.kind == event_kind::contact_began) {
                EXPECT_GT(each.impulse, 0);
            }
        }
    }
    EXPECT_EQ(kinds, (std::vector<event_kind>{event_kind::contact_began, event_kind::contact_ended}));
}

TEST(event, what_begins_and_ends_is_an_interval_of_one_kind) {
    using pair = std::pair<event_kind, event_kind>;
    for (const auto& [first, last] :
         {pair{event_kind::contact_began, event_kind::contact_ended},
          pair{event_kind::sensor_entered, event_kind::sensor_left},
          pair{event_kind::fell_asleep, event_kind::woke_up}, pair{event_kind::glued, event_kind::unglued}}) {
        const event_span beginning = world::span_of({.kind = first});
        const event_span ending = world::span_of({.kind = last});
        EXPECT_EQ(beginning.role, event_role::begins);
        EXPECT_EQ(ending.role, event_role::ends);
        EXPECT_EQ(beginning.kind, ending.kind);
    }
    EXPECT_EQ(world::span_of({.kind = event_kind::destroyed}).role, event_role::once);
}
