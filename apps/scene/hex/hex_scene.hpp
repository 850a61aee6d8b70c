// A hex world from a scene file. Scenes count in cells of the screen, seconds and degrees; hex_units.hpp has
// what becomes of them.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/timeline/journal.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::scene_format {

// None where the scene says nothing. What is fired later has a key that no scene knows, and so no look of its
// own: it takes the colour of its type.
struct hex_colors {
    std::vector<std::optional<std::uint32_t>> tiles{}; // 0xRRGGBB, by number in rules::tile_types
    std::vector<std::optional<std::uint32_t>> types{}; // by number in rules::object_types
};

// A first frame, what is done to it later, and what its objects are called. Objects have the keys 1, 2, 3 ...
// in the order in which the document and its generators name them; those that inputs create come after them.
struct hex_scene {
    hex::world world;
    std::vector<time::journal_entry<hex::input>> inputs{}; // author 0, in the order of the document
    std::vector<look> looks{};                             // by key
    hex_colors colors{};
};

// What the schema cannot see (a tile that is not there, a composite that is too large, more records than an
// arena holds) is refused here, as precisely.
[[nodiscard]] result<hex_scene> build_hex(const scene_file& scene, engine& machine);

// The looks and colours alone, for whoever opens a recording that carries the scene.
struct hex_appearance {
    std::vector<look> looks{};
    hex_colors colors{};
};

[[nodiscard]] hex_appearance hex_appearance_of(const scene_file& scene);

} // namespace orrery::scene_format
