#include "timeline/event_buffer.hpp"

#include <orrery/core/check.hpp>

#include <cstring>

namespace orrery::time::detail {

event_buffer::event_buffer(std::uint32_t capacity, std::size_t payload_size, std::uint64_t first_frame,
                           std::uint32_t claimed)
    : first_frame_(first_frame)
    , capacity_(capacity)
    , used_(claimed)
    , payload_size_(payload_size)
    , marks_(new packed_mark[capacity])
    , payloads_(new std::byte[capacity * payload_size]) {}

void event_buffer::write(std::uint32_t place, const event_mark& mark, const std::byte* payload) noexcept {
    ORRERY_CHECK(mark.kind < 1u << (32 - role_bits), "kinds of events are numbered below 2 to the power 30");
    marks_[place] = {mark.a, mark.b, static_cast<std::uint32_t>(mark.frame - first_frame_),
                     mark.kind << role_bits | static_cast<std::uint32_t>(mark.role)};
    std::memcpy(payloads_.get() + place * payload_size_, payload, payload_size_);
}

std::size_t event_buffer::bytes() const noexcept {
    return sizeof(event_buffer) + capacity_ * (sizeof(packed_mark) + payload_size_);
}

} // namespace orrery::time::detail
