// Vectors that are kept for long, without the room they were filled in. The standard library's
// shrink_to_fit() does nothing where there are no exceptions, as in this library.
#pragma once

#include <vector>

namespace orrery::time::detail {

template <typename T>
void drop_spare_room(std::vector<T>& values) {
    if (values.capacity() > values.size()) {
        std::vector<T>(values.begin(), values.end()).swap(values);
    }
}

} // namespace orrery::time::detail
