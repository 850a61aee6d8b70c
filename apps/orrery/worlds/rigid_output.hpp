// How the command writes worlds of rigid bodies; see world_output.hpp.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/drawn_mesh.hpp"
#include "apps/orrery/worlds/world_output.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace orrery::command {

template <>
struct world_output<rigid::world> {
    using palette = apps::world_traits<rigid::world>::palette;

    static void describe(const rigid::motion& motion, const rigid::world& rules, json::writer& out);
    static void describe(const rigid::event& event, const rigid::world& rules, json::writer& out);
    [[nodiscard]] static std::string describe(const rigid::event& event, const rigid::world& rules);
    static void describe(const entity_form& form, const rigid::world& rules, std::string& out);
    static void describe(const entity_form& form, const rigid::world& rules, json::writer& out);
    [[nodiscard]] static std::string describe(const rigid::input& input);

    // Hulls and compounds are looked up in `shapes`, which a frame of the recording holds.
    [[nodiscard]] static std::optional<drawn_shape>
    shape_of(const entity_form& form, const rigid::world& shapes, const palette& colors, scalar plane_size);
    [[nodiscard]] static bool has_same_shape(const entity_form& a, const entity_form& b);
    [[nodiscard]] static std::uint32_t default_color(const entity_form& form, const palette& colors);
};

} // namespace orrery::command
