// A world of things that have little to do with each other: piles that come to rest, chains, a stirrer, a
// sensor, and fast bodies that fly among them and hit what is in their way. For tests of what is local.
#pragma once

#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>

#include <cstdint>
#include <vector>

namespace orrery::test {

class scattered_world {
public:
    explicit scattered_world(std::uint64_t seed, int sites = 9)
        : source_(seed) {
        floor_ = ground_.add(named(
            {.kind = rigid::body_kind::fixed, .position = {0, -1, 0}, .shape = rigid::box({100, 1, 100})}));
        for (int site = 0; site < sites; ++site) {
            const vector3 where{scalar(7) * static_cast<scalar>(site % 3), 0,
                                scalar(7) * static_cast<scalar>(site / 3)};
            switch (uniform_below(source_, 4)) {
            case 0:
                add_chain(where);
                break;
            case 1:
                add_stirrer(where);
                break;
            default:
                add_pile(where);
            }
        }
        for (int bullet = 0; bullet < 3; ++bullet) {
            add_bullet();
        }
    }

    [[nodiscard]] rigid::world& world() noexcept { return ground_.world(); }

    [[nodiscard]] playground& ground() noexcept { return ground_; }

    [[nodiscard]] xoshiro256& source() noexcept { return source_; }

    // All bodies there ever were.
    [[nodiscard]] const std::vector<entity_key>& keys() const noexcept { return keys_; }

    [[nodiscard]] entity_key any_key() { return keys_[uniform_below(source_, keys_.size())]; }

    entity add_bullet() {
        const vector3 from = uniform_point(source_, aabb3{{-10, scalar(0.3), -10}, {20, 3, 20}});
        const vector3 to = uniform_point(source_, aabb3{{0, 0, 0}, {14, 1, 14}});
        return ground_.add(named({.position = from,
                                  .linear_velocity = (to - from) * scalar(20),
                                  .angular_velocity = {0, 20, 5},
                                  .shape = uniform_below(source_, 2) == 0
                                               ? rigid::sphere(scalar(0.1))
                                               : rigid::box({scalar(0.3), scalar(0.05), scalar(0.1)})}));
    }

private:
    rigid::body_definition named(rigid::body_definition what) {
        // In no order, as in worlds where things come and go.
        what.key = derive_key(entity_key{7}, keys_.size(), 0);
        keys_.push_back(what.key);
        return what;
    }

    rigid::shape any_shape() {
        const auto size = uniform_real<scalar>(source_, scalar(0.2), scalar(0.5));
        switch (uniform_below(source_, 4)) {
        case 0:
            return rigid::sphere(size);
        case 1:
            return rigid::capsule(size / 2, size);
        case 2:
            return ground_.world()
                .shapes()
                .add_compound(
                    std::vector<rigid::compound::child>{{rigid::box({size, size / 4, size / 4}), {}},
                                                        {rigid::sphere(size / 2), {{size, size / 2, 0}, {}}}})
                .value();
        default:
            return rigid::box({size, size / 2, size});
        }
    }

    void add_pile(vector3 where) {
        const auto count = 2 + uniform_below(source_, 5);
        for (std::uint64_t number = 0; number < count; ++number) {
            const vector3 aside =
                uniform_point(source_, aabb3{vector3::filled(scalar(-0.3)), vector3::filled(scalar(0.3))});
            const bool is_sensor = uniform_below(source_, 10) == 0;
            const rigid::material surface{.restitution = scalar(0.1)};
            ground_.add(
                named({.position = where + aside + vector3{0, scalar(0.5) + static_cast<scalar>(number), 0},
                       .shape = any_shape(),
                       .material = is_sensor ? std::nullopt : std::optional(surface),
                       .reports_contacts = uniform_below(source_, 4) == 0}));
        }
    }

    // Balls on strings, hanging from a fixed post that is farther away than they can reach.
    void add_chain(vector3 where) {
        entity last = ground_.add(named({.kind = rigid::body_kind::fixed,
                                         .position = where + vector3{0, 9, 0},
                                         .shape = rigid::sphere(scalar(0.1))}));
        for (int link = 0; link < 3; ++link) {
            const vector3 below = where + vector3{0, 4 - static_cast<scalar>(link), 0};
            const entity next = ground_.add(named({.position = below, .shape = rigid::sphere(scalar(0.2))}));
            const entity joint = ground_.state().create();
            if (link == 0) {
                ground_.state().emplace<rigid::distance_joint>(
                    joint, rigid::distance_joint{.a = last, .b = next, .shortest = 0, .longest = 5});
            } else {
                ground_.state().emplace<rigid::ball_joint>(joint,
                                                           rigid::ball_joint{.a = last,
                                                                             .b = next,
                                                                             .pivot_a = {0, scalar(-0.5), 0},
                                                                             .pivot_b = {0, scalar(0.5), 0}});
            }
            last = next;
        }
    }

    void add_stirrer(vector3 where) {
        ground_.add(named({.kind = rigid::body_kind::kinematic,
                           .position = where + vector3{0, scalar(0.3), 0},
                           .angular_velocity = {0, 2, 0},
                           .shape = rigid::box({scalar(1.5), scalar(0.1), scalar(0.1)})}));
        add_pile(where);
    }

    playground ground_;
    xoshiro256 source_;
    std::vector<entity_key> keys_;
    entity floor_;
};

} // namespace orrery::test
