// How a studio looks at a world of rigid bodies: what a body looks like, what can be measured of it, which
// events are worth a lane, and how what a page asks for becomes an input. A lens is what a world needs to be
// shown; everything else in the studio is the same for all of them. It is immutable, and shared by all
// courses.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/scene/rigid_scene.hpp"
#include "apps/studio/session/lens.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/core/frame_record.hpp>
#include <orrery/core/hash.hpp>
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

    explicit rigid_lens(std::vector<scene_format::look> looks);

    // What opening a scene takes, and opening a recording without one.
    [[nodiscard]] static result<scene_format::rigid_scene> build(const scene_format::scene_file& scene,
                                                                 engine& machine);
    [[nodiscard]] static result<world> rules_from(const time::recording_header& header, engine& machine);

    [[nodiscard]] std::span<const scene_format::look> looks() const noexcept { return looks_; }

    // Empty when it has none.
    [[nodiscard]] std::string_view name_of(entity_key key) const noexcept;
    // "ball" or "entity 12".
    [[nodiscard]] std::string called(entity_key key) const;

    [[nodiscard]] static double time_step(const world& rules) noexcept { return rules.settings().time_step; }

    // Frames.
    static void blend(const motion& from, const motion& to, scalar fraction, motion& out) noexcept;
    void hash_appearance(hasher& sum, entity_key key, const form& what) const;
    void write_census(const census<form>& who, const history& known, json::writer& out) const;
    // The kind of interval during which an entity sleeps.
    static constexpr auto sleep = static_cast<std::uint32_t>(rigid::event_kind::fell_asleep);

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
    [[nodiscard]] static std::optional<vector3> place_of(const rigid::input& what) noexcept;
    [[nodiscard]] static bool is_collision(const event& what) noexcept;
    [[nodiscard]] static bool is_arrival(const event& what) noexcept;
    [[nodiscard]] static bool is_departure(const event& what) noexcept;

    // Quantities.
    static constexpr std::array<quantity, 4> quantities{
        quantity{"height", "Height", "m"}, quantity{"speed", "Speed", "m/s"},
        quantity{"energy", "Energy", "J"}, quantity{"impulse", "Contact impulse", "N s"}};
    // Of one entity in one frame; `sources` are the attractors of that frame. Impulses come from events.
    [[nodiscard]] static double measure(std::size_t which, entity_key key, const form& what,
                                        const motion& where, std::span<const rigid::field_source> sources,
                                        const rigid::world_settings& settings);
    // Of all that is there.
    [[nodiscard]] static double measure(std::size_t which, const time::frame_view<world>& view,
                                        std::span<const rigid::field_source> sources,
                                        const rigid::world_settings& settings);
    static constexpr std::size_t impulse_quantity = 3;
    [[nodiscard]] static bool is_fixed(const form& what) noexcept;
    // A 32-bit word of a motion, in words: "position.x".
    [[nodiscard]] static std::string word_name(std::size_t word);

    // Details and inspection.
    void write_details(const world& there, const census<form>& who, json::writer& out) const;
    void write_state(entity_key key, const form& what, const motion& where,
                     std::span<const rigid::field_source> sources, const rigid::world_settings& settings,
                     json::writer& out) const;

    // Changes. `view` is the frame in which the change acts.
    [[nodiscard]] result<planned_change<world>> plan(const request& asked,
                                                     const time::frame_view<world>& view, const world& rules,
                                                     entity_key fresh) const;

private:
    std::vector<scene_format::look> looks_; // by key
};

} // namespace orrery::studio
