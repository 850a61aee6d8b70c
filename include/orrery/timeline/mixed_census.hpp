// Who there is in a frame in which a part was computed again: the part in place of those with the keys, and
// everybody else as before.
#pragma once

#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/detail/census_forms.hpp>

#include <memory>
#include <span>

namespace orrery::time {

// Keys are ascending. A link goes with the part if one of its ends has a key of the part and is not aloof.
// Where the part is made up as it was, the old census itself is the answer, so that it stays shared.
template <typename Form>
[[nodiscard]] std::shared_ptr<const census<Form>> mixed_census(const std::shared_ptr<const census<Form>>& old,
                                                               std::span<const entity_key> keys,
                                                               const census<Form>& part) {
    return std::static_pointer_cast<const census<Form>>(
        detail::mixed_census(old, keys, part, detail::census_forms_of<Form>{}));
}

} // namespace orrery::time
