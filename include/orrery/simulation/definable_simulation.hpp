// A world that inputs can refer to definitions of: a blueprint that bodies are created from, say. A
// definition is a value with an id that follows from its content, so the same definition has the same id in
// every copy of a world and on every machine. A world only ever learns definitions; it forgets none, and what
// it knows is no part of its frames. A timeline keeps definitions in its journal, and sees to it that every
// copy of the world knows all of them in every frame.
//
// Optional: timelines of other worlds refuse definitions.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/simulation.hpp>

#include <concepts>
#include <cstdint>

namespace orrery {

template <typename World>
concept definable_simulation =
    simulation<World> && std::copyable<typename World::definition_type> &&
    std::equality_comparable<typename World::definition_type> &&
    requires(World& world, const World& reader, const typename World::definition_type& definition,
             const typename World::input_type& input, std::uint64_t id) {
        // A function of the content alone, and never 0.
        { definition_id(definition) } -> std::same_as<std::uint64_t>;
        // Whether define() would take it. Refused: content that no world can use, references to definitions
        // that this world does not know, and other content under an id that this world knows.
        { reader.check_definition(definition) } -> std::same_as<status>;
        // Known from now on, also after restore() and in forks. The frame and its hash stay as they are. A
        // definition that is known already changes nothing.
        { world.define(definition) } -> std::same_as<status>;
        { reader.has_definition(id) } -> std::same_as<bool>;
        // The id of the definition that an input refers to, or 0. Without it the input does nothing to the
        // state.
        { World::definition_of(input) } -> std::same_as<std::uint64_t>;
    };

// Definitions that can be written to bytes and read again: what recordings of such a world need. What
// load_definition() accepts still has to pass check_definition().
template <typename World>
concept storable_definitions =
    definable_simulation<World> && requires(byte_writer& out, byte_reader& in, const World& rules,
                                            const typename World::definition_type& definition) {
        save_definition(out, definition);
        { load_definition(in, rules) } -> std::same_as<result<typename World::definition_type>>;
    };

// The type of definitions of a world that has none.
struct no_definition {
    friend bool operator==(const no_definition&, const no_definition&) = default;
};

namespace detail {

template <typename World>
struct definition_type_of {
    using type = no_definition;
};

template <definable_simulation World>
struct definition_type_of<World> {
    using type = typename World::definition_type;
};

} // namespace detail

template <typename World>
using definition_type_of = typename detail::definition_type_of<World>::type;

} // namespace orrery
