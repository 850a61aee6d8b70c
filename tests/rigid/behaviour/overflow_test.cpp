// Masses and forces for which no number is large enough: worlds go on, and whoever is not touched by it does
// not notice.
#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/world.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid {
namespace {

class overflow : public testing::Test {
protected:
    // A moon of 3e19 kg, joined to a crate, in a floor that it does not fit above.
    static void add_trouble(world& where) {
        const auto add = [&](const body_definition& what) { return make_body(where, what).value(); };
        (void)add({.kind = body_kind::fixed, .shape = plane(), .key = entity_key{1}});
        const entity crate = add({.position = {0, 1, 0}, .shape = box({1, 1, 1}), .key = entity_key{2}});
        const entity moon = add({.position = {9, 9, 9}, .shape = sphere(200'000), .key = entity_key{3}});
        registry& state = where.registry();
        state.emplace<fixed_joint>(state.create(entity_key{4}), fixed_joint{.a = crate, .b = moon});
    }

    static entity add_bystander(world& where) {
        return make_body(where, {.position = {900'000, 50, 0},
                                 .linear_velocity = {3, 0, 1},
                                 .shape = sphere(1),
                                 .key = entity_key{5}})
            .value();
    }

    engine machine{{.thread_count = 1}};
};

TEST_F(overflow, leaves_only_numbers_behind) {
    world where(machine);
    add_trouble(where);
    for (int frame = 0; frame < 60; ++frame) {
        where.step({});
        where.registry().view<position, linear_velocity, angular_velocity>().each(
            [&](entity, const position& at, const linear_velocity& speed, const angular_velocity& spin) {
                ASSERT_TRUE(is_finite(at.value)) << "frame " << frame;
                ASSERT_TRUE(is_finite(speed.value)) << "frame " << frame;
                ASSERT_TRUE(is_finite(spin.value)) << "frame " << frame;
            });
    }
}

TEST_F(overflow, is_not_noticed_by_who_is_far_away) {
    world with(machine);
    add_trouble(with);
    const entity one = add_bystander(with);
    world without(machine);
    const entity other = add_bystander(without);
    for (int frame = 0; frame < 60; ++frame) {
        with.step({});
        without.step({});
    }
    EXPECT_EQ(with.registry().get<const position>(one).value,
              without.registry().get<const position>(other).value);
}

} // namespace
} // namespace orrery::rigid
