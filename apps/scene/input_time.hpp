// When an input of a scene acts: its member "frame", or "frames" with the first and the last. And the list of
// inputs, for worlds that read them one by one.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/journal.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::scene_format {

// One of the two must be there, and not both.
[[nodiscard]] time::frame_range read_when(const json::cursor& input, reading& notes);

// In the order of the document: read(cursor, number) makes each of them.
template <typename Input, typename Read>
[[nodiscard]] std::vector<time::journal_entry<Input>> read_inputs_with(reading& notes, Read read) {
    const json::cursor root(notes.scene().document);
    const json::cursor inputs = root["inputs"];
    std::vector<time::journal_entry<Input>> made;
    for (std::size_t number = 0; number < inputs.size() && notes.is_ok(); ++number) {
        const json::cursor each = inputs.item(number);
        const time::frame_range when = read_when(each, notes);
        made.push_back({.id = {.author = 0, .sequence = static_cast<std::uint32_t>(made.size() + 1)},
                        .when = when,
                        .input = read(each, number)});
    }
    return made;
}

} // namespace orrery::scene_format
