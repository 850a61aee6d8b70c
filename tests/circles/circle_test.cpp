#include <orrery/circles/circle.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace orrery;
using namespace orrery::circles;

static_assert(component<motion> && component<form>, "every byte belongs to a field");

namespace {

template <typename T>
std::string problem(const T& what) {
    const status answer = check(what);
    return answer.is_ok() ? std::string() : answer.reason().message;
}

} // namespace

TEST(circle, weighs_as_much_as_its_area_unless_it_is_told_otherwise) {
    EXPECT_NEAR(mass_of({.radius = 2}), 12.566370614, 1e-5);
    EXPECT_EQ(mass_of({.radius = 2, .mass = 5}), 5);
    EXPECT_EQ(inertia_of({.radius = 2, .mass = 5}), 10) << "of a disc: m r^2 / 2";
}

TEST(circle, a_definition_is_checked_with_one_sentence_about_the_first_thing_that_is_wrong) {
    constexpr scalar no_number = std::numeric_limits<scalar>::quiet_NaN();
    const circle_definition sound{.key = entity_key{1}};
    EXPECT_EQ(problem(sound), "");
    const auto with = [&](auto change) {
        circle_definition made = sound;
        change(made);
        return problem(made);
    };
    EXPECT_EQ(with([](auto& made) { made.key = entity_key::none; }), "a circle needs a key other than 0");
    EXPECT_EQ(with([](auto& made) { made.form.surface.restitution = 2; }),
              "surface.restitution is 2, expected 0 to 1");
    EXPECT_EQ(with([](auto& made) { made.form.is_sensor = 2; }), "is_sensor is 2, expected 0 or 1");
    EXPECT_NE(with([](auto& made) { made.form.surface.friction = -1; }), "");
    EXPECT_NE(with([](auto& made) { made.form.radius = 0; }), "");
    EXPECT_NE(with([](auto& made) { made.form.radius = no_number; }), "");
    EXPECT_NE(with([](auto& made) { made.form.radius = 2 * max_radius; }), "");
    EXPECT_NE(with([](auto& made) { made.form.mass = -1; }), "");
    EXPECT_NE(with([](auto& made) { made.form.mass = no_number; }), "");
    EXPECT_NE(with([](auto& made) { made.motion.position.y = 2 * max_position; }), "");
    EXPECT_NE(with([](auto& made) { made.motion.velocity.x = no_number; }), "");
    EXPECT_NE(with([](auto& made) { made.motion.spin = -2 * max_velocity; }), "");
    EXPECT_NE(with([](auto& made) { made.motion.angle = no_number; }), "");
}
