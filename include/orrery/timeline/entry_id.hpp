// Who said it, and as what of all that they said: the name of an entry, the same in every copy of the
// journal.
#pragma once

#include <orrery/timeline/frame_range.hpp>

#include <compare>
#include <cstdint>

namespace orrery::time {

struct entry_id {
    std::uint32_t author = 0;
    std::uint32_t sequence = 0;

    friend constexpr auto operator<=>(const entry_id&, const entry_id&) = default;
};

// The id and the frames of an entry whose input is told separately.
struct entry_label {
    entry_id id{};
    frame_range when{};
};

} // namespace orrery::time
