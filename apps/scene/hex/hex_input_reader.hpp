// What is done to a hex world, from a document that has passed the schema.
#pragma once

#include "apps/scene/hex/hex_object_list.hpp"

#include <orrery/hex/input.hpp>
#include <orrery/timeline/journal.hpp>

#include <vector>

namespace orrery::scene_format {

// In the order of the document. What is not possible is refused.
[[nodiscard]] std::vector<time::journal_entry<hex::input>>
read_hex_inputs(const hex_object_list& list, const hex_book& book, reading& notes);

} // namespace orrery::scene_format
