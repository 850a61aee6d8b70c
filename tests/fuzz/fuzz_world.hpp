// The component types that the registry fuzzers and their seeds agree on.
#pragma once

#include <orrery/core/registry/registry.hpp>

#include <array>
#include <cstdint>

namespace orrery::fuzz {

struct spot {
    float x = 0;
    float y = 0;
};

struct tether {
    entity other;
    bool is_taut = false;
    std::array<std::uint8_t, 3> colour{};
    std::int32_t length = 1;
};

struct marked {};

} // namespace orrery::fuzz

template <>
inline constexpr auto orrery::description<orrery::fuzz::spot> = orrery::describe<orrery::fuzz::spot>(
    "spot", field<&fuzz::spot::x>("x", {.minimum = -1e6, .maximum = 1e6}), field<&fuzz::spot::y>("y"));
template <>
inline constexpr auto orrery::description<orrery::fuzz::tether> = orrery::describe<orrery::fuzz::tether>(
    "tether", field<&fuzz::tether::other>("other"), field<&fuzz::tether::is_taut>("is_taut"),
    field<&fuzz::tether::colour>("colour"), field<&fuzz::tether::length>("length", {.minimum = 0}));
template <>
inline constexpr auto orrery::description<orrery::fuzz::marked> =
    orrery::describe<orrery::fuzz::marked>("marked");

namespace orrery::fuzz {

inline void register_types(registry& world) {
    world.register_component<spot>();
    world.register_component<tether>();
    world.register_component<marked>();
}

// Three entities, one of them gone, holding on to each other.
inline registry sample_world() {
    registry world;
    register_types(world);
    const entity first = world.create(entity_key{11});
    const entity second = world.create(entity_key{12});
    const entity third = world.create(entity_key{13});
    world.emplace<spot>(third, 1.0F, 2.0F);
    world.emplace<spot>(first, 3.0F, 4.0F);
    world.emplace<tether>(first, third, true);
    world.emplace<tether>(third, second, false);
    world.emplace<marked>(first);
    world.destroy(second);
    return world;
}

} // namespace orrery::fuzz
