// What the command has to be told about worlds of rigid bodies.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/orrery/output/triangle_mesh.hpp"
#include "apps/orrery/output/value_difference.hpp"
#include "apps/orrery/worlds/rigid_time.hpp"
#include "apps/orrery/worlds/world_words.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/frame_view.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::command {

template <>
struct world_words<rigid::world> {
    using world = rigid::world;
    using view = time::frame_view<world>;

    // An empty world by the rules that a recording carries.
    [[nodiscard]] static result<world> from_rules(std::span<const std::byte> rules, engine& machine);

    // Land in pages is too large for recordings: the scene that made it makes it again.
    static void add_surfaces(const scene_format::scene_file& scene, engine& machine, world& into);

    [[nodiscard]] static result<built_scene<world>> build(const scene_format::scene_file& scene,
                                                          engine& machine);

    [[nodiscard]] static std::vector<scene_format::look> looks_of(const scene_format::scene_file& scene);

    // Seconds.
    [[nodiscard]] static double time_step(const world& rules) {
        return static_cast<double>(rules.settings().time_step);
    }

    // Of entities that a time database lists.
    [[nodiscard]] static std::size_t count(const world& what) { return what.registry().count<rigid::body>(); }

    // What the numbers of a motion are called, in their order.
    static constexpr std::array<std::string_view, 13> motion_fields{
        "position.x",        "position.y",        "position.z",         "orientation.x",
        "orientation.y",     "orientation.z",     "orientation.w",      "linear_velocity.x",
        "linear_velocity.y", "linear_velocity.z", "angular_velocity.x", "angular_velocity.y",
        "angular_velocity.z"};

    [[nodiscard]] static std::array<scalar, motion_fields.size()> numbers(const rigid::motion& where,
                                                                          const world&) noexcept {
        return std::bit_cast<std::array<scalar, motion_fields.size()>>(where);
    }

    static constexpr length_words length_unit{"m"};

    // "contact_began" and so on, by event_kind.
    [[nodiscard]] static std::span<const std::string> event_names();

    [[nodiscard]] static std::uint32_t event_kind(const rigid::event& what) noexcept {
        return static_cast<std::uint32_t>(what.kind);
    }

    // Whether these are intervals in which two bodies touch.
    [[nodiscard]] static constexpr bool is_contact(std::uint32_t kind) noexcept {
        return kind == static_cast<std::uint32_t>(rigid::event_kind::contact_began);
    }

    // "impulse on 3: 0, 5, 0"
    [[nodiscard]] static std::string describe(const rigid::input& what);

    [[nodiscard]] static std::span<const quantity_words> quantities();

    // Of one entity, or of all. Nothing if the entity is not in the frame. Contacts are counted elsewhere.
    [[nodiscard]] static std::optional<double> measure(quantity what, const view& frame, const world& rules,
                                                       std::optional<entity_key> of);

    // Members of an object.
    static void describe(const rigid::motion& where, const world& rules, json::writer& out);
    static void describe(const rigid::event& what, const world& rules, json::writer& out);

    // "  12.5 N s", or nothing where there is nothing to add.
    [[nodiscard]] static std::string describe(const rigid::event& what, const world& rules);

    // A component as text and as JSON: `shape.size.x 0.5 m`.
    static void describe(const entity_form& form, const world& rules, std::string& out);
    static void describe(const entity_form& form, const world& rules, json::writer& out);

    // The first field in which two forms differ: "material.friction".
    [[nodiscard]] static value_difference first_difference(const entity_form& a, const entity_form& b);
    // Two motions differ in this 32-bit word, and not before.
    [[nodiscard]] static value_difference first_difference(const rigid::motion& a, const rigid::motion& b,
                                                           std::size_t word);
    // What motions and forms do not show: contacts, sleep and the like.
    [[nodiscard]] static std::optional<value_difference> first_difference(const world& a, const world& b);

    // What a scene says about colours besides its looks.
    struct palette {};

    [[nodiscard]] static palette palette_of(const scene_format::scene_file&) { return {}; }

    // How to draw an entity; nothing for one without a shape. Hulls and compounds are looked up in `shapes`,
    // which a frame of the course holds.
    [[nodiscard]] static std::optional<drawn_shape> shape_of(const entity_form& form, const world& shapes,
                                                             const palette& colors, scalar plane_size);
    [[nodiscard]] static bool has_same_shape(const entity_form& a, const entity_form& b);

    // 0xRRGGBB, of one that the scene gives none.
    [[nodiscard]] static std::uint32_t default_color(const entity_form& form, const palette& colors);

    // Where the frame of its shape is.
    [[nodiscard]] static transform3 pose_of(const rigid::motion& where, const entity_form& form);
};

} // namespace orrery::command
