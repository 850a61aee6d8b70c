// From the description of a world's boxes to their type, once for a loop over many of them.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/timeline/detail/world_format.hpp>

#include <cstddef>
#include <cstring>

namespace orrery::time::detail {

// Calls visit.operator()<Box>() with the type of a world's boxes.
template <typename Visit>
decltype(auto) with_box_type(const world_format& format, Visit&& visit) {
    return with_number_type(format.box_number, [&]<typename T>() -> decltype(auto) {
        return format.box_dimension == 2 ? visit.template operator()<basic_aabb<T, 2>>()
                                         : visit.template operator()<basic_aabb<T, 3>>();
    });
}

template <typename T>
[[nodiscard]] T read_value(const std::byte* from) noexcept {
    T value;
    std::memcpy(static_cast<void*>(&value), from, sizeof(value));
    return value;
}

} // namespace orrery::time::detail
