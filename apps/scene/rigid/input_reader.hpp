// What is done to a world of rigid bodies, from a document that has passed the schema.
#pragma once

#include "apps/scene/rigid/body_reader.hpp"
#include "apps/scene/rigid/constraint_reader.hpp"

#include <orrery/timeline/journal.hpp>

#include <vector>

namespace orrery::scene_format {

// In the order of the document, and then those that let it rain. What is not possible is refused.
[[nodiscard]] std::vector<time::journal_entry<rigid::input>>
read_inputs(const body_list& list, const joint_list& joints, body_reader& bodies, reading& notes);

} // namespace orrery::scene_format
