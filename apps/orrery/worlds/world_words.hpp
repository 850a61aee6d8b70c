// What the command has to be told about each kind of world, and the small types that this is told in.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/math/scalar.hpp>
#include <orrery/timeline/journal.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace orrery::command {

// A first frame, what is done to it later, and what its entities are called.
template <typename World>
struct built_scene {
    World world;
    std::vector<time::journal_entry<typename World::input_type>> inputs;
    std::vector<scene_format::look> looks;
};

// What can be plotted, of one entity or of all.
enum class quantity : std::uint8_t { energy, speed, height, contacts, impulse };

struct quantity_words {
    quantity what = quantity::energy;
    std::string_view name{};
    std::string_view unit{};
    std::string_view of_all{}; // what it means when no entity is named
};

// What positions are counted in, for people.
struct length_words {
    std::string_view name{};
    scalar size = 1; // of one unit of a position in it
};

// Specialised for each kind of world.
template <typename World>
struct world_words;

} // namespace orrery::command
