#include "hex/collide/neighbor_list.hpp"

namespace orrery::hex::detail {

void neighbor_list::begin(std::uint32_t object_count) {
    for (const std::uint32_t index : listed_) { // of the last tick
        first_[index] = unlisted;
    }
    listed_.clear();
    entries_.clear();
    if (first_.size() < object_count) {
        first_.resize(object_count, unlisted);
    }
}

void neighbor_list::fill(const broad_phase& boxes) {
    if (listed_.empty()) {
        return;
    }
    const auto note = [&](std::uint32_t index, std::uint32_t other) {
        if (first_[index] != unlisted) {
            entries_.push_back({other, first_[index]});
            first_[index] = static_cast<std::uint32_t>(entries_.size() - 1);
        }
    };
    for (const spatial::index_pair pair : boxes.box_pairs()) {
        // All bits are set in what is not listed, and in nothing else.
        if ((first_[pair.first] & first_[pair.second]) != unlisted) [[unlikely]] {
            note(pair.first, pair.second);
            note(pair.second, pair.first);
        }
    }
}

} // namespace orrery::hex::detail
