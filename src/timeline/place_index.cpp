#include "timeline/place_index.hpp"

#include <algorithm>

namespace orrery::time::detail {

place_index::place_index(std::vector<mention> mentions) {
    std::ranges::sort(mentions); // total order: plain numbers
    mentions.erase(std::unique(mentions.begin(), mentions.end()), mentions.end());
    places_.reserve(mentions.size());
    for (const mention& each : mentions) {
        if (what_.empty() || what_.back() != each.what) {
            what_.push_back(each.what);
            starts_.push_back(static_cast<std::uint32_t>(places_.size()));
        }
        places_.push_back(each.place);
    }
    starts_.push_back(static_cast<std::uint32_t>(places_.size()));
    what_.shrink_to_fit();
    starts_.shrink_to_fit();
}

std::span<const std::uint16_t> place_index::places_of(std::uint64_t what) const noexcept {
    const auto found = std::lower_bound(what_.begin(), what_.end(), what);
    if (found == what_.end() || *found != what) {
        return {};
    }
    const auto number = static_cast<std::size_t>(found - what_.begin());
    return std::span(places_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
}

std::size_t place_index::bytes() const noexcept {
    return what_.capacity() * sizeof(std::uint64_t) + starts_.capacity() * sizeof(std::uint32_t) +
           places_.capacity() * sizeof(std::uint16_t);
}

} // namespace orrery::time::detail
