// Hex worlds, described for applications (world_traits.hpp). Numbers for people are cells, seconds and
// degrees, as scenes count them; positions in space are in cells with y up (hex_screen.hpp); what is compared
// are the integers of the world itself.
#pragma once

#include "apps/scene/hex/hex_scene.hpp"
#include "apps/world/hex/hex_screen.hpp"
#include "apps/world/hex/hex_timeline.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/hex/event.hpp>
#include <orrery/hex/input.hpp>
#include <orrery/hex/world.hpp>

namespace orrery::apps {

template <>
struct world_traits<hex::world> {
    using world = hex::world;
    using view = time::frame_view<world>;
    using palette = scene_format::hex_colors;

    static constexpr std::string_view things = "hexagons";
    static constexpr bool has_materials = false;

    // Construction.
    [[nodiscard]] static result<built_scene<world>> build(const scene_format::scene_file& scene,
                                                          engine& machine);
    [[nodiscard]] static scene_look<world> look_of(const scene_format::scene_file& scene);
    [[nodiscard]] static result<world> from_rules(std::span<const std::byte> rules, engine& machine);

    static void add_surfaces(const scene_format::scene_file&, engine&, world&) {}

    [[nodiscard]] static double time_step(const world& there) noexcept {
        return 1.0 / there.rules().ticks_per_second;
    }

    [[nodiscard]] static std::size_t entity_count(const world& there) { return there.current().count; }

    [[nodiscard]] static std::vector<tile_look> tiles(const world& there, const palette& colors);
    [[nodiscard]] static std::vector<std::string> blueprints(const world& there);

    [[nodiscard]] static std::vector<wall_look> walls(const world&, const palette&) { return {}; }

    // Motion. For people: cells, degrees, cells a second, degrees a second.
    static constexpr std::array<std::string_view, 6> motion_fields{"position.x", "position.y", "angle",
                                                                   "velocity.x", "velocity.y", "spin"};

    [[nodiscard]] static std::array<double, motion_fields.size()>
    motion_values(const hex::recorded_motion& motion, const world& there) noexcept;
    static constexpr length_unit length{"cells", scalar(1) / hex::cell_pitch};

    [[nodiscard]] static vector3 position_of(const hex::recorded_motion& motion) noexcept {
        return hex_screen::to_vector(hex_screen::to_view(motion.position));
    }

    [[nodiscard]] static transform3 pose_of(const hex::recorded_motion& motion) noexcept;
    [[nodiscard]] static transform3 interpolate(const hex::recorded_motion& from,
                                                const hex::recorded_motion& to, scalar fraction) noexcept;

    [[nodiscard]] static vector3 shape_offset(const hex::object_form&) noexcept { return {}; }

    // "a.velocity"
    [[nodiscard]] static value_difference first_difference(const hex::recorded_motion& a,
                                                           const hex::recorded_motion& b, std::size_t word);
    // "tile 3, 1"
    [[nodiscard]] static value_difference first_difference(const hex::object_form& a,
                                                           const hex::object_form& b);
    // What one tick has done and the next one carries out.
    [[nodiscard]] static std::optional<value_difference> first_difference(const world& a, const world& b);

    // Shots and debris are too many.
    [[nodiscard]] static bool is_worth_passing(const hex::object_form& form) noexcept {
        return !form.tiles.empty();
    }

    // Events and inputs.
    static constexpr auto event_names = names_of_kinds<hex::event_kind, hex::event_kind_count>();
    static constexpr auto input_names = names_of_kinds<hex::input_kind, hex::input_kind_count>();

    [[nodiscard]] static std::uint32_t kind_of(const hex::event& event) noexcept {
        return static_cast<std::uint32_t>(event.kind);
    }

    [[nodiscard]] static std::string_view phrase_of(const hex::event& event) noexcept;
    [[nodiscard]] static std::string_view phrase_of(const hex::input& input) noexcept;
    static constexpr std::array<event_lane, 3> lanes{event_lane{"collisions", "Impacts"},
                                                     event_lane{"destruction", "Destruction"},
                                                     event_lane{"coming", "Coming"}};
    [[nodiscard]] static std::optional<std::size_t> lane_of(const hex::event& event) noexcept;
    [[nodiscard]] static std::optional<vector3> event_position(const hex::event& event) noexcept;
    [[nodiscard]] static std::optional<vector3> input_position(const hex::input& input) noexcept;

    [[nodiscard]] static bool is_collision(const hex::event& event) noexcept {
        return event.kind == hex::event_kind::impact;
    }

    [[nodiscard]] static vector3 point_of(const hex::event& event) noexcept {
        return hex_screen::to_vector(hex_screen::to_view(event.point));
    }

    // Mass times cells a second.
    [[nodiscard]] static scalar impulse_of(const hex::event& event, const world& there) noexcept;

    // Two touch for one frame.
    [[nodiscard]] static bool is_contact(const hex::event& event) noexcept { return is_collision(event); }

    [[nodiscard]] static std::string wall_name(const hex::event&, const world&) { return {}; }

    [[nodiscard]] static entity_key created_by(const hex::event& event) noexcept;
    [[nodiscard]] static entity_key removed_by(const hex::event& event) noexcept;
    // Nothing that can be seen of an object tells whether it sleeps.
    static constexpr std::optional<std::uint32_t> sleep_kind{};
    static constexpr std::array<std::string_view, 4> phases{"move", "sort", "broad phase", "narrow phase"};

    // Quantities.
    static constexpr std::array<quantity, 6> quantities{
        quantity{quantity_kind::speed, "speed", "Speed", "cells/s", "fastest object"},
        quantity{quantity_kind::energy, "energy", "Energy", "mass cells\u00b2/s\u00b2", "all objects"},
        quantity{quantity_kind::tiles, "tiles", "Tiles", "", "all objects"},
        quantity{quantity_kind::impulse, "impulse", "Impulse", "mass cells/s", "strongest impact"},
        quantity{quantity_kind::height, "height", "Height", "cells", "centre of mass of all objects", false},
        quantity{quantity_kind::contacts, "contacts", "Contacts", "", "all objects", false}};
    [[nodiscard]] static double measure(quantity_kind kind, entity_key key, const hex::object_form& form,
                                        const hex::recorded_motion& motion,
                                        std::span<const hex::field_source> sources, const world& rules);
    [[nodiscard]] static std::optional<double> measure_all(quantity_kind kind, const view& frame,
                                                           std::span<const hex::field_source> sources,
                                                           const world& rules);

    [[nodiscard]] static std::vector<hex::field_source> sources_of(const view&) { return {}; }

    // Edits.
    [[nodiscard]] static result<planned_edit<world>> plan(const edit& wanted, const view& frame,
                                                          const world& rules, const entity_names& names,
                                                          entity_key fresh);
};

static_assert(described_world<hex::world>);

} // namespace orrery::apps
