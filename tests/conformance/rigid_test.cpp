// Worlds of rigid bodies promise what every world does.
#include "tests/conformance/conformance.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace orrery::test::conformance {
namespace {

using rigid::input_kind;

struct rigid_case {
    using world_type = rigid::world;
    static constexpr bool records_leave_out_resting = true;

    // Piles on a floor, far from each other: things that fall, rest and sleep, and two that hang together.
    [[nodiscard]] static rigid::world make(engine& machine, std::uint64_t seed) {
        rigid::world made(machine, {.sleep_seconds = scalar(0.3)});
        (void)add_blueprint(made, ball()).value();
        add(made, {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{100}});
        xoshiro256 dice(seed);
        for (std::uint64_t pile = 0; pile < 3; ++pile) {
            const scalar x = static_cast<scalar>(pile) * 60;
            const std::uint64_t first = seed * 1000 + pile * 10 + 1;
            const entity lower = add(made, {.position = {x, scalar(0.5), 0},
                                            .shape = rigid::box(vector3::filled(scalar(0.5))),
                                            .key = entity_key{first}});
            const entity upper = add(made, {.position = {x + number(dice, scalar(0.3)), scalar(1.6), 0},
                                            .linear_velocity = {number(dice, 2), 0, number(dice, 2)},
                                            .shape = rigid::box(vector3::filled(scalar(0.5))),
                                            .key = entity_key{first + 1}});
            rigid::body_definition falling = ball();
            falling.position = {x + number(dice, scalar(0.4)), 3 + number(dice, scalar(0.5)), 0};
            falling.linear_velocity = {number(dice, 1), -6, number(dice, 1)};
            falling.key = entity_key{first + 2};
            add(made, falling);
            if (pile == 1) {
                (void)make_joint(made,
                                 rigid::ball_joint{.a = lower,
                                                   .b = upper,
                                                   .pivot_a = {scalar(0.5), scalar(0.6), 0},
                                                   .pivot_b = {scalar(0.5), scalar(-0.5), 0}},
                                 entity_key{first + 5})
                    .value();
            }
        }
        return made;
    }

    [[nodiscard]] static rigid::world make_small(engine& machine) {
        rigid::world made(machine, {.sleep_seconds = scalar(0.3)});
        rigid::body_definition falling = ball();
        falling.position = {0, 1, 0};
        falling.key = entity_key{3};
        add(made, falling);
        add(made, {.kind = rigid::body_kind::fixed,
                   .shape = rigid::box(vector3::filled(scalar(0.5))),
                   .key = entity_key{8}});
        return made;
    }

    [[nodiscard]] static rigid::world make_free(engine& machine) {
        rigid::world made(machine, {.may_sleep = false, .max_speed = 100});
        for (std::uint64_t key = 1; key <= 6; ++key) {
            const auto speed = static_cast<scalar>(key);
            add(made, {.kind = key == 3 ? rigid::body_kind::kinematic : rigid::body_kind::dynamic,
                       .position = {speed * 100, 0, 0},
                       .linear_velocity = {speed, -speed, 1},
                       .angular_velocity = {1, speed, 3},
                       .shape = rigid::box({1, 2, speed}),
                       .feels_fields = key % 2 == 0,
                       .attractor = key == 5 ? std::optional<scalar>(scalar(500)) : std::nullopt,
                       .damping = {.linear = scalar(0.1) * speed, .angular = scalar(0.2)},
                       .key = entity_key{key}});
        }
        return made;
    }

    [[nodiscard]] static rigid::input random_input(const rigid::world& world, xoshiro256& dice,
                                                   entity_key key) {
        const vector3 value{number(dice, 5), number(dice, 5), number(dice, 5)};
        const transform3 place{{static_cast<scalar>(uniform_below(dice, 3)) * 60 + number(dice, 1),
                                2 + number(dice, 1), number(dice, 1)},
                               {}};
        switch (uniform_below(dice, 8)) {
        case 0:
            return rigid::input::destroy(key);
        case 1:
            return rigid::input::create(key, world.blueprints().blueprints().front()->id, place, value);
        case 2:
            return rigid::input::place(key, place);
        case 3:
            return rigid::input::set_material(key, {.friction = scalar(0.1), .restitution = scalar(0.5)});
        case 4:
            return {.target = key, .kind = input_kind::velocity, .value = value};
        case 5:
            return {.target = key, .kind = input_kind::spin, .value = value};
        default:
            return {.target = key, .kind = input_kind::impulse, .value = value * 500};
        }
    }

