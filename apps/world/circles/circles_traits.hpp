// Worlds of circles, described for applications (world_traits.hpp): units, seconds and radians, as the world
// has them to the last bit.
#pragma once

#include "apps/scene/circles/circles_scene.hpp"
#include "apps/world/circles/circles_timeline.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/circles/event.hpp>
#include <orrery/circles/input.hpp>
#include <orrery/circles/world.hpp>

namespace orrery::apps {

template <>
struct world_traits<circles::world> {
    using world = circles::world;
    using view = time::frame_view<world>;

    // 0xRRGGBB, by index in the lists of the rules; none where the scene says nothing.
    struct palette {
        std::vector<std::optional<std::uint32_t>> walls{};
        std::vector<std::optional<std::uint32_t>> blueprints{};
    };

    static constexpr std::string_view things = "circles";
    static constexpr bool has_materials = false;

    // Construction.
    [[nodiscard]] static result<built_scene<world>> build(const scene_format::scene_file& scene,
                                                          engine& machine);
    [[nodiscard]] static scene_look<world> look_of(const scene_format::scene_file& scene);
    [[nodiscard]] static result<world> from_rules(std::span<const std::byte> rules, engine& machine);

    static void add_surfaces(const scene_format::scene_file&, engine&, world&) {}

    [[nodiscard]] static double time_step(const world& there) noexcept { return there.rules().time_step; }

    [[nodiscard]] static std::size_t entity_count(const world& there) { return there.current().size(); }

    [[nodiscard]] static std::vector<tile_look> tiles(const world&, const palette&) { return {}; }

    [[nodiscard]] static std::vector<std::string> blueprints(const world& there);
    [[nodiscard]] static std::vector<wall_look> walls(const world& there, const palette& colors);

    // Motion.
    static constexpr std::array<std::string_view, 6> motion_fields{"position.x", "position.y", "angle",
                                                                   "velocity.x", "velocity.y", "spin"};

    [[nodiscard]] static std::array<scalar, motion_fields.size()> motion_values(const circles::motion& motion,
                                                                                const world&) noexcept;
    static constexpr length_unit length{"units"};

    [[nodiscard]] static vector3 position_of(const circles::motion& motion) noexcept {
        return {motion.position.x, motion.position.y, 0};
    }

    [[nodiscard]] static transform3 pose_of(const circles::motion& motion) noexcept;
    [[nodiscard]] static transform3 interpolate(const circles::motion& from, const circles::motion& to,
                                                scalar fraction) noexcept;

    [[nodiscard]] static vector3 shape_offset(const circles::form&) noexcept { return {}; }

    [[nodiscard]] static value_difference first_difference(const circles::motion& a, const circles::motion& b,
                                                           std::size_t word);
    // "surface.friction"
    [[nodiscard]] static value_difference first_difference(const circles::form& a, const circles::form& b);
    // Contacts and their impulses.
    [[nodiscard]] static std::optional<value_difference> first_difference(const world& a, const world& b);

    [[nodiscard]] static bool is_worth_passing(const circles::form& form) noexcept {
        return form.is_sensor == 0;
    }

    // Events and inputs.
    static constexpr auto event_names = names_of_kinds<circles::event_kind, circles::event_kind_count>();
    static constexpr auto input_names = names_of_kinds<circles::input_kind, circles::input_kind_count>();

    [[nodiscard]] static std::uint32_t kind_of(const circles::event& event) noexcept {
        return static_cast<std::uint32_t>(event.kind);
    }

    [[nodiscard]] static std::string_view phrase_of(const circles::event& event) noexcept;
    [[nodiscard]] static std::string_view phrase_of(const circles::input& input) noexcept;
    static constexpr std::array<event_lane, 3> lanes{event_lane{"collisions", "Impacts"},
                                                     event_lane{"touching", "Touching"},
                                                     event_lane{"destruction", "Coming and going"}};
    [[nodiscard]] static std::optional<std::size_t> lane_of(const circles::event& event) noexcept;
    [[nodiscard]] static std::optional<vector3> event_position(const circles::event& event) noexcept;
    [[nodiscard]] static std::optional<vector3> input_position(const circles::input& input) noexcept;

    [[nodiscard]] static bool is_collision(const circles::event& event) noexcept {
        return event.kind == circles::event_kind::impact;
    }

    [[nodiscard]] static vector3 point_of(const circles::event& event) noexcept {
        return {event.point.x, event.point.y, 0};
    }

    [[nodiscard]] static scalar impulse_of(const circles::event& event, const world&) noexcept {
        return event.impulse;
    }

    // Also with a wall.
    [[nodiscard]] static bool is_contact(const circles::event& event) noexcept {
        return event.kind == circles::event_kind::began;
    }

    [[nodiscard]] static std::string wall_name(const circles::event& event, const world& there);
    [[nodiscard]] static entity_key created_by(const circles::event& event) noexcept;
    [[nodiscard]] static entity_key removed_by(const circles::event& event) noexcept;
    // Circles do not sleep.
    static constexpr std::optional<std::uint32_t> sleep_kind{};
    static constexpr std::array<std::string_view, 6> phases{"contacts",       "walls",   "vicinity",
                                                            "first meetings", "impacts", "arrival"};

    // Quantities.
    static constexpr std::array<quantity, 5> quantities{
        quantity{quantity_kind::height, "height", "Height", "units", "centre of mass of all circles"},
        quantity{quantity_kind::speed, "speed", "Speed", "units/s", "fastest circle"},
        quantity{quantity_kind::energy, "energy", "Energy", "mass units\u00b2/s\u00b2", "all circles"},
        quantity{quantity_kind::impulse, "impulse", "Impulse", "mass units/s", "strongest impact"},
        quantity{quantity_kind::contacts, "contacts", "Contacts", "", "all circles", false}};
    [[nodiscard]] static double measure(quantity_kind kind, entity_key key, const circles::form& form,
                                        const circles::motion& motion,
                                        std::span<const circles::field_source> sources, const world& rules);
    [[nodiscard]] static std::optional<double> measure_all(quantity_kind kind, const view& frame,
                                                           std::span<const circles::field_source> sources,
                                                           const world& rules);

    [[nodiscard]] static std::vector<circles::field_source> sources_of(const view&) { return {}; }

    // Edits.
    [[nodiscard]] static result<planned_edit<world>> plan(const edit& wanted, const view& frame,
                                                          const world& rules, const entity_names& names,
                                                          entity_key fresh);
};

static_assert(described_world<circles::world>);

} // namespace orrery::apps
