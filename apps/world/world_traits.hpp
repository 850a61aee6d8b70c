// Everything that applications have to know about a kind of world, described once: how a scene becomes a
// world, what events, inputs and quantities are called, where things are, what can be measured, and which
// input an edit becomes. The command line writes it as text, the studio as JSON for its pages, converters as
// tables and scenes.
//
// world_traits<World> is specialised for each kind in rigid/rigid_traits.hpp, circles/circles_traits.hpp and
// hex/hex_traits.hpp; all its members are static. The concept described_world lists what a specialisation
// has, member by member. Another kind of world joins with its specialisation and one line in all_worlds.hpp.
//
// Vectors are in the length unit of the world; those of worlds in a plane have z = 0. Y points up.
#pragma once

#include "apps/scene/scene_file.hpp"
#include "apps/world/edit.hpp"
#include "apps/world/entity_names.hpp"
#include "apps/world/quantity.hpp"
#include "apps/world/value_difference.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/math/vector2.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/simulation/storable_simulation.hpp>
#include <orrery/timeline/frame_view.hpp>
#include <orrery/timeline/journal.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace orrery::apps {

template <typename World>
struct world_traits;

// What a scene says about how its entities are shown. Default constructed: nothing, as of a recording without
// a scene.
template <typename World>
struct scene_look {
    entity_names names{};
    typename world_traits<World>::palette palette{};
};

// A scene as a world: the first frame, what is done to it later, and how it is shown.
template <typename World>
struct built_scene {
    World world;
    std::vector<time::journal_entry<typename World::input_type>> inputs{};
    scene_look<World> look{};
};

// A group of events that are shown together, such as a row under a timeline.
struct event_lane {
    std::string_view name{};  // "collisions", as messages call it
    std::string_view title{}; // "Collisions", for people
};

// How a type of tile is shown, in a world that has them.
struct tile_look {
    std::string name{};
    std::optional<std::uint32_t> color{}; // 0xRRGGBB
};

// What does not move, in a world that has walls: a circle if it has one point, else a chain of edges.
struct wall_look {
    std::string name{};
    std::vector<vector2> points{};
    scalar radius = 0;
    bool is_closed = false;
    scalar kick = 0;
    bool is_sensor = false;
    std::optional<std::uint32_t> color{}; // 0xRRGGBB
};

// How a scene, or the rules that a recording carries, become a world.
template <typename World>
concept built_from_scenes =
    requires(const scene_format::scene_file& scene, std::span<const std::byte> rules, engine& machine,
             const World& there, World& into, const typename world_traits<World>::palette& palette) {
        // What a scene says about colours beside those of its entities. Default constructed: nothing.
        requires std::default_initializable<typename world_traits<World>::palette>;
        { world_traits<World>::build(scene, machine) } -> std::same_as<result<built_scene<World>>>;
        // The names and colours alone, for whoever opens a recording that carries the scene.
        { world_traits<World>::look_of(scene) } -> std::same_as<scene_look<World>>;
        // An empty world with the rules that the header of a recording carries.
        { world_traits<World>::from_rules(rules, machine) } -> std::same_as<result<World>>;
        // What is too large for recordings is made again by the scene that they carry.
        world_traits<World>::add_surfaces(scene, machine, into);
        // Seconds.
        { world_traits<World>::time_step(there) } -> std::same_as<double>;
        // Of entities that a time database lists.
        { world_traits<World>::entity_count(there) } -> std::same_as<std::size_t>;
        // What such a world is made of, for messages: "rigid bodies".
        { world_traits<World>::things } -> std::convertible_to<std::string_view>;
        // What the rules have for people to see; empty in worlds without such things.
        { world_traits<World>::tiles(there, palette) } -> std::same_as<std::vector<tile_look>>;
        { world_traits<World>::blueprints(there) } -> std::same_as<std::vector<std::string>>;
        { world_traits<World>::walls(there, palette) } -> std::same_as<std::vector<wall_look>>;
    };

// Where entities are and how two states differ.
template <typename World>
concept has_described_motion =
    requires(const typename World::motion_type& motion, const typename World::form_type& form,
             const World& there, scalar fraction, std::size_t word) {
        // The numbers of a motion for people and tables: what each is called, and its value.
        { world_traits<World>::motion_fields[0] } -> std::convertible_to<std::string_view>;
        { world_traits<World>::motion_values(motion, there).size() } -> std::same_as<std::size_t>;
        { world_traits<World>::length } -> std::convertible_to<length_unit>;
        { world_traits<World>::position_of(motion) } -> std::same_as<vector3>;
        // Of the centre of mass.
        { world_traits<World>::pose_of(motion) } -> std::same_as<transform3>;
        // Between two frames. Angles go the short way.
        { world_traits<World>::interpolate(motion, motion, fraction) } -> std::same_as<transform3>;
        // Where the frame of the shape is, from the centre of mass.
        { world_traits<World>::shape_offset(form) } -> std::same_as<vector3>;
        // The motions differ in this 32-bit word, and not before.
        { world_traits<World>::first_difference(motion, motion, word) } -> std::same_as<value_difference>;
        { world_traits<World>::first_difference(form, form) } -> std::same_as<value_difference>;
        // What motions and forms do not show, such as contacts and sleep.
        {
            world_traits<World>::first_difference(there, there)
        } -> std::same_as<std::optional<value_difference>>;
        // Whether people want to know that something passes near it.
        { world_traits<World>::is_worth_passing(form) } -> std::same_as<bool>;
    };

