// How a studio looks at a world of rigid bodies: what a body looks like, what can be measured of it, which
// events are worth a lane, and how what a page asks for becomes an input. A lens is what a world needs to be
// shown; everything else in the studio is the same for all of them. It is immutable, and shared by all
// courses.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/scene/rigid/rigid_scene.hpp"
#include "apps/studio/session/census_difference.hpp"
#include "apps/studio/session/lens.hpp"
#include "apps/studio/session/look_list.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/core/frame_record.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/history.hpp>
#include <orrery/timeline/recording_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

class rigid_lens {
public:
    using world = rigid::world;
    using form = entity_form;
    using motion = rigid::motion;
    using event = rigid::event;
    using history = time::history<rigid::world>;

    explicit rigid_lens(const scene_format::rigid_scene& scene);
    explicit rigid_lens(const world& without_looks);

    // What opening a scene takes, and opening a recording without one.
    [[nodiscard]] static result<scene_format::rigid_scene> build(const scene_format::scene_file& scene,
                                                                 engine& machine);
    [[nodiscard]] static result<world> rules_from(const time::recording_header& header, engine& machine);

    [[nodiscard]] const look_list& looks() const noexcept { return looks_; }

    // What pages are told of worlds of other kinds.
    [[nodiscard]] static std::vector<tile_look> tiles() { return {}; }

    [[nodiscard]] static std::vector<std::string> blueprints() { return {}; }

    [[nodiscard]] static std::vector<wall_look> walls() { return {}; }

    static constexpr bool has_materials = true;

    [[nodiscard]] static double time_step(const world& rules) noexcept { return rules.settings().time_step; }

    // Frames.
    [[nodiscard]] static vector3 position_of(const motion& where) noexcept { return where.position; }

    [[nodiscard]] static transform3 pose_of(const motion& where) noexcept {
        return {where.position, where.orientation};
    }

    [[nodiscard]] static transform3 blend(const motion& from, const motion& to, scalar fraction) noexcept;
    // A hash of all that is shown of an entity beside its pose.
    [[nodiscard]] static std::uint64_t look_of(entity_key key, const form& what);
    void write_census(const census_excerpt<form>& who, const history& known, json::writer& out) const;
    // The kind of interval during which an entity sleeps.
    static constexpr std::optional sleep{static_cast<std::uint32_t>(rigid::event_kind::fell_asleep)};

    // The stages of a step in their order, as their zones are called.
    static constexpr std::array<std::string_view, 12> phases{
        "broad phase", "narrow phase", "gather bodies", "fields",       "prepare constraints",
        "solver",      "restitution",  "continuous",    "write bodies", "remember contacts",
        "sleep",       "record"};

    // Events.
    static constexpr std::array<lane, 3> lanes{
        lane{"collisions", "Collisions"}, lane{"destruction", "Coming and going"}, lane{"sleep", "Sleep"}};
    // A place in lanes; nothing if the event is in none, or only ends what is there already.
    [[nodiscard]] static std::optional<std::size_t> lane_of(const event& what) noexcept;
    [[nodiscard]] static std::string_view word_for(const event& what) noexcept;
    [[nodiscard]] static std::string_view word_for(const rigid::input& what) noexcept;
    [[nodiscard]] static std::optional<vector3> place_of(const event& what) noexcept;
    [[nodiscard]] static std::optional<vector3> place_of(const rigid::input& what) noexcept;

    // Of a collision.
    [[nodiscard]] static vector3 point_of(const event& what) noexcept { return what.point; }

    [[nodiscard]] static scalar impulse_of(const event& what, const world&) noexcept { return what.impulse; }

    [[nodiscard]] static bool is_collision(const event& what) noexcept;

    // For as long as its interval lasts, two touch.
    [[nodiscard]] static bool is_touch(const event& what) noexcept { return is_collision(what); }

    // The name of the wall that it is about, in a world that has them.
    [[nodiscard]] static std::string wall_of(const event&) { return {}; }

    // Who begins, and who ceases, to be by it; none if nobody does.
    [[nodiscard]] static entity_key newcomer_of(const event& what) noexcept;
    [[nodiscard]] static entity_key leaver_of(const event& what) noexcept;

    // Quantities.
    static constexpr std::array<quantity, 4> quantities{
        quantity{"height", "Height", "m"}, quantity{"speed", "Speed", "m/s"},
        quantity{"energy", "Energy", "J"}, quantity{"impulse", "Contact impulse", "N s"}};
    // Of one entity in one frame; `sources` are the attractors of that frame. Impulses come from events.
    [[nodiscard]] static double measure(std::size_t which, entity_key key, const form& what,
                                        const motion& where, std::span<const rigid::field_source> sources,
                                        const world& rules);
    // Of all that is there.
    [[nodiscard]] static double measure(std::size_t which, const time::frame_view<world>& view,
                                        std::span<const rigid::field_source> sources, const world& rules);
    static constexpr std::size_t impulse_quantity = 3;
    // How long a unit of the world is, as pages count.
    static constexpr scalar length_unit = 1;
    // Whether it is told that something comes near it.
    [[nodiscard]] static bool is_worth_passing(const form& what) noexcept;
    // A 32-bit word of a motion, in words: "position.x", and the number that it is part of.
    [[nodiscard]] static std::string word_name(std::size_t word);
    [[nodiscard]] static std::string word_value(const motion& of, std::size_t word);

    // Details and inspection. Where details tell of the step that made a frame, the world has made it.
    static constexpr bool has_step_details = false;
    static void write_details(const world& there, const time::frame_view<world>& view, const history& known,
                              json::writer& out);
    static void write_state(entity_key key, const form& what, const motion& where,
                            std::span<const rigid::field_source> sources, const world& rules,
                            json::writer& out);

    // Changes. `view` is the frame in which the change acts.
    [[nodiscard]] result<planned_change<world>> plan(const request& asked,
                                                     const time::frame_view<world>& view, const world& rules,
                                                     entity_key fresh) const;

private:
    look_list looks_;
};

} // namespace orrery::studio
