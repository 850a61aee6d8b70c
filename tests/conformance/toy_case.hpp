// The toy world of the timeline's tests, as an example of a world of one's own.
#pragma once

#include "tests/conformance/world_case.hpp"
#include "tests/timeline/toy_archive.hpp"

#include <orrery/math/random_values.hpp>

#include <cstdint>
#include <vector>

namespace orrery::test::conformance {

// World is toy_world, or derived from it.
template <typename World>
struct toy_case_of {
    using world_type = World;
    static constexpr bool records_leave_out_resting = true;

    // Four groups of four, far from each other: some drift, some rest, some are tied and some break. In
    // every third world a source pulls some of them.
    [[nodiscard]] static World make(engine& machine, std::uint64_t seed) {
        World world;
        world.set_machine(machine);
        xoshiro256 dice(seed);
        const bool has_source = seed % 3 == 0;
        for (std::uint64_t key = 1; key <= 16; ++key) {
            const auto group = static_cast<std::int32_t>(key % 4) * 100'000;
            toy_motion motion{group + number(dice, 20), number(dice, 20), number(dice, 4), number(dice, 4)};
            if (key % 5 == 0) {
                motion.speed_x = 0;
                motion.speed_y = 0;
            }
            world.add(entity_key{key}, motion,
                      {.color = number(dice, 3),
                       .is_fixed = key % 7 == 0,
                       .is_source = has_source && key == 3,
                       .feels_sources = has_source && key % 3 == 1,
                       .is_fragile = key % 3 == 1});
        }
        world.tie(entity_key{2}, entity_key{6});
        world.tie(entity_key{5}, entity_key{13});
        return world;
    }

    [[nodiscard]] static World make_small(engine& machine) {
        World world;
        world.set_machine(machine);
        world.add(entity_key{2}, {0, 0, 1, 0}, {.color = 3, .is_fragile = true});
        world.add(entity_key{5}, {7, 2, -1, 0});
        world.tie(entity_key{2}, entity_key{5});
        return world;
    }

    [[nodiscard]] static World make_free(engine& machine) {
        World world;
        world.set_machine(machine);
        for (std::int32_t number = 0; number < 6; ++number) {
            world.add(entity_key{1 + static_cast<std::uint64_t>(number)},
                      {number * 10'000, 0, number, 3 - number},
                      {.is_fixed = number == 4, .is_source = number == 5, .feels_sources = number < 3});
        }
        return world;
    }

    [[nodiscard]] static toy_input random_input(const World& /*world*/, xoshiro256& dice, entity_key key) {
        toy_input made{.target = key};
        switch (uniform_below(dice, 6)) {
        case 0:
            made.kind = toy_input_kind::destroy;
            break;
        case 1:
        case 2:
            made.kind = toy_input_kind::create;
            made.value = {number(dice, 20), number(dice, 20), number(dice, 4), number(dice, 4)};
            break;
        case 3:
            made.kind = toy_input_kind::paint;
            made.form.color = 5 + number(dice, 3);
            break;
        default:
            made.value.speed_x = number(dice, 9);
            made.value.speed_y = number(dice, 9);
        }
        return made;
    }

    [[nodiscard]] static std::vector<toy_definition> definitions(std::uint64_t seed) {
        std::vector<toy_definition> made{{.form = {.color = static_cast<std::int32_t>(seed)}}};
        for (const bool is_fragile : {false, true}) {
            made.push_back({.form = {.color = 40, .is_fragile = is_fragile},
                            .base = static_cast<std::uint32_t>(definition_id(made.back()))});
        }
        return made;
    }

    [[nodiscard]] static std::vector<toy_definition> bad_definitions() { return {{.form = {.color = -1}}}; }

    [[nodiscard]] static toy_input input_with(std::uint64_t definition, xoshiro256& dice, entity_key key) {
        return spawn_toy(key, definition, {number(dice, 20), number(dice, 20), number(dice, 4), 1});
    }

    [[nodiscard]] static std::vector<toy_input> bad_inputs() {
        return {{.target = entity_key{1}, .kind = toy_input_kind{toy_input_kind_count}}};
    }

private:
    [[nodiscard]] static std::int32_t number(xoshiro256& dice, std::int32_t limit) {
        return static_cast<std::int32_t>(uniform_int(dice, -limit, limit));
    }
};

using toy_case = toy_case_of<toy_world>;

} // namespace orrery::test::conformance
