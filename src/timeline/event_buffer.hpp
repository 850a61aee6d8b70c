// Events one after another. What has been written is never changed, so whoever knows how many there were
// when it looked can read those on any thread, while the one log that is ahead of all others that share the
// buffer writes behind them: publishing a log after every frame copies nothing.
#pragma once

#include <orrery/timeline/detail/event_log.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace orrery::time::detail {

class event_buffer {
public:
    // The first `claimed` places are the maker's.
    event_buffer(std::uint32_t capacity, std::size_t payload_size, std::uint64_t first_frame,
                 std::uint32_t claimed);

    // Whether events of both frames fit into one buffer.
    [[nodiscard]] static constexpr bool reaches(std::uint64_t first, std::uint64_t last) noexcept {
        return last - first <= std::numeric_limits<std::uint32_t>::max();
    }

    // Makes the places from `count` on the caller's, unless they were given away before.
    [[nodiscard]] bool claim(std::uint32_t count, std::uint32_t more) noexcept {
        return more <= capacity_ - count &&
               used_.compare_exchange_strong(count, count + more, std::memory_order_relaxed);
    }

    // At a place that was claimed.
    void write(std::uint32_t place, const event_mark& mark, const std::byte* payload) noexcept;

    [[nodiscard]] event_mark mark(std::uint32_t place) const noexcept {
        const packed_mark& packed = marks_[place];
        return {first_frame_ + packed.frames_later, packed.kind_and_role >> role_bits, packed.a, packed.b,
                static_cast<event_role>(packed.kind_and_role & ((1u << role_bits) - 1))};
    }

    [[nodiscard]] std::uint64_t frame(std::uint32_t place) const noexcept {
        return first_frame_ + marks_[place].frames_later;
    }

    [[nodiscard]] const std::byte* payload(std::uint32_t place) const noexcept {
        return payloads_.get() + place * payload_size_;
    }

    [[nodiscard]] std::size_t bytes() const noexcept;

    static constexpr unsigned role_bits = 2;

private:
    struct packed_mark {
        entity_key a;
        entity_key b;
        std::uint32_t frames_later;
        std::uint32_t kind_and_role;
    };

    std::uint64_t first_frame_;
    std::uint32_t capacity_;
    std::atomic<std::uint32_t> used_;
    std::size_t payload_size_;
    std::unique_ptr<packed_mark[]> marks_;
    std::unique_ptr<std::byte[]> payloads_;
};

} // namespace orrery::time::detail
