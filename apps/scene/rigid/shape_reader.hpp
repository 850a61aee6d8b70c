// Shapes, and what they break into, from a document that has passed the schema.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/rigid/shapes/shape_store.hpp>
#include <orrery/rigid/shapes/shatter.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery::scene_format {

class shape_reader {
public:
    // Hulls and compounds go into the store. Reads the scene's named shapes.
    shape_reader(const scene_file& scene, rigid::shape_store& store, reading& notes);

    // A name or a shape; what is not possible is refused.
    [[nodiscard]] std::optional<rigid::shape> read(const json::cursor& what, reading& notes);

    // The pieces of a "shattered" or "cells" fracture.
    [[nodiscard]] std::vector<rigid::shape_piece> shatter(const json::cursor& fracture,
                                                          const rigid::shape& whole, reading& notes);

private:
    [[nodiscard]] std::optional<rigid::shape> read_new(const json::cursor& what, reading& notes);
    [[nodiscard]] std::optional<rigid::shape> read_hull(const json::cursor& what, reading& notes);
    [[nodiscard]] std::optional<rigid::shape> read_compound(const json::cursor& what, reading& notes);
    [[nodiscard]] std::vector<vector3> random_points(const rigid::shape& within, std::uint64_t count,
                                                     std::uint64_t seed) const;

    rigid::shape_store& store_;
    std::map<std::string, rigid::shape, std::less<>> named_;
    std::size_t pieces_ = 0; // of all fractures so far
};

} // namespace orrery::scene_format
