// Worlds of rigid bodies, described for applications (world_traits.hpp): metres, kilograms, seconds.
#pragma once

#include "apps/scene/rigid/rigid_scene.hpp"
#include "apps/world/rigid/rigid_timeline.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/core/registry/entity_form.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/field_source.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/motion.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::apps {

template <>
struct world_traits<rigid::world> {
    using world = rigid::world;
    using view = time::frame_view<world>;

    // A scene has no colours beside those of its bodies.
    struct palette {};

    static constexpr std::string_view things = "rigid bodies";
    static constexpr bool has_materials = true;

    // Construction.
    [[nodiscard]] static result<built_scene<world>> build(const scene_format::scene_file& scene,
                                                          engine& machine);
    [[nodiscard]] static scene_look<world> look_of(const scene_format::scene_file& scene);
    [[nodiscard]] static result<world> from_rules(std::span<const std::byte> rules, engine& machine);
    // Land in pages.
    static void add_surfaces(const scene_format::scene_file& scene, engine& machine, world& into);

    [[nodiscard]] static double time_step(const world& there) noexcept {
        return static_cast<double>(there.settings().time_step);
    }

    [[nodiscard]] static std::size_t entity_count(const world& there) {
        return there.registry().count<rigid::body>();
    }

    [[nodiscard]] static std::vector<tile_look> tiles(const world&, const palette&) { return {}; }

    [[nodiscard]] static std::vector<std::string> blueprints(const world&) { return {}; }

    [[nodiscard]] static std::vector<wall_look> walls(const world&, const palette&) { return {}; }

    // Motion.
    static constexpr std::array<std::string_view, 13> motion_fields{
        "position.x",        "position.y",        "position.z",         "orientation.x",
        "orientation.y",     "orientation.z",     "orientation.w",      "linear_velocity.x",
        "linear_velocity.y", "linear_velocity.z", "angular_velocity.x", "angular_velocity.y",
        "angular_velocity.z"};

    [[nodiscard]] static std::array<scalar, motion_fields.size()> motion_values(const rigid::motion& motion,
                                                                                const world&) noexcept;
    static constexpr length_unit length{"m"};

    [[nodiscard]] static vector3 position_of(const rigid::motion& motion) noexcept { return motion.position; }

    [[nodiscard]] static transform3 pose_of(const rigid::motion& motion) noexcept {
        return {motion.position, motion.orientation};
    }

    [[nodiscard]] static transform3 interpolate(const rigid::motion& from, const rigid::motion& to,
                                                scalar fraction) noexcept;
    [[nodiscard]] static vector3 shape_offset(const entity_form& form);
    [[nodiscard]] static value_difference first_difference(const rigid::motion& a, const rigid::motion& b,
                                                           std::size_t word);
    // "material.friction"
    [[nodiscard]] static value_difference first_difference(const entity_form& a, const entity_form& b);
    [[nodiscard]] static std::optional<value_difference> first_difference(const world& a, const world& b);
    // What is fixed is passed all the time.
    [[nodiscard]] static bool is_worth_passing(const entity_form& form) noexcept;

    // Events and inputs.
    static constexpr auto event_names = names_of_kinds<rigid::event_kind, rigid::event_kind_count>();
    static constexpr auto input_names = names_of_kinds<rigid::input_kind, rigid::input_kind_count>();

    [[nodiscard]] static std::uint32_t kind_of(const rigid::event& event) noexcept {
        return static_cast<std::uint32_t>(event.kind);
    }

    [[nodiscard]] static std::string_view phrase_of(const rigid::event& event) noexcept;
    [[nodiscard]] static std::string_view phrase_of(const rigid::input& input) noexcept;
    static constexpr std::array<event_lane, 3> lanes{event_lane{"collisions", "Collisions"},
                                                     event_lane{"destruction", "Coming and going"},
                                                     event_lane{"sleep", "Sleep"}};
    [[nodiscard]] static std::optional<std::size_t> lane_of(const rigid::event& event) noexcept;
    [[nodiscard]] static std::optional<vector3> event_position(const rigid::event& event) noexcept;
    [[nodiscard]] static std::optional<vector3> input_position(const rigid::input& input) noexcept;

    [[nodiscard]] static bool is_collision(const rigid::event& event) noexcept {
        return event.kind == rigid::event_kind::contact_began;
    }

    [[nodiscard]] static vector3 point_of(const rigid::event& event) noexcept { return event.point; }

    [[nodiscard]] static scalar impulse_of(const rigid::event& event, const world&) noexcept {
        return event.impulse;
    }

    [[nodiscard]] static bool is_contact(const rigid::event& event) noexcept { return is_collision(event); }

    [[nodiscard]] static std::string wall_name(const rigid::event&, const world&) { return {}; }

    [[nodiscard]] static entity_key created_by(const rigid::event& event) noexcept;
    [[nodiscard]] static entity_key removed_by(const rigid::event& event) noexcept;
    static constexpr std::optional sleep_kind{static_cast<std::uint32_t>(rigid::event_kind::fell_asleep)};
    static constexpr std::array<std::string_view, 12> phases{
        "broad phase", "narrow phase", "gather bodies", "fields",       "prepare constraints",
        "solver",      "restitution",  "continuous",    "write bodies", "remember contacts",
        "sleep",       "record"};

    // Quantities.
    static constexpr std::array<quantity, 5> quantities{
        quantity{quantity_kind::height, "height", "Height", "m", "centre of mass of all bodies"},
        quantity{quantity_kind::speed, "speed", "Speed", "m/s", "fastest body"},
        quantity{quantity_kind::energy, "energy", "Energy", "J", "all bodies"},
        quantity{quantity_kind::impulse, "impulse", "Contact impulse", "N s", "strongest collision"},
        quantity{quantity_kind::contacts, "contacts", "Contacts", "", "all bodies", false}};
    [[nodiscard]] static double measure(quantity_kind kind, entity_key key, const entity_form& form,
                                        const rigid::motion& motion,
                                        std::span<const rigid::field_source> sources, const world& rules);
    [[nodiscard]] static std::optional<double> measure_all(quantity_kind kind, const view& frame,
                                                           std::span<const rigid::field_source> sources,
                                                           const world& rules);
    [[nodiscard]] static std::vector<rigid::field_source> sources_of(const view& frame);

    // Edits.
    [[nodiscard]] static result<planned_edit<world>> plan(const edit& wanted, const view& frame,
                                                          const world& rules, const entity_names& names,
                                                          entity_key fresh);
};

static_assert(described_world<rigid::world>);

} // namespace orrery::apps
