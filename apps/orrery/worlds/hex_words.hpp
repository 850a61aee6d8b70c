// What the command has to be told about hex worlds. Numbers for people are cells of the screen, seconds and
// degrees; what is compared are the whole numbers of the world itself.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/triangle_mesh.hpp"
#include "apps/orrery/output/value_difference.hpp"
#include "apps/orrery/worlds/hex_time.hpp"
#include "apps/orrery/worlds/world_words.hpp"
#include "apps/scene/hex/hex_scene.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/hex/world.hpp>
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
struct world_words<hex::world> {
    using world = hex::world;
    using view = time::frame_view<world>;

    // An empty world by the rules that a recording carries.
    [[nodiscard]] static result<world> from_rules(std::span<const std::byte> rules, engine& machine);

    [[nodiscard]] static result<built_scene<world>> build(const scene_format::scene_file& scene,
                                                          engine& machine);

    [[nodiscard]] static std::vector<scene_format::look> looks_of(const scene_format::scene_file& scene);

    // Seconds.
    [[nodiscard]] static double time_step(const world& rules) { return 1.0 / rules.rules().ticks_per_second; }

    [[nodiscard]] static std::size_t count(const world& what) { return what.current().count; }

    // What a motion is, for people: cells, degrees, cells a second, degrees a second.
    static constexpr std::array<std::string_view, 6> motion_fields{"position.x", "position.y", "angle",
                                                                   "velocity.x", "velocity.y", "spin"};

    [[nodiscard]] static std::array<double, motion_fields.size()> numbers(const hex::recorded_motion& where,
                                                                          const world& rules) noexcept;

    static constexpr length_words length_unit{"cells", scalar(1) / hex::cell_pitch};

    // "impact" and so on, by event_kind.
    [[nodiscard]] static std::span<const std::string> event_names();

    [[nodiscard]] static std::uint32_t event_kind(const hex::event& what) noexcept {
        return static_cast<std::uint32_t>(what.kind);
    }

    // Two touch for one frame.
    [[nodiscard]] static constexpr bool is_contact(std::uint32_t kind) noexcept {
        return kind == static_cast<std::uint32_t>(hex::event_kind::impact);
    }

    // "push on object 3 of (40, -12), 0"
    [[nodiscard]] static std::string describe(const hex::input& what);

    [[nodiscard]] static std::span<const quantity_words> quantities();

    // Of one object, or of all. Nothing if the object is not in the frame. Contacts are counted elsewhere.
    [[nodiscard]] static std::optional<double> measure(quantity what, const view& frame, const world& rules,
                                                       std::optional<entity_key> of);

    // Members of an object: for people, and "exact" as the world has it.
    static void describe(const hex::recorded_motion& where, const world& rules, json::writer& out);
    static void describe(const hex::event& what, const world& rules, json::writer& out);

    // "  at 12.5, -3", and what else there is to say.
    [[nodiscard]] static std::string describe(const hex::event& what, const world& rules);

    // Type, group and tiles.
    static void describe(const hex::object_form& form, const world& rules, std::string& out);
    static void describe(const hex::object_form& form, const world& rules, json::writer& out);

    // The first field in which two forms differ: "tile 3, 1".
    [[nodiscard]] static value_difference first_difference(const hex::object_form& a,
                                                           const hex::object_form& b);
    // Two motions differ in this 32-bit word, and not before.
    [[nodiscard]] static value_difference first_difference(const hex::recorded_motion& a,
                                                           const hex::recorded_motion& b, std::size_t word);
    // What motions and forms do not show: what one tick has done and the next one carries out.
    [[nodiscard]] static std::optional<value_difference> first_difference(const world& a, const world& b);

    using palette = scene_format::hex_colors;

    [[nodiscard]] static palette palette_of(const scene_format::scene_file& scene);

    // Tiles as flat prisms with the colours of their types, particles as small octahedra.
    [[nodiscard]] static std::optional<drawn_shape>
    shape_of(const hex::object_form& form, const world& shapes, const palette& colors, scalar plane_size);
    [[nodiscard]] static bool has_same_shape(const hex::object_form& a, const hex::object_form& b);

    // 0xRRGGBB, of one that the scene gives none.
    [[nodiscard]] static std::uint32_t default_color(const hex::object_form& form, const palette& colors);

    // In cells; y points up, as it does for those who draw it.
    [[nodiscard]] static transform3 pose_of(const hex::recorded_motion& where, const hex::object_form& form);
};

} // namespace orrery::command
