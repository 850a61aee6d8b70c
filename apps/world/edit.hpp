// An edit: what a person changes about a world, before it is known which input of the world does that.
// world_traits::plan() makes the input.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/simulation/definable_simulation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::apps {

enum class edit_kind : std::uint8_t { push, remove, spawn, set_material };

enum class spawned_kind : std::uint8_t { sphere, box, capsule, cylinder, blueprint };

// As messages call it.
[[nodiscard]] constexpr std::string_view name_of(spawned_kind kind) noexcept {
    switch (kind) {
    case spawned_kind::sphere:
        return "sphere";
    case spawned_kind::box:
        return "box";
    case spawned_kind::capsule:
        return "capsule";
    case spawned_kind::cylinder:
        return "cylinder";
    case spawned_kind::blueprint:
        break;
    }
    return "blueprint";
}

// What is to be spawned. Which members count depends on the kind.
struct spawned_shape {
    spawned_kind kind = spawned_kind::sphere;
    scalar radius = 0;
    scalar half_height = 0;
    vector3 half_extents{};
    std::string blueprint{};
    std::uint32_t group = 0; // of what is made from a blueprint; 0: none
};

// Lengths are in the length unit of the world, and y points up.
struct edit {
    edit_kind kind = edit_kind::push;
    entity_key key = entity_key::none; // of the target; of a spawn none
    // Of a push: mass times velocity, or a change of velocity, which the mass multiplies and which is
    // therefore kept as exactly as it was given; without a point it acts at the centre of mass.
    vector3 impulse{};
    std::optional<std::array<double, 3>> velocity_change{};
    std::optional<vector3> point{};
    // Of a spawn.
    spawned_shape shape{};
    vector3 position{};
    vector3 velocity{};
    scalar density = 1;
    // Of a spawn or a material.
    scalar friction = 0;
    scalar restitution = 0;
};

// An input on its way into the journal.
template <typename World>
struct planned_edit {
    std::string name{}; // "push on ball"
    typename World::input_type input{};
    std::vector<definition_type_of<World>> definitions{}; // that the input refers to
};

// The index of the target in a frame.
template <typename View>
[[nodiscard]] result<std::size_t> target_of(const edit& wanted, const View& view) {
    const std::size_t index = view.place_of(wanted.key);
    if (index == view.size()) {
        return error{text("there is no entity with the key ", static_cast<std::uint64_t>(wanted.key),
                          " in frame ", view.frame())};
    }
    return index;
}

} // namespace orrery::apps
