// How a studio looks at a hex world (see rigid_lens.hpp for what a lens is): composites as tiles, particles
// as points, lengths in cells, everything in the plane z = 0 with y pointing up. It is immutable, and shared
// by all courses.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/scene/hex/hex_scene.hpp"
#include "apps/studio/session/census_difference.hpp"
#include "apps/studio/session/hex/hex_page.hpp"
#include "apps/studio/session/lens.hpp"
#include "apps/studio/session/look_list.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/core/frame_record.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/hex/world_archive.hpp>
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

class hex_lens {
public:
    using world = hex::world;
    using form = hex::object_form;
    using motion = hex::recorded_motion;
    using event = hex::event;
    using history = time::history<hex::world>;

    explicit hex_lens(const scene_format::hex_scene& scene);
    explicit hex_lens(const world& without_looks);

    // What opening a scene takes, and opening a recording without one.
    [[nodiscard]] static result<scene_format::hex_scene> build(const scene_format::scene_file& scene,
                                                               engine& machine);
    [[nodiscard]] static result<world> rules_from(const time::recording_header& header, engine& machine);

    [[nodiscard]] const look_list& looks() const noexcept { return looks_; }

    // What pages are told of the rules.
    [[nodiscard]] std::vector<tile_look> tiles() const;
    [[nodiscard]] std::vector<std::string> blueprints() const;

    [[nodiscard]] static std::vector<wall_look> walls() { return {}; }

    static constexpr bool has_materials = false;

    [[nodiscard]] static double time_step(const world& there) noexcept {
        return 1.0 / there.rules().ticks_per_second;
    }

    // Frames.
    [[nodiscard]] static vector3 position_of(const motion& where) noexcept {
        return hex_page::to_vector(hex_page::to_page(where.position));
    }

    [[nodiscard]] static transform3 pose_of(const motion& where) noexcept;
    // Angles go the short way.
    [[nodiscard]] static transform3 blend(const motion& from, const motion& to, scalar fraction) noexcept;
    // A hash of all that is shown of an object beside its pose.
    [[nodiscard]] static std::uint64_t look_of(entity_key key, const form& what);
    void write_census(const census_excerpt<form>& who, const history& known, json::writer& out) const;
    // Nothing that can be seen of an object tells whether it sleeps.
    static constexpr std::optional<std::uint32_t> sleep{};

    // The stages of a step in their order, as their zones are called.
    static constexpr std::array<std::string_view, 4> phases{"move", "sort", "broad phase", "narrow phase"};

    // Events.
    static constexpr std::array<lane, 3> lanes{lane{"collisions", "Impacts"},
                                               lane{"destruction", "Destruction"}, lane{"coming", "Coming"}};
    // A place in lanes; nothing if the event is in none.
    [[nodiscard]] static std::optional<std::size_t> lane_of(const event& what) noexcept;
    [[nodiscard]] static std::string_view word_for(const event& what) noexcept;
    [[nodiscard]] static std::string_view word_for(const hex::input& what) noexcept;
    [[nodiscard]] static std::optional<vector3> place_of(const event& what) noexcept;
    [[nodiscard]] static std::optional<vector3> place_of(const hex::input& what) noexcept;

    // Of a collision.
    [[nodiscard]] static vector3 point_of(const event& what) noexcept {
        return hex_page::to_vector(hex_page::to_page(what.point));
    }

    [[nodiscard]] static scalar impulse_of(const event& what, const world& rules) noexcept;

    [[nodiscard]] static bool is_collision(const event& what) noexcept;

    [[nodiscard]] static bool is_touch(const event& what) noexcept { return is_collision(what); }

    [[nodiscard]] static std::string wall_of(const event&) { return {}; }

    // Who begins, and who ceases, to be by it; none if nobody does.
    [[nodiscard]] static entity_key newcomer_of(const event& what) noexcept;
    [[nodiscard]] static entity_key leaver_of(const event& what) noexcept;

    // Quantities.
    static constexpr std::array<quantity, 4> quantities{
        quantity{"speed", "Speed", "cells/s"}, quantity{"energy", "Energy", "mass cells\u00b2/s\u00b2"},
        quantity{"tiles", "Tiles", ""}, quantity{"impulse", "Impulse", "mass cells/s"}};
    // Of one object in one frame. Impulses come from events.
    [[nodiscard]] static double measure(std::size_t which, entity_key key, const form& what,
                                        const motion& where, std::span<const hex::field_source> sources,
                                        const world& rules);
    // Of all that is there.
    [[nodiscard]] static double measure(std::size_t which, const time::frame_view<world>& view,
                                        std::span<const hex::field_source> sources, const world& rules);
    static constexpr std::size_t impulse_quantity = 3;
    // How long a unit of the world is, as pages count.
    static constexpr scalar length_unit = scalar{1} / hex::cell_pitch;

    // Whether it is told that something comes near it: shots and debris are too many.
    [[nodiscard]] static bool is_worth_passing(const form& what) noexcept {
        return hex_page::is_composite(what);
    }

    // A 32-bit word of a motion, in words: "position.a", and its value.
    [[nodiscard]] static std::string word_name(std::size_t word);
    [[nodiscard]] static std::string word_value(const motion& of, std::size_t word);

    // Details and inspection.
    static constexpr bool has_step_details = false;
    void write_details(const world& there, const time::frame_view<world>& view, const history& known,
                       json::writer& out) const;
    void write_state(entity_key key, const form& what, const motion& where,
                     std::span<const hex::field_source> sources, const world& rules, json::writer& out) const;

    // Changes. `view` is the frame in which the change acts.
    [[nodiscard]] result<planned_change<world>> plan(const request& asked,
                                                     const time::frame_view<world>& view, const world& rules,
                                                     entity_key fresh) const;

private:
    look_list looks_;
    scene_format::hex_colors colors_; // empty lists without a scene
    std::shared_ptr<const hex::rules> rules_;
};

} // namespace orrery::studio
