// A set of keys in ascending order.
#pragma once

#include <orrery/core/entity.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace orrery::time::detail {

class key_set {
public:
    // False if it is there already.
    bool add(entity_key key) {
        const auto place = std::ranges::lower_bound(keys_, key);
        if (key == entity_key::none || (place != keys_.end() && *place == key)) {
            return false;
        }
        keys_.insert(place, key);
        return true;
    }

    void add_all(std::span<const entity_key> keys) {
        std::vector<entity_key> merged;
        merged.reserve(keys_.size() + keys.size());
        std::ranges::set_union(keys_, keys, std::back_inserter(merged));
        keys_ = std::move(merged);
    }

    void remove_all(std::span<const entity_key> keys) {
        std::erase_if(keys_, [=](entity_key key) { return std::ranges::binary_search(keys, key); });
    }

    [[nodiscard]] bool contains(entity_key key) const noexcept {
        return std::ranges::binary_search(keys_, key);
    }

    void clear() noexcept { keys_.clear(); }

    [[nodiscard]] bool is_empty() const noexcept { return keys_.empty(); }

    [[nodiscard]] std::span<const entity_key> keys() const noexcept { return keys_; }

private:
    std::vector<entity_key> keys_;
};

} // namespace orrery::time::detail