    // What breaks into two hulls.
    [[nodiscard]] static std::vector<rigid::definition> definitions(std::uint64_t seed) {
        const scalar size = scalar(0.2) + scalar(0.05) * static_cast<scalar>(seed);
        const vector3 corners[] = {
            {-size, -size, -size}, {size, -size, -size}, {0, size, -size}, {0, 0, size}};
        const auto hull = rigid::convex_hull::from_points(corners).value();
        const rigid::definition piece = rigid::definition::of(rigid::body_definition{
            .shape = rigid::shape{.id = hull.id(), .size = {}, .kind = rigid::shape_kind::hull}});
        const rigid::blueprint_id piece_id{piece.id()};
        const rigid::fragment fragments[] = {{piece_id, {{-size, 0, 0}, {}}}, {piece_id, {{size, 0, 0}, {}}}};
        const rigid::definition fracture = rigid::definition::of_fracture(fragments);
        const rigid::definition whole =
            rigid::definition::of(rigid::body_definition{.shape = rigid::box({2 * size, size, size}),
                                                         .fracture = rigid::fracture_id{fracture.id()},
                                                         .breaks_at = scalar(200)});
        return {rigid::definition::of(hull), piece, fracture, whole};
    }

    [[nodiscard]] static std::vector<rigid::definition> bad_definitions() {
        const rigid::fragment of_nobody[] = {{rigid::blueprint_id{77}, {}}};
        return {rigid::definition::of(rigid::body_definition{.shape = rigid::sphere(-1)}),
                rigid::definition::of(rigid::body_definition{
                    .shape = rigid::sphere(1), .density = std::numeric_limits<scalar>::quiet_NaN()}),
                rigid::definition::of_fracture({}), rigid::definition::of_fracture(of_nobody),
                rigid::definition::of_compound({})};
    }

    [[nodiscard]] static rigid::input input_with(std::uint64_t definition, xoshiro256& dice, entity_key key) {
        const transform3 place{
            {static_cast<scalar>(uniform_below(dice, 3)) * 60 + number(dice, 1), 3 + number(dice, 1), 0}, {}};
        return rigid::input::create(key, rigid::blueprint_id{definition}, place, {0, number(dice, 8), 0});
    }

    [[nodiscard]] static std::vector<rigid::input> bad_inputs() {
        constexpr scalar infinity = std::numeric_limits<scalar>::infinity();
        constexpr scalar no_number = std::numeric_limits<scalar>::quiet_NaN();
        rigid::input turned = rigid::input::place(entity_key{2}, {});
        turned.orientation = {0, 0, 0, 2};
        return {{.target = entity_key{2}, .value = {no_number, 0, 0}},
                {.target = entity_key{2}, .kind = input_kind{rigid::input_kind_count}},
                {.target = entity_key{2}, .point = {0, 0, infinity}},
                turned,
                rigid::input::set_material(entity_key{2}, {.friction = -1})};
    }

private:
    [[nodiscard]] static scalar number(xoshiro256& dice, scalar limit) {
        return uniform_real<scalar>(dice, -limit, limit);
    }

    [[nodiscard]] static rigid::body_definition ball() {
        return {.shape = rigid::sphere(scalar(0.5)), .material = rigid::material{.restitution = scalar(0.4)}};
    }

    static entity add(rigid::world& to, const rigid::body_definition& body) {
        return make_body(to, body).value();
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(rigid, simulation_conformance, rigid_case);

} // namespace
} // namespace orrery::test::conformance
