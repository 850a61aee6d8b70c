// Which number each author's next journal entry gets: one after the highest that was ever used.
#pragma once

#include <orrery/timeline/journal.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::time::detail {

class sequence_numbers {
public:
    [[nodiscard]] entry_id next(std::uint32_t author) const {
        const auto place = std::ranges::lower_bound(next_, author, {}, &author_and_next::first);
        return {author, place != next_.end() && place->first == author ? place->second : 0};
    }

    void note(entry_id used) {
        const auto place = std::ranges::lower_bound(next_, used.author, {}, &author_and_next::first);
        if (place != next_.end() && place->first == used.author) {
            place->second = std::max(place->second, used.sequence + 1);
        } else {
            next_.insert(place, {used.author, used.sequence + 1});
        }
    }

private:
    using author_and_next = std::pair<std::uint32_t, std::uint32_t>;

    std::vector<author_and_next> next_; // by author
};

} // namespace orrery::time::detail
