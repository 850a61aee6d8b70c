// Who said it, and as what of all that they said: the name of an entry, the same in every copy of the
// journal.
#pragma once

#include <compare>
#include <cstdint>

namespace orrery::time {

struct entry_id {
    std::uint32_t author = 0;
    std::uint32_t sequence = 0;

    friend constexpr auto operator<=>(const entry_id&, const entry_id&) = default;
};

} // namespace orrery::time
