#include <orrery/core/registry/registry.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/presentation.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid {
namespace {

constexpr scalar time_step = scalar(0.1);
constexpr scalar blending_tolerance = scalar(1e-5);

// A body that moves by 1 m and turns by half a radian in a step.
class presentation_of_a_body : public testing::Test {
protected:
    presentation_of_a_body() {
        which = state.create();
        state.emplace<body>(which);
        state.emplace<position>(which, vector3{1, 0, 0});
        state.emplace<orientation>(which);
        state.emplace<linear_velocity>(which, vector3{10, 0, 0});
        state.emplace<angular_velocity>(which, vector3{0, 5, 0});
        before = state.snapshot();
        state.get<position>(which).value = {2, 0, 0};
        state.get<orientation>(which).value = turned(scalar(0.5));
    }

    static quaternion turned(scalar angle) { return quaternion::from_axis_angle({0, 1, 0}, angle); }

    void expect_at(presentation how, double age, scalar x, scalar angle) const {
        const auto shown = presented_frame(before, state, how, time_step, age).placement_of(which);
        ASSERT_TRUE(shown);
        EXPECT_NEAR(shown->position.x, x, blending_tolerance);
        EXPECT_NEAR(dot(shown->rotation, turned(angle)), 1, blending_tolerance);
    }

    orrery::registry state;
    snapshot before;
    entity which;
};

TEST_F(presentation_of_a_body, lies_between_the_frames_when_interpolated) {
    expect_at(presentation::interpolated, 0, 1, 0);
    expect_at(presentation::interpolated, 0.025, scalar(1.25), scalar(0.125));
    expect_at(presentation::interpolated, 0.05, scalar(1.5), scalar(0.25));
    expect_at(presentation::interpolated, 0.1, 2, scalar(0.5));
}

TEST_F(presentation_of_a_body, lies_ahead_of_the_newest_frame_when_extrapolated) {
    expect_at(presentation::extrapolated, 0, 2, scalar(0.5));
    expect_at(presentation::extrapolated, 0.05, scalar(2.5), scalar(0.75));
}

TEST_F(presentation_of_a_body, goes_no_farther_than_a_step_from_the_frames) {
    expect_at(presentation::interpolated, -7, 1, 0);
    expect_at(presentation::interpolated, 7, 2, scalar(0.5));
    expect_at(presentation::extrapolated, 7, 3, 1);
}

TEST_F(presentation_of_a_body, is_exact_for_what_does_not_move) {
    const snapshot now = state.snapshot();
    const quaternion turn = state.get<const orientation>(which).value;
    const auto shown = presented_frame(now, now, presentation::interpolated, time_step, 0.03);
    EXPECT_EQ(shown.placement_of(which), (transform3{{2, 0, 0}, turn}));
}

TEST_F(presentation_of_a_body, begins_where_the_body_appears_and_ends_with_it) {
    const entity late = state.create();
    state.emplace<position>(late, vector3{5, 5, 5});
    state.emplace<orientation>(late);
    const presented_frame shown(before, state, presentation::interpolated, time_step, 0.03);
    EXPECT_EQ(shown.placement_of(late), (transform3{{5, 5, 5}, {}}));
    EXPECT_EQ(shown.placement_of(entity{}), std::nullopt);
    state.destroy(which);
    EXPECT_EQ(shown.placement_of(which), std::nullopt);
}

TEST(presentation, takes_the_short_way_round) {
    const quaternion turn = quaternion::from_axis_angle({0, 0, 1}, scalar(0.2));
    const transform3 shown = interpolate({{}, turn}, {{}, turn * scalar(-1)}, scalar(0.5));
    EXPECT_NEAR(abs(dot(shown.rotation, turn)), 1, blending_tolerance);
}

} // namespace
} // namespace orrery::rigid
