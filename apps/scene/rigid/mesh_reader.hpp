// Surfaces of triangles from a document that has passed the schema: written out, as a grid of heights, as a
// landscape that is computed, or in a file beside the scene.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/rigid/shapes/shape_store.hpp>

#include <optional>

namespace orrery::scene_format {

// Whether a shape of this kind is one.
[[nodiscard]] bool is_surface(std::string_view kind) noexcept;

// What is not possible is refused.
[[nodiscard]] std::optional<rigid::shape> read_surface(const json::cursor& what, rigid::shape_store& store,
                                                       reading& notes);

} // namespace orrery::scene_format
