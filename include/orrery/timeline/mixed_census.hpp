// Who there is in a frame in which a part was computed again: the part in place of those with the keys, and
// everybody else as before.
#pragma once

#include <orrery/core/frame_record.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace orrery::time {

// Keys are ascending. A link goes with the part if one of its ends has a key of the part and is not aloof.
template <typename Form>
[[nodiscard]] std::shared_ptr<const census<Form>>
mixed_census(const census<Form>& old, std::span<const entity_key> keys, const census<Form>& part) {
    const auto is_of_part = [&](entity_key key) {
        return std::ranges::binary_search(keys, key) || std::ranges::binary_search(part.keys, key);
    };
    const auto is_aloof = [&](entity_key key) {
        const auto place = std::ranges::lower_bound(old.keys, key);
        return place != old.keys.end() && *place == key &&
               old.is_aloof[static_cast<std::size_t>(place - old.keys.begin())] != 0;
    };
    const auto goes_with_part = [&](entity_key key) { return is_of_part(key) && !is_aloof(key); };
    auto mixed = std::make_shared<census<Form>>();
    const auto add = [&](const census<Form>& from, std::size_t place) {
        mixed->keys.push_back(from.keys[place]);
        mixed->forms.push_back(from.forms[place]);
        mixed->is_aloof.push_back(from.is_aloof[place]);
    };
    std::size_t of_part = 0;
    for (std::size_t place = 0; place < old.keys.size(); ++place) {
        for (; of_part < part.keys.size() && part.keys[of_part] < old.keys[place]; ++of_part) {
            add(part, of_part);
        }
        if (!is_of_part(old.keys[place])) {
            add(old, place);
        }
    }
    for (; of_part < part.keys.size(); ++of_part) {
        add(part, of_part);
    }
    for (const auto& each : old.links) {
        if (!goes_with_part(each.first) && !goes_with_part(each.second)) {
            mixed->links.push_back(each);
        }
    }
    mixed->links.insert(mixed->links.end(), part.links.begin(), part.links.end());
    std::ranges::sort(mixed->links); // total order: pairs of keys
    std::ranges::copy_if(old.sources, std::back_inserter(mixed->sources),
                         [&](entity_key key) { return !is_of_part(key); });
    mixed->sources.insert(mixed->sources.end(), part.sources.begin(), part.sources.end());
    std::ranges::sort(mixed->sources); // total order: keys
    return mixed;
}

} // namespace orrery::time
