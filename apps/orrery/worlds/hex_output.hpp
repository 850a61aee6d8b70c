// How the command writes hex worlds; see world_output.hpp.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/drawn_mesh.hpp"
#include "apps/orrery/worlds/world_output.hpp"
#include "apps/world/hex/hex_traits.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace orrery::command {

template <>
struct world_output<hex::world> {
    using palette = apps::world_traits<hex::world>::palette;

    static void describe(const hex::recorded_motion& motion, const hex::world& rules, json::writer& out);
    static void describe(const hex::event& event, const hex::world& rules, json::writer& out);
    [[nodiscard]] static std::string describe(const hex::event& event, const hex::world& rules);
    static void describe(const hex::object_form& form, const hex::world& rules, std::string& out);
    static void describe(const hex::object_form& form, const hex::world& rules, json::writer& out);
    [[nodiscard]] static std::string describe(const hex::input& input);

    // Tiles as flat prisms with the colours of their types, particles as small octahedra.
    [[nodiscard]] static std::optional<drawn_shape> shape_of(const hex::object_form& form,
                                                             const hex::world& shapes, const palette& colors,
                                                             scalar plane_size);
    [[nodiscard]] static bool has_same_shape(const hex::object_form& a, const hex::object_form& b);
    [[nodiscard]] static std::uint32_t default_color(const hex::object_form& form, const palette& colors);
};

} // namespace orrery::command
