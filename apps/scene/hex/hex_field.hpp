// Fields and fleets of scenes/builders/hex_fields.hpp as generators of scene files. They bring rules of their
// own along, which join those of the scene by name: what the scene defines itself stays as it is.
#pragma once

#include "apps/scene/hex/hex_book.hpp"

#include <orrery/hex/object_definition.hpp>

#include <vector>

namespace orrery::scene_format {

// How many objects there will be.
[[nodiscard]] double hex_field_count(const json::cursor& generator);

// The objects by the numbers that the book has now, at the place that the generator gives, without keys.
[[nodiscard]] std::vector<hex::object_definition> generate_hex_field(const json::cursor& generator,
                                                                     hex_book& book, reading& notes);

} // namespace orrery::scene_format
