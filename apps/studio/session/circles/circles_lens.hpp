// How a studio looks at a world of circles (see rigid_lens.hpp for what a lens is): circles as discs, walls
// as what the rules have, everything in the plane z = 0. It is immutable, and shared by all courses.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/scene/circles/circles_scene.hpp"
#include "apps/studio/session/census_difference.hpp"
#include "apps/studio/session/lens.hpp"
#include "apps/studio/session/look_list.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/circles/world_archive.hpp>
#include <orrery/core/frame_record.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/timeline/history.hpp>
#include <orrery/timeline/recording_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

class circles_lens {
public:
    using world = circles::world;
    using form = circles::form;
    using motion = circles::motion;
    using event = circles::event;
    using history = time::history<circles::world>;

    explicit circles_lens(const scene_format::circles_scene& scene);
    explicit circles_lens(const world& without_looks);

    // What opening a scene takes, and opening a recording without one.
    [[nodiscard]] static result<scene_format::circles_scene> build(const scene_format::scene_file& scene,
                                                                   engine& machine);
    [[nodiscard]] static result<world> rules_from(const time::recording_header& header, engine& machine);

    [[nodiscard]] const look_list& looks() const noexcept { return looks_; }

    // What pages are told of the rules.
    [[nodiscard]] static std::vector<tile_look> tiles() { return {}; }

    [[nodiscard]] std::vector<std::string> blueprints() const;
    [[nodiscard]] std::vector<wall_look> walls() const;
    static constexpr bool has_materials = false;

    [[nodiscard]] static double time_step(const world& there) noexcept { return there.rules().time_step; }

    // Frames.
    [[nodiscard]] static vector3 position_of(const motion& where) noexcept {
        return {where.position.x, where.position.y, 0};
    }

    [[nodiscard]] static transform3 pose_of(const motion& where) noexcept;
    // Angles go the short way.
    [[nodiscard]] static transform3 blend(const motion& from, const motion& to, scalar fraction) noexcept;
    // A hash of all that is shown of a circle beside its pose.
    [[nodiscard]] static std::uint64_t look_of(entity_key key, const form& what);
    void write_census(const census_excerpt<form>& who, const history& known, json::writer& out) const;
    // Circles do not sleep.
    static constexpr std::optional<std::uint32_t> sleep{};

    // The stages of a step in their order, as their zones are called.
    static constexpr std::array<std::string_view, 6> phases{"contacts",       "walls",   "vicinity",
                                                            "first meetings", "impacts", "arrival"};

    // Events.
    static constexpr std::array<lane, 3> lanes{lane{"collisions", "Impacts"}, lane{"touching", "Touching"},
                                               lane{"destruction", "Coming and going"}};
    // A place in lanes; nothing if the event is in none, or only ends what is there already.
    [[nodiscard]] static std::optional<std::size_t> lane_of(const event& what) noexcept;
    [[nodiscard]] static std::string_view word_for(const event& what) noexcept;
    [[nodiscard]] static std::string_view word_for(const circles::input& what) noexcept;
    [[nodiscard]] static std::optional<vector3> place_of(const event& what) noexcept;
    [[nodiscard]] static std::optional<vector3> place_of(const circles::input& what) noexcept;

    // Of a collision.
    [[nodiscard]] static vector3 point_of(const event& what) noexcept {
        return {what.point.x, what.point.y, 0};
    }

    [[nodiscard]] static scalar impulse_of(const event& what, const world&) noexcept { return what.impulse; }

    [[nodiscard]] static bool is_collision(const event& what) noexcept {
        return what.kind == circles::event_kind::impact;
    }

    // For as long as its interval lasts, two touch, or one is in a sensor.
    [[nodiscard]] static bool is_touch(const event& what) noexcept {
        return what.kind == circles::event_kind::began;
    }

    // The name of the wall that it is about: "flipper" or "wall 12"; empty if it is about none.
    [[nodiscard]] std::string wall_of(const event& what) const;
    // Who begins, and who ceases, to be by it; none if nobody does.
    [[nodiscard]] static entity_key newcomer_of(const event& what) noexcept;
    [[nodiscard]] static entity_key leaver_of(const event& what) noexcept;

    // Quantities.
    static constexpr std::array<quantity, 4> quantities{
        quantity{"height", "Height", "units"}, quantity{"speed", "Speed", "units/s"},
        quantity{"energy", "Energy", "mass units\u00b2/s\u00b2"},
        quantity{"impulse", "Impulse", "mass units/s"}};
    // Of one circle in one frame. Impulses come from events.
    [[nodiscard]] static double measure(std::size_t which, entity_key key, const form& what,
                                        const motion& where, std::span<const circles::field_source> sources,
                                        const world& rules);
    // Of all that is there.
    [[nodiscard]] static double measure(std::size_t which, const time::frame_view<world>& view,
                                        std::span<const circles::field_source> sources, const world& rules);
    static constexpr std::size_t impulse_quantity = 3;
    // How long a unit of the world is, as pages count.
    static constexpr scalar length_unit = 1;

    // Whether it is told that something comes near it.
    [[nodiscard]] static bool is_worth_passing(const form& what) noexcept { return what.is_sensor == 0; }

    // A 32-bit word of a motion, in words: "position.x", and the number that it is part of.
    [[nodiscard]] static std::string word_name(std::size_t word);
    [[nodiscard]] static std::string word_value(const motion& of, std::size_t word);

    // Details and inspection. Islands are of the step that made the frame.
    static constexpr bool has_step_details = true;
    void write_details(const world& there, const time::frame_view<world>& view, const history& known,
                       json::writer& out) const;
    void write_state(entity_key key, const form& what, const motion& where,
                     std::span<const circles::field_source> sources, const world& rules,
                     json::writer& out) const;

    // Changes. `view` is the frame in which the change acts.
    [[nodiscard]] result<planned_change<world>> plan(const request& asked,
                                                     const time::frame_view<world>& view, const world& rules,
                                                     entity_key fresh) const;

private:
    // Its own, or that of the blueprint that it is like: what is spawned has a key that no scene knows.
    [[nodiscard]] std::optional<std::uint32_t> color_of(entity_key key, const form& what) const;

    look_list looks_;
    scene_format::wall_colors wall_colors_; // empty without a scene
    std::vector<std::optional<std::uint32_t>> blueprint_colors_;
    std::shared_ptr<const circles::rules> rules_;
};

} // namespace orrery::studio
