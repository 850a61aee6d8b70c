#include <orrery/timeline/detail/sequence_numbers.hpp>

#include <algorithm>

namespace orrery::time::detail {

entry_id sequence_numbers::next(std::uint32_t author) const {
    const auto place = std::ranges::lower_bound(next_, author, {}, &author_and_next::first);
    return {author, place != next_.end() && place->first == author ? place->second : 0};
}

void sequence_numbers::note(entry_id taken) {
    const entry_id used = name_of(taken, 0);
    const auto place = std::ranges::lower_bound(next_, used.author, {}, &author_and_next::first);
    if (place != next_.end() && place->first == used.author) {
        place->second = std::max(place->second, used.sequence + 1);
    } else {
        next_.insert(place, {used.author, used.sequence + 1});
    }
}

} // namespace orrery::time::detail
