// Which number each author's next journal entry gets: one after the highest that was ever used.
//
// Branches may have given one number to two entries that begin in the same frame. When they are merged, the
// one that comes along takes another number, which says by its lower bits which one it had: so a later merge
// finds it again, whoever makes it, also after the timeline was written to a file and read.
#pragma once

#include <orrery/timeline/journal.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::time::detail {

inline constexpr std::uint32_t original_numbers = 1U << 28;
inline constexpr std::uint32_t names_of_number =
    16; // the number itself, and those for entries that came second

// The count-th of the names that entries with the number of this one have taken; the number itself for 0.
[[nodiscard]] constexpr entry_id name_of(entry_id id, std::uint32_t count) noexcept {
    return {id.author, id.sequence % original_numbers + count * original_numbers};
}

class sequence_numbers {
public:
    [[nodiscard]] entry_id next(std::uint32_t author) const;
    void note(entry_id taken);

private:
    using author_and_next = std::pair<std::uint32_t, std::uint32_t>;

    std::vector<author_and_next> next_; // by author
};

} // namespace orrery::time::detail
