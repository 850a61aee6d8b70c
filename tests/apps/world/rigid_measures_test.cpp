// What is measured of bodies, against what the step does to them.
#include "apps/world/rigid/rigid_measures.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/source_field.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace orrery::apps {
namespace {

class rigid_measures : public testing::Test {
protected:
    // As a time database sees the world.
    [[nodiscard]] const frame_record<rigid::world>& record() {
        world_->restore(world_->snapshot());
        world_->record(record_);
        return record_;
    }

    entity_key add(const rigid::body_definition& what) {
        return world_->registry().key_of(make_body(*world_, what).value());
    }

    // Of a body in the record.
    [[nodiscard]] std::size_t place_of(entity_key key) const {
        return static_cast<std::size_t>(std::ranges::find(record_.who->keys, key) -
                                        record_.who->keys.begin());
    }

    [[nodiscard]] double energy_of_all_bodies() {
        const frame_record<rigid::world>& now = record();
        const shared_energy shares(*now.who, now.sources, world_->settings());
        double sum = 0;
        for (std::size_t place = 0; place < now.motions.size(); ++place) {
            sum += kinetic_energy(*now.who->forms[place], now.motions[place]) +
                   shares.potential_of(now.who->keys[place], *now.who->forms[place], now.motions[place]);
        }
        return sum;
    }

    engine machine_{{.thread_count = 1}};
    std::unique_ptr<rigid::world> world_ = std::make_unique<rigid::world>(
        machine_, rigid::world_settings{.gravity = {}, .may_sleep = false, .field_softening = scalar(0.5)});
    frame_record<rigid::world> record_;
};

// Between a fifth and five times the softening length, where other laws differ most from that of the step.
TEST_F(rigid_measures, the_potential_near_an_attractor_is_the_work_of_the_pull_of_the_step) {
    const entity_key sun = add({.kind = rigid::body_kind::fixed, .attractor = scalar(40)});
    const entity_key stone = add({.position = {scalar(0.1), 0, 0},
                                  .shape = rigid::sphere(scalar(0.01)),
                                  .mass = scalar(3),
                                  .feels_fields = true});
    const frame_record<rigid::world>& now = record();
    ASSERT_EQ(now.sources.size(), 1u);
    ASSERT_EQ(now.sources[0].key, sun);
    rigid::source_field field;
    field.assign(now.sources, world_->settings());
    const std::size_t place = place_of(stone);
    const entity_form& what = *now.who->forms[place];
    const auto energy_at = [&](double distance) {
        rigid::motion where = now.motions[place];
        where.position = {static_cast<scalar>(distance), 0, 0};
        return potential_energy(stone, what, where, now.sources, world_->settings());
    };
    double work = 0; // of carrying it away from the attractor
    constexpr int steps = 4000;
    for (const double distance : {0.1, 0.25, 0.5, 1.0, 2.5}) {
        work = 0;
        const double step = (distance - 0.05) / steps;
        for (int number = 0; number < steps; ++number) {
            const double at = 0.05 + (number + 0.5) * step;
            work -= 3 * field.pull({static_cast<scalar>(at), 0, 0}, stone).x * step;
        }
        EXPECT_NEAR(energy_at(distance) - energy_at(0.05), work, 1e-4 * work) << distance;
    }
}

TEST_F(rigid_measures, a_body_that_swings_through_an_attractor_keeps_its_energy) {
    add({.kind = rigid::body_kind::fixed, .attractor = scalar(1)});
    const entity_key stone = add({.position = {1, 0, 0},
                                  .shape = rigid::sphere(scalar(0.01)),
                                  .mass = scalar(2),
                                  .feels_fields = true});
    const double before = energy_of_all_bodies();
    double slowest = 1e9;
    double fastest = 0;
    for (int frame = 0; frame < 400; ++frame) {
        world_->step();
        EXPECT_NEAR(energy_of_all_bodies(), before, -0.02 * before) << frame;
        const double speed = std::abs(record().motions[place_of(stone)].linear_velocity.x);
        slowest = std::min(slowest, speed);
        fastest = std::max(fastest, speed);
    }
    EXPECT_LT(slowest, 0.1);
    EXPECT_GT(fastest, 1.2) << "it has been at the centre, where the potential is 2.2 times as deep";
}

TEST_F(rigid_measures, what_is_between_two_that_pull_each_other_is_there_once) {
    const rigid::body_definition star{
        .shape = rigid::sphere(scalar(0.1)), .mass = scalar(5), .feels_fields = true, .attractor = scalar(7)};
    rigid::body_definition other = star;
    other.position = {scalar(0.5), 0, 0};
    const entity_key one = add(star);
    add(other);
    const frame_record<rigid::world>& now = record();
    const double alone = potential_energy(one, *now.who->forms[place_of(one)], now.motions[place_of(one)],
                                          now.sources, world_->settings());
    EXPECT_NEAR(alone, -5 * 7 / std::sqrt(0.5), 1e-5);
    EXPECT_NEAR(energy_of_all_bodies(), alone, 1e-5);
}

TEST_F(rigid_measures, an_empty_frame_has_no_energy_no_speed_and_no_centre_of_mass) {
    const rigid_view nothing;
    EXPECT_EQ(energy_of_all(nothing, {}, world_->settings()), 0);
    EXPECT_EQ(highest_speed(nothing), 0);
    EXPECT_EQ(height_of_all(nothing), std::nullopt);
    EXPECT_TRUE(sources_of(nothing).empty());
}

} // namespace
} // namespace orrery::apps
