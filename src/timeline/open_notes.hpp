// Where in a list of pages it is noted what was open.
#pragma once

#include "timeline/event_page.hpp"

#include <cstddef>
#include <vector>

namespace orrery::time::detail {

// The last page up to this one that has a note. The first page of a finished list has one.
[[nodiscard]] std::size_t last_noted(const std::vector<event_page>& pages, std::size_t up_to);

// Makes the notes of the pages from `first` on right, and adds those that are missing. Pages from `settled`
// on stand as they did: where a note there turns out to be right, so are all later ones.
void renew_notes(std::vector<event_page>& pages, std::size_t first, std::size_t settled);

} // namespace orrery::time::detail
