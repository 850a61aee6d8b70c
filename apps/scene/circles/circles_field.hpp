// The fields of scenes/builders/circle_fields.hpp as generators of scene files. They bring walls along and,
// where the scene says nothing about them, settings.
#pragma once

#include "apps/scene/circles/circles_book.hpp"

#include <orrery/circles/circle.hpp>

#include <vector>

namespace orrery::scene_format {

[[nodiscard]] bool is_circles_field(const json::cursor& generator);

// How many circles there will be, at most.
[[nodiscard]] double circles_field_count(const json::cursor& generator);

// The circles at the place that the generator gives, without keys.
[[nodiscard]] std::vector<circles::circle_definition>
generate_circles_field(const json::cursor& generator, circles_book& book, reading& notes);

} // namespace orrery::scene_format
