// Hex worlds promise what every world does.
#include "tests/conformance/conformance.hpp"
#include "tests/hex/small_rules.hpp"

#include <orrery/hex/world.hpp>
#include <orrery/hex/world_archive.hpp>
#include <orrery/math/random_values.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::test::conformance {
namespace {

using hex::input_kind;
using hex::test::bar;

struct hex_case {
    using world_type = hex::world;

    // Ships that shoot targets apart, rocks and pebbles, in fields far from each other.
    [[nodiscard]] static hex::world make(engine& machine, std::uint64_t seed) {
        return made_with(machine, seed, {});
    }

    // Sorts fall on other ticks, and pairs are found in another way.
    [[nodiscard]] static hex::world make_twin(engine& machine, std::uint64_t seed) {
        return made_with(machine, seed,
                         {.broad_phase = hex::broad_phase_kind::sweep, .ticks_between_sorts = 5});
    }

    [[nodiscard]] static hex::world make_small(engine& machine) {
        hex::world made(machine, shared_rules());
        add(made, {.key = entity_key{3}, .type = hex::test::rock, .a = {.velocity = 100}, .tiles = bar(2)});
        add(made, {.key = entity_key{8},
                   .type = hex::test::pebble,
                   .position = {2200, 0},
                   .a = {.velocity = -400}});
        return made;
    }

    [[nodiscard]] static hex::world make_free(engine& machine) {
        auto by = std::make_shared<hex::rules>(hex::test::small_rules());
        by->environment.border = {
            .inside = {{-60'000, -60'000}, {60'000, 60'000}}, .friction = 3, .pull = 40};
        by->environment.regions.push_back(
            {.area = {{-50'000, -50'000}, {50'000, 50'000}}, .friction = 5, .acceleration = {-7, 9}});
        hex::world made(machine, by);
        for (std::int16_t number = 0; number < 6; ++number) {
            add(made, {.key = entity_key{1 + static_cast<std::uint64_t>(number)},
                       .type = number % 2 == 0 ? hex::test::rock : hex::test::pebble,
                       .position = {(number - 3) * 30'000, 100},
                       .a = {.velocity = static_cast<std::int16_t>(number * 10)},
                       .turn = {.velocity = static_cast<std::int16_t>(number % 2 == 0 ? 30 : 0)},
                       .tiles = number % 2 == 0 ? bar(3) : std::vector<hex::tile>()});
        }
        return made;
    }

    [[nodiscard]] static hex::input random_input(const hex::world& /*world*/, xoshiro256& dice,
                                                 entity_key key) {
        const auto kind = static_cast<input_kind>(uniform_below(dice, hex::input_kind_count));
        hex::input made{.target = key,
                        .kind = kind,
                        .position = place_in(dice, static_cast<std::int32_t>(uniform_below(dice, 4))),
                        .velocity = {number(dice, -120, 120), number(dice, -120, 120)},
                        .angle = number(dice, -30'000, 30'000),
                        .spin = number(dice, -100, 100),
                        .at = {static_cast<std::int16_t>(number(dice, 0, 4)), 0},
                        .subject = static_cast<std::uint16_t>(uniform_below(dice, 2)),
                        .amount = static_cast<std::uint16_t>(uniform_below(dice, 5))};
        if (kind == input_kind::push) {
            made.velocity = {number(dice, -2000, 2000), number(dice, -2000, 2000)};
        }
        return made;
    }

    [[nodiscard]] static std::vector<hex::input> bad_inputs() {
        return {{.target = entity_key{2}, .kind = input_kind{hex::input_kind_count}, .amount = 200},
                {.target = entity_key{2}, .kind = input_kind::thrust, .velocity = {0, 128}},
                {.target = entity_key{2}, .kind = input_kind::brake, .amount = 256},
                {.target = entity_key{2}, .kind = input_kind::set_group, .amount = 256},
                {.target = entity_key{2}, .kind = input_kind::place, .position = {0, 2'000'000'000}}};
    }

private:
    [[nodiscard]] static std::int32_t number(xoshiro256& dice, std::int32_t lowest, std::int32_t highest) {
        return static_cast<std::int32_t>(uniform_int(dice, lowest, highest));
    }

    [[nodiscard]] static hex_vector place_in(xoshiro256& dice, std::int32_t field) {
        const std::int32_t a = number(dice, 0, 12'000);
        return {field * 4'000'000 + a, number(dice, 0, 12'000)};
    }

    [[nodiscard]] static std::shared_ptr<const hex::rules> shared_rules() {
        return std::make_shared<const hex::rules>(hex::test::small_rules());
    }

    [[nodiscard]] static hex::world made_with(engine& machine, std::uint64_t seed,
                                              const hex::world_settings& settings) {
        hex::world made(machine, shared_rules(), settings);
        xoshiro256 dice(seed);
        for (std::int32_t field = 0; field < 4; ++field) {
            const auto first = static_cast<std::uint64_t>(field) * 10 + 1;
            hex::object_definition ship{.key = entity_key{first},
                                        .type = hex::test::gunship,
                                        .group = 1,
                                        .position = {field * 4'000'000, 4000},
                                        .tiles = bar(3)};
            ship.tiles.back() = {.at = {2, 0}, .type = hex::test::gun_tile, .hit_points = 2};
            add(made, ship);
            add(made, {.key = entity_key{first + 1},
                       .type = hex::test::target,
                       .group = 2,
                       .position = {field * 4'000'000 + 16'000, 4000},
                       .a = {.velocity = static_cast<std::int16_t>(number(dice, -300, 0))},
                       .tiles = bar(5)});
            for (std::uint64_t key = first + 2; key < first + 5; ++key) {
                const bool is_rock = key % 2 == 0;
                add(made, {.key = entity_key{key},
                           .type = is_rock ? hex::test::rock : hex::test::pebble,
                           .position = place_in(dice, field) + hex_vector{0, 8000},
                           .a = {.velocity = static_cast<std::int16_t>(number(dice, -500, 500))},
                           .b = {.velocity = static_cast<std::int16_t>(number(dice, -500, 0))},
                           .tiles = is_rock ? bar(2) : std::vector<hex::tile>()});
            }
        }
        return made;
    }

    static void add(hex::world& to, const hex::object_definition& object) {
        const status answer = to.add(object);
        ASSERT_TRUE(answer) << answer.reason().message;
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(hex, simulation_conformance, hex_case);

} // namespace
} // namespace orrery::test::conformance