// What happens, and what is done to a world.
template <typename World>
concept has_described_events = requires(const typename World::event_type& event,
                                        const typename World::input_type& input, const World& there) {
    // By kind, as the library calls them: "contact_began".
    { world_traits<World>::event_names[0] } -> std::convertible_to<std::string_view>;
    { world_traits<World>::input_names[0] } -> std::convertible_to<std::string_view>;
    { world_traits<World>::kind_of(event) } -> std::same_as<std::uint32_t>;
    // What entity `a` does, for people: "touches"; and what the input is: "push".
    { world_traits<World>::phrase_of(event) } -> std::same_as<std::string_view>;
    { world_traits<World>::phrase_of(input) } -> std::same_as<std::string_view>;
    { world_traits<World>::lanes[0] } -> std::convertible_to<event_lane>;
    // An index in lanes; nothing if the event is in none, or only ends what is there already.
    { world_traits<World>::lane_of(event) } -> std::same_as<std::optional<std::size_t>>;
    { world_traits<World>::event_position(event) } -> std::same_as<std::optional<vector3>>;
    { world_traits<World>::input_position(input) } -> std::same_as<std::optional<vector3>>;
    // A collision has a point and an impulse.
    { world_traits<World>::is_collision(event) } -> std::same_as<bool>;
    { world_traits<World>::point_of(event) } -> std::same_as<vector3>;
    { world_traits<World>::impulse_of(event, there) } -> std::same_as<scalar>;
    // Whether two touch, or one is in a sensor, for as long as the interval lasts that the event begins.
    { world_traits<World>::is_contact(event) } -> std::same_as<bool>;
    // The wall that it is about: "flipper", or "wall 12" for one without a name; empty if it is about none.
    { world_traits<World>::wall_name(event, there) } -> std::same_as<std::string>;
    // The entity that the event brings into being, and the one that it ends; none if there is none.
    { world_traits<World>::created_by(event) } -> std::same_as<entity_key>;
    { world_traits<World>::removed_by(event) } -> std::same_as<entity_key>;
    // The kind of interval during which an entity sleeps, in a world where that can be told.
    { world_traits<World>::sleep_kind } -> std::convertible_to<std::optional<std::uint32_t>>;
    // The stages of a step in their order, as their profiling zones are called.
    { world_traits<World>::phases[0] } -> std::convertible_to<std::string_view>;
};

// What can be measured. Sources are those of the frame.
template <typename World>
concept has_quantities =
    requires(quantity_kind kind, entity_key key, const typename World::form_type& form,
             const typename World::motion_type& motion, const time::frame_view<World>& view,
             std::span<const typename World::source_type> sources, const World& rules) {
        // In the order in which they are shown.
        { world_traits<World>::quantities[0] } -> std::convertible_to<quantity>;
        // Of one entity. Quantities that are counted from events are 0 here: see event_series.hpp.
        { world_traits<World>::measure(kind, key, form, motion, sources, rules) } -> std::same_as<double>;
        // Of all that is in a frame; nothing where that has no meaning, such as the centre of mass of an
        // empty world.
        {
            world_traits<World>::measure_all(kind, view, sources, rules)
        } -> std::same_as<std::optional<double>>;
        { world_traits<World>::sources_of(view) } -> std::same_as<std::vector<typename World::source_type>>;
    };

// How an edit becomes an input. `view` is the frame in which it acts; what is spawned gets the key `fresh`.
template <typename World>
concept editable = requires(const edit& wanted, const time::frame_view<World>& view, const World& rules,
                            const entity_names& names, entity_key fresh) {
    // Refused with one sentence where the edit is not possible.
    {
        world_traits<World>::plan(wanted, view, rules, names, fresh)
    } -> std::same_as<result<planned_edit<World>>>;
    // Whether single entities have materials, which edits can change.
    { world_traits<World>::has_materials } -> std::convertible_to<bool>;
};

template <typename World>
concept described_world =
    storable_simulation<World> && built_from_scenes<World> && has_described_motion<World> &&
    has_described_events<World> && has_quantities<World> && editable<World>;

// The names of all kinds of an enumeration from 0 on, by kind. Each must have one.
template <typename Kind, std::size_t Count>
[[nodiscard]] consteval std::array<std::string_view, Count> names_of_kinds() {
    std::array<std::string_view, Count> names{};
    for (std::size_t kind = 0; kind < Count; ++kind) {
        names[kind] = name_of(static_cast<Kind>(kind));
    }
    return names;
}

// The index of a quantity in the table of a world.
template <typename World>
[[nodiscard]] std::optional<std::size_t> find_quantity(std::string_view name) noexcept {
    const auto& all = world_traits<World>::quantities;
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (all[index].name == name) {
            return index;
        }
    }
    return {};
}

} // namespace orrery::apps
