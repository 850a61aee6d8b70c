#include "timeline/tracks/reach_code.hpp"

#include <orrery/timeline/detail/reach_box.hpp>

#include <cstring>
#include <span>

namespace orrery::time::detail {
namespace {

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

template <typename T>
void append_value(const T& value, std::vector<std::byte>& to) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    to.insert(to.end(), bytes.begin(), bytes.end());
}

} // namespace

reach_box read_box(const world_format& format, const std::byte* from) noexcept {
    return with_box_type(format, [=]<typename Box>() { return to_reach_box(read_value<Box>(from)); });
}

void write_box(const world_format& format, const reach_box& box, std::byte* to) noexcept {
    with_box_type(format, [&]<typename Box>() {
        const Box made = from_reach_box<Box>(box);
        std::memcpy(to, &made, sizeof(made));
    });
}

void append_box(const world_format& format, const reach_box& box, std::vector<std::byte>& to) {
    with_box_type(format, [&]<typename Box>() { append_value(from_reach_box<Box>(box), to); });
}

std::size_t coarse_box_bytes(const world_format& format) noexcept {
    return with_box_type(format, []<typename Box>() { return sizeof(reach_code<Box>); });
}

reach_box read_coarse_box(const world_format& format, const std::byte* from) noexcept {
    return with_box_type(
        format, [=]<typename Box>() { return to_reach_box(read_value<reach_code<Box>>(from).box()); });
}

void append_coarse_box(const world_format& format, const reach_box& box, std::vector<std::byte>& to) {
    with_box_type(format,
                  [&]<typename Box>() { append_value(reach_code<Box>(from_reach_box<Box>(box)), to); });
}

} // namespace orrery::time::detail
