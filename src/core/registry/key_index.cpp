#include <orrery/core/hash.hpp>
#include <orrery/core/registry/key_index.hpp>

namespace orrery {

std::size_t key_index::home_of(entity_key key) const noexcept {
    return static_cast<std::size_t>(hash_combine(static_cast<std::uint64_t>(key), 0)) & (cells_.size() - 1);
}

std::size_t key_index::locate(entity_key key) const noexcept {
    std::size_t place = home_of(key);
    while (cells_[place].key != key && cells_[place].key != entity_key::none) {
        place = (place + 1) & (cells_.size() - 1);
    }
    return place;
}

std::uint32_t key_index::find(entity_key key) const noexcept {
    if (used_ == 0 || key == entity_key::none) {
        return not_found;
    }
    const cell& found = cells_[locate(key)];
    return found.key == key ? found.value : not_found;
}

void key_index::insert(entity_key key, std::uint32_t value) {
    if (used_ * 2 >= cells_.size()) {
        rebuild(cells_.size() == 0 ? 256 : cells_.size() * 2);
    }
    cells_.write(locate(key)) = {key, value, 0};
    ++used_;
}

void key_index::erase(entity_key key) {
    // Close the gap, so that no search ever ends early: a later cell of the run moves back unless that would
    // put it before its home.
    const std::size_t mask = cells_.size() - 1;
    std::size_t gap = locate(key);
    for (std::size_t next = (gap + 1) & mask; cells_[next].key != entity_key::none;
         next = (next + 1) & mask) {
        const cell moved = cells_[next];
        const std::size_t distance_from_home = (next - home_of(moved.key)) & mask;
        const std::size_t distance_from_gap = (next - gap) & mask;
        if (distance_from_home >= distance_from_gap) {
            cells_.write(gap) = moved;
            gap = next;
        }
    }
    cells_.write(gap) = {};
    --used_;
}

void key_index::rebuild(std::size_t capacity) {
    const paged_array<cell, 256> old = cells_;
    cells_.clear();
    cells_.grow(capacity, {});
    for (std::size_t place = 0; place < old.size(); ++place) {
        if (old[place].key != entity_key::none) {
            cells_.write(locate(old[place].key)) = old[place];
        }
    }
}

} // namespace orrery
