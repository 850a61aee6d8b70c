// A world of circles from a scene file. Scenes count in units, seconds and degrees; y points up.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/timeline/journal.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::scene_format {

// 0xRRGGBB, by number in rules::walls; none where the scene says nothing.
using wall_colors = std::vector<std::optional<std::uint32_t>>;

// A first frame, what is done to it later, and what its circles are called. Circles have the keys 1, 2, 3 ...
// in the order in which the document and its generators name them; those that inputs create come after them.
struct circles_scene {
    circles::world world;
    std::vector<time::journal_entry<circles::input>> inputs{}; // author 0, in the order of the document
    std::vector<look> looks{};                                 // by key
    scene_format::wall_colors wall_colors{};
    std::vector<std::optional<std::uint32_t>> blueprint_colors{}; // the same by number in rules::blueprints
};

// What the schema cannot see (a chain that crosses itself, a group that is not there, a box that has no room)
// is refused here, as precisely.
[[nodiscard]] result<circles_scene> build_circles(const scene_file& scene, engine& machine);

// The looks and colours alone, for whoever opens a recording that carries the scene.
struct circles_appearance {
    std::vector<look> looks{};
    scene_format::wall_colors wall_colors{};
    std::vector<std::optional<std::uint32_t>> blueprint_colors{};
};

[[nodiscard]] circles_appearance circles_appearance_of(const scene_file& scene);

} // namespace orrery::scene_format
