// Which keys go on which page. A page keeps its place in the order of keys from segment to segment, so that
// entities which come or go change their own page and no other.
#pragma once

#include <orrery/core/entity.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace orrery::time::detail {

struct planned_page {
    static constexpr std::size_t usual_size = 48; // with room for some more

    std::span<const entity_key> keys; // not none
    // The page before which held this range of keys, or none.
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t old_page = none;
};

// Keys are ascending; `old_first_keys` are the first keys of the pages before.
[[nodiscard]] std::vector<planned_page> plan_pages(std::span<const entity_key> keys,
                                                   std::span<const entity_key> old_first_keys);

} // namespace orrery::time::detail
