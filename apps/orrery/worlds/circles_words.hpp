// What the command has to be told about worlds of circles. Numbers are units, seconds and radians, as the
// world has them, to the last bit.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/triangle_mesh.hpp"
#include "apps/orrery/output/value_difference.hpp"
#include "apps/orrery/worlds/circles_time.hpp"
#include "apps/orrery/worlds/world_words.hpp"
#include "apps/scene/circles/circles_scene.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/frame_view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::command {

template <>
struct world_words<circles::world> {
    using world = circles::world;
    using view = time::frame_view<world>;

    // An empty world by the rules that a recording carries.
    [[nodiscard]] static result<world> from_rules(std::span<const std::byte> rules, engine& machine);

    [[nodiscard]] static result<built_scene<world>> build(const scene_format::scene_file& scene,
                                                          engine& machine);

    [[nodiscard]] static std::vector<scene_format::look> looks_of(const scene_format::scene_file& scene);

    // Seconds.
    [[nodiscard]] static scalar time_step(const world& rules) { return rules.rules().time_step; }

    [[nodiscard]] static std::size_t count(const world& what) { return what.current().size(); }

    // The numbers that a motion is made of, in the order in which it has them.
    static constexpr std::array<std::string_view, 6> motion_fields{"position.x", "position.y", "angle",
                                                                   "velocity.x", "velocity.y", "spin"};

    [[nodiscard]] static std::array<scalar, motion_fields.size()> numbers(const circles::motion& where,
                                                                          const world& rules) noexcept;

    static constexpr length_words length_unit{"units"};

    // "impact" and so on, by event_kind.
    [[nodiscard]] static std::span<const std::string> event_names();

    [[nodiscard]] static std::uint32_t event_kind(const circles::event& what) noexcept {
        return static_cast<std::uint32_t>(what.kind);
    }

    // Whether these are intervals in which two touch. Each wall has a kind of its own, after all others.
    [[nodiscard]] static constexpr bool is_contact(std::uint32_t kind) noexcept {
        return kind == static_cast<std::uint32_t>(circles::event_kind::began) ||
               kind >= circles::event_kind_count;
    }

    // Of an impact, along the normal.
    [[nodiscard]] static double impulse_of(const circles::event& what) noexcept {
        return static_cast<double>(what.impulse);
    }

    // "push on circle 3 with position (0, 0), ..."
    [[nodiscard]] static std::string describe(const circles::input& what);

    [[nodiscard]] static std::span<const quantity_words> quantities();

    // Of one circle, or of all. Nothing if the circle is not in the frame. Contacts and impulses are counted
    // elsewhere.
    [[nodiscard]] static std::optional<double> measure(quantity what, const view& frame, const world& rules,
                                                       std::optional<entity_key> of);

    static void describe(const circles::motion& where, const world& rules, json::writer& out);
    static void describe(const circles::event& what, const world& rules, json::writer& out);

    // ", floor  1.5 mass units/s"
    [[nodiscard]] static std::string describe(const circles::event& what, const world& rules);

    // Every field of a form, and the mass that comes of it.
    static void describe(const circles::form& form, const world& rules, std::string& out);
    static void describe(const circles::form& form, const world& rules, json::writer& out);

    // The first field in which two forms differ: "surface.friction".
    [[nodiscard]] static value_difference first_difference(const circles::form& a, const circles::form& b);
    // Two motions differ in this 32-bit word, and not before.
    [[nodiscard]] static value_difference first_difference(const circles::motion& a, const circles::motion& b,
                                                           std::size_t word);
    // What motions and forms do not show: contacts and their impulses.
    [[nodiscard]] static std::optional<value_difference> first_difference(const world& a, const world& b);

    using palette = scene_format::wall_colors;

    [[nodiscard]] static palette palette_of(const scene_format::scene_file& scene);

    // Circles as flat cylinders.
    [[nodiscard]] static std::optional<drawn_shape> shape_of(const circles::form& form, const world& shapes,
                                                             const palette& colors, scalar plane_size);
    [[nodiscard]] static bool has_same_shape(const circles::form& a, const circles::form& b);

    // What stands there all the time: the walls.
    [[nodiscard]] static std::vector<drawn_scenery> scenery_of(const world& rules, const palette& colors);

    // 0xRRGGBB, of one that the scene gives none.
    [[nodiscard]] static std::uint32_t default_color(const circles::form& form, const palette& colors);

    [[nodiscard]] static transform3 pose_of(const circles::motion& where, const circles::form& form);
};

} // namespace orrery::command
