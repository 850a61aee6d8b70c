// How the command writes worlds of circles; see world_output.hpp.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/drawn_mesh.hpp"
#include "apps/orrery/worlds/world_output.hpp"
#include "apps/world/circles/circles_traits.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery::command {

template <>
struct world_output<circles::world> {
    using palette = apps::world_traits<circles::world>::palette;

    static void describe(const circles::motion& motion, const circles::world& rules, json::writer& out);
    static void describe(const circles::event& event, const circles::world& rules, json::writer& out);
    [[nodiscard]] static std::string describe(const circles::event& event, const circles::world& rules);
    static void describe(const circles::form& form, const circles::world& rules, std::string& out);
    static void describe(const circles::form& form, const circles::world& rules, json::writer& out);
    [[nodiscard]] static std::string describe(const circles::input& input);

    // Circles as flat cylinders.
    [[nodiscard]] static std::optional<drawn_shape> shape_of(const circles::form& form,
                                                             const circles::world& shapes,
                                                             const palette& colors, scalar plane_size);
    // The walls.
    [[nodiscard]] static std::vector<drawn_scenery> scenery_of(const circles::world& rules,
                                                               const palette& colors);
    [[nodiscard]] static bool has_same_shape(const circles::form& a, const circles::form& b);
    [[nodiscard]] static std::uint32_t default_color(const circles::form& form, const palette& colors);
};

} // namespace orrery::command
