// Worlds of circles promise what every world does.
#include "tests/circles/crowd.hpp"
#include "tests/conformance/conformance.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/circles/world_archive.hpp>
#include <orrery/math/random_values.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace orrery::test::conformance {
namespace {

using circles::input_kind;

struct circles_case {
    using world_type = circles::world;

    // Balls that fall into pits which are far from each other, some of them sensors.
    [[nodiscard]] static circles::world make(engine& machine, std::uint64_t seed) {
        circles::world made(machine, pit_rules());
        xoshiro256 dice(seed);
        for (std::uint64_t key = 1; key <= 16; ++key) {
            const auto pit = static_cast<scalar>(key % 4) * 500;
            circles::circle_definition ball = circles::test::make(
                key, {pit + number(dice, 2, 10), number(dice, 2, 30)},
                {number(dice, -9, 9), number(dice, -9, 0)}, number(dice, scalar(0.4), scalar(1.2)));
            ball.motion.spin = number(dice, -3, 3);
            ball.form.mass = key % 3 == 0 ? scalar(2) : scalar(0);
            ball.form.surface = {.friction = number(dice, 0, 1), .restitution = number(dice, 0, 1)};
            ball.form.filter = {.groups = 6, .mask = 7, .family = static_cast<std::uint32_t>(key % 3)};
            ball.form.is_sensor = key % 8 == 0 ? 1 : 0;
            ball.form.user_data = key * 5;
            add(made, ball);
        }
        return made;
    }

    [[nodiscard]] static circles::world make_small(engine& machine) {
        circles::world made(machine, pit_rules());
        add(made, circles::test::make(3, {5, 1}, {0, -3}, 1));
        add(made, circles::test::make(8, {6, scalar(2.5)}, {0, -3}, 1));
        return made;
    }

    [[nodiscard]] static circles::world make_free(engine& machine) {
        auto by = std::make_shared<circles::rules>();
        by->gravity = {scalar(0.3), -9};
        by->damping = scalar(0.1);
        by->spin_damping = scalar(0.2);
        by->max_speed = 40;
        circles::world made(machine, by);
        for (std::uint64_t key = 1; key <= 8; ++key) {
            const auto speed = static_cast<scalar>(key);
            circles::circle_definition ball =
                circles::test::make(key, {speed * 100, 0}, {speed * scalar(0.1), speed});
            ball.motion.spin = speed * 3;
            add(made, ball);
        }
        return made;
    }

    [[nodiscard]] static circles::input random_input(const circles::world& /*world*/, xoshiro256& dice,
                                                     entity_key key) {
        return {.target = key,
                .kind = static_cast<input_kind>(uniform_below(dice, circles::input_kind_count)),
                .position = {static_cast<scalar>(uniform_below(dice, 4)) * 500 + number(dice, 2, 10),
                             number(dice, 2, 30)},
                .velocity = {number(dice, -20, 20), number(dice, -20, 20)},
                .angle = number(dice, -3, 3),
                .spin = number(dice, -9, 9),
                .subject = uniform_below(dice, 2)};
    }

    [[nodiscard]] static std::vector<circles::input> bad_inputs() {
        constexpr scalar infinity = std::numeric_limits<scalar>::infinity();
        constexpr scalar no_number = std::numeric_limits<scalar>::quiet_NaN();
        return {{.target = entity_key{2}, .velocity = {0, no_number}},
                {.target = entity_key{2}, .kind = input_kind{circles::input_kind_count}},
                {.target = entity_key{2}, .spin = -infinity},
                {.target = entity_key{2}, .position = {scalar(1e30), 0}}};
    }

private:
    [[nodiscard]] static scalar number(xoshiro256& dice, scalar lowest, scalar highest) {
        return uniform_real<scalar>(dice, lowest, highest);
    }

    [[nodiscard]] static std::shared_ptr<const circles::rules> pit_rules() {
        auto made = std::make_shared<circles::rules>(circles::test::crowd_rules());
        made->walls.clear();
        for (int pit = 0; pit < 4; ++pit) {
            circles::wall border = circles::test::box(12, 40, false);
            for (vector2& each : border.points) {
                each.x += static_cast<scalar>(pit) * 500;
            }
            made->walls.push_back(border);
        }
        return made;
    }

    static void add(circles::world& to, const circles::circle_definition& ball) {
        const status answer = to.add(ball);
        ASSERT_TRUE(answer) << answer.reason().message;
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(circles, simulation_conformance, circles_case);

} // namespace
} // namespace orrery::test::conformance
