#include "tests/hex/any_object.hpp"

#include <orrery/hex/motion_model.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace orrery::hex {
namespace {

std::shared_ptr<const rules> windy_rules() {
    auto made = std::make_shared<rules>();
    made->environment.border = {{{-100000, -100000}, {100000, 100000}}, 3, 40};
    made->environment.regions.push_back(
        {.area = {{-50000, -50000}, {50000, 50000}}, .friction = 5, .acceleration = {-7, 9}});
    return made;
}

object near_object(xoshiro256& random) {
    object made = testing::any_object(random);
    made.place.position = {static_cast<std::int32_t>(uniform_int(random, -200000, 200000)),
                           static_cast<std::int32_t>(uniform_int(random, -200000, 200000))};
    return made;
}

TEST(hex_motion_model, flies_as_a_world_moves_what_nothing_happens_to) {
    const auto by = windy_rules();
    const motion_model model(by);
    xoshiro256 random(1);
    for (int i = 0; i < 300; ++i) {
        object now = near_object(random);
        std::uint64_t frame = random();
        recorded_motion flown = to_recorded(now, frame, false);
        for (int tick = 0; tick < 50; ++tick) {
            now = advanced(now, frame);
            ++frame;
            act(by->environment, frame, now.place, now.motion);
            flown = model.fly(model.prepare({}, entity_key::none), flown, model.field({}));
            ASSERT_EQ(flown, to_recorded(now, frame, false));
        }
    }
}

TEST(hex_motion_model, follows_velocities_to_where_a_tick_took_them) {
    const motion_model model(std::make_shared<rules>());
    xoshiro256 random(2);
    for (int i = 0; i < 5000; ++i) {
        const object before = testing::any_object(random);
        const std::uint64_t frame = random();
        const recorded_motion wanted = to_recorded(advanced(before, frame), frame + 1, false);
        recorded_motion now = wanted;
        now.position = {};
        now.angle = 0;
        now.frame = 0;
        model.follow(to_recorded(before, frame, false), now);
        ASSERT_EQ(now, wanted);
    }
}

TEST(hex_motion_model, rates_are_what_a_pose_changes_by_in_a_frame) {
    const motion_model model(std::make_shared<rules>());
    recorded_motion now;
    now.angle = 32767; // the next step wraps round, which is no rate
    now.frame = 7;
    now.a.velocity = 4000;
    now.b.velocity = -8;
    now.turn.velocity = 40;
    EXPECT_EQ(model.pose_rates(now), (std::array<std::int32_t, 4>{1000, -2, 10, 1}));
}

TEST(hex_motion_model, objects_survive_being_recorded) {
    xoshiro256 random(4);
    for (int i = 0; i < 5000; ++i) {
        object what = testing::any_object(random);
        const object_form form{.type = what.place.type,
                               .group = what.place.group,
                               .radius = what.place.radius,
                               .mark = what.place.mark};
        what.motion.set_id(0);
        ASSERT_EQ(from_recorded(to_recorded(what, 9, false), form, false), what);
        what.place.extended = 0;
        ASSERT_EQ(from_recorded(to_recorded(what, 9, true), form, true), what);
    }
}

TEST(hex_motion_model, a_composite_does_not_record_where_its_record_is) {
    object what;
    what.place.extended = 4711;
    EXPECT_EQ(to_recorded(what, 0, true).left, 0);
    EXPECT_EQ(to_recorded(what, 0, false).left, 4711);
}

TEST(hex_motion_model, positions_are_those_of_the_screen) {
    recorded_motion at;
    at.position = from_screen({1234, -987});
    EXPECT_EQ(position_of(at), (vector2{1234, -987}));
}

} // namespace
} // namespace orrery::hex
