// What is done to a world of circles, from a document that has passed the schema.
#pragma once

#include "apps/scene/circles/circles_list.hpp"

#include <orrery/circles/input.hpp>
#include <orrery/timeline/journal.hpp>

#include <vector>

namespace orrery::scene_format {

// In the order of the document. What is not possible is refused.
[[nodiscard]] std::vector<time::journal_entry<circles::input>>
read_circles_inputs(const circles_list& list, const circles_book& book, reading& notes);

} // namespace orrery::scene_format
