// What the scene promises, and that nothing in it passes through anything unseen.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/space.hpp"

#include <orrery/rigid/motion_model.hpp>
#include <orrery/rigid/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace orrery::scenes {
namespace {

class flight_recorder {
public:
    flight_recorder()
        : world(machine_)
        , bodies(add_to_world(what, world)) {}

    [[nodiscard]] rigid::motion motion_of(std::size_t number) const {
        const registry_state& state = world.registry();
        const entity id = bodies[number];
        return {state.get<rigid::position>(id).value, state.get<rigid::orientation>(id).value,
                state.get<rigid::linear_velocity>(id).value, state.get<rigid::angular_velocity>(id).value};
    }

    // Where each would be in the next frame if it met nothing.
    [[nodiscard]] std::vector<vector3d> foreseen() const {
        const rigid::motion_model model = world.model();
        std::vector<rigid::field_source> sources;
        world.list_sources(sources);
        const rigid::source_field field = model.field(sources);
        std::vector<vector3d> places;
        for (std::size_t number = 0; number < bodies.size(); ++number) {
            const auto flight = model.prepare(world.registry(), bodies[number]);
            places.push_back(vector_cast<double>(model.fly(flight, motion_of(number), field).position));
        }
        return places;
    }

    [[nodiscard]] std::vector<vector3d> places() const {
        std::vector<vector3d> found;
        for (std::size_t number = 0; number < bodies.size(); ++number) {
            found.push_back(vector_cast<double>(motion_of(number).position));
        }
        return found;
    }

    scene what = space();

private:
    engine machine_{{.thread_count = 1}};

public:
    rigid::world world;
    std::vector<entity> bodies;
};

// How near two points come that move on straight lines at constant speeds.
double nearest(vector3d a_from, vector3d a_to, vector3d b_from, vector3d b_to) {
    const vector3d start = b_from - a_from;
    const vector3d way = (b_to - a_to) - start;
    const double squared = dot(way, way);
    const double when = squared > 0 ? std::clamp(-dot(start, way) / squared, 0.0, 1.0) : 0.0;
    return length(start + way * when);
}

using pair = std::pair<std::size_t, std::size_t>;

// Pairs whose ways come nearer to each other than their radii allow, by more than rounding.
std::vector<pair> passes(const scene& what, const std::vector<vector3d>& from,
                         const std::vector<vector3d>& to) {
    constexpr double rounding = 2e-3;
    std::vector<pair> found;
    for (std::size_t a = 0; a < from.size(); ++a) {
        for (std::size_t b = a + 1; b < from.size(); ++b) {
            const double radii = what.bodies[a].size.x + what.bodies[b].size.x;
            if (nearest(from[a], to[a], from[b], to[b]) < radii - rounding) {
                found.emplace_back(a, b);
            }
        }
    }
    return found;
}

TEST(space, has_as_many_of_each_kind_as_it_says) {
    const scene made = space();
    EXPECT_EQ(made.bodies.size(), 300u);
    EXPECT_EQ(std::ranges::count_if(made.bodies, [](const body& each) { return each.attractor > 0; }),
              space_attractors);
    EXPECT_EQ(std::ranges::count_if(made.bodies, [](const body& each) { return each.feels_attractors; }),
              space_attractors + space_rocks + space_ships);
}

TEST(space, no_pass_is_missed) {
    constexpr int frames = 120;
    flight_recorder seen;
    const std::size_t count = seen.bodies.size();
    std::set<pair> touching;
    // Of the frame before, their contacts begin now at the latest: ways that were to cross, unless one of the
    // two met somebody else, and ways that did.
    std::vector<pair> expected;
    std::vector<pair> overdue;
    std::size_t met = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const std::vector<vector3d> before = seen.places();
        const std::vector<pair> ahead = passes(seen.what, before, seen.foreseen());
        seen.world.step();
        std::vector<char> has_met(count, 0); // anything at all: it may be elsewhere than it was to be
        std::set<pair> now = touching;
        for (const rigid::event& each : seen.world.events()) {
            const auto a = static_cast<std::size_t>(each.key_a) - 1;
            const auto b = static_cast<std::size_t>(each.key_b) - 1;
            for (const std::size_t one : {a, b}) {
                if (one < count) {
                    has_met[one] = 1;
                }
            }
            if (each.kind == rigid::event_kind::contact_began) {
                now.emplace(a, b);
                touching.emplace(a, b);
                ++met;
            } else if (each.kind == rigid::event_kind::contact_ended) {
                touching.erase({a, b});
            }
        }
        for (const pair& each : expected) {
            EXPECT_TRUE(now.contains(each) || has_met[each.first] != 0 || has_met[each.second] != 0)
                << each.first << " and " << each.second << " in frame " << frame;
        }
        for (const pair& each : overdue) {
            EXPECT_TRUE(now.contains(each))
                << each.first << " went through " << each.second << " before frame " << frame;
        }
        overdue = passes(seen.what, before, seen.places());
        std::erase_if(overdue, [&](const pair& each) { return now.contains(each); });
        expected.clear();
        for (const pair& each : ahead) {
            if (!now.contains(each) && has_met[each.first] == 0 && has_met[each.second] == 0) {
                expected.push_back(each);
            }
        }
    }
    EXPECT_GT(met, 45u) << "of 50 projectiles all but the last five hit what they are aimed at";
}

TEST(space, planets_stay_on_their_orbits_for_ten_minutes) {
    flight_recorder seen;
    // Alone: whoever else there is pulls nobody, and pushes no planet far.
    for (std::size_t number = space_attractors; number < seen.bodies.size(); ++number) {
        seen.world.registry().destroy(seen.bodies[number]);
    }
    seen.bodies.resize(space_attractors);
    const auto radius = [&](std::size_t planet) {
        return length(seen.motion_of(planet).position - seen.motion_of(0).position);
    };
    std::vector<scalar> began;
    for (std::size_t planet = 0; planet < space_attractors; ++planet) {
        began.push_back(radius(planet));
    }
    for (int frame = 0; frame < 36'000; ++frame) {
        seen.world.step();
        if (frame % 600 == 0) {
            for (std::size_t planet = 1; planet < space_attractors; ++planet) {
                ASSERT_NEAR(radius(planet) / began[planet], 1, 0.02) << planet << " in frame " << frame;
            }
        }
    }
}

} // namespace
} // namespace orrery::scenes
