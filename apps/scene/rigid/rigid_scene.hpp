// A world of rigid bodies from a scene file.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/journal.hpp>

#include <vector>

namespace orrery::scene_format {

// A first frame, what is done to it later, and what its bodies are called. Bodies have the keys 1, 2, 3 ...
// in the order in which the document and its generators name them.
struct rigid_scene {
    rigid::world world;
    std::vector<time::journal_entry<rigid::input>> inputs{}; // author 0, in the order of the document
    std::vector<look> looks{};                               // by key
};

// What the schema cannot see (a joint to a body that is not there, a body whose mass is not possible) is
// refused here, as precisely.
[[nodiscard]] result<rigid_scene> build_rigid(const scene_file& scene, engine& machine);

// The looks alone, for whoever opens a recording that carries the scene.
[[nodiscard]] std::vector<look> looks_of(const scene_file& scene);

} // namespace orrery::scene_format
