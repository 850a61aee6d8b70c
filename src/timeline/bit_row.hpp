// Bits one after another in bytes, lowest first, for rows whose lengths are known from elsewhere. Unlike
// core's bit archives it checks nothing: whoever opens bytes from outside checks once how far rows reach.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace orrery::time::detail {

// So many bytes follow the last row, so that every load may be of eight.
inline constexpr std::size_t row_padding = 16;

// Writes where there is room for all that comes, and eight bytes more.
class bit_row_writer {
public:
    explicit bit_row_writer(std::byte* place) noexcept
        : place_(place) {}

    // A value of at most `count` bits, itself at most 56.
    void put(std::uint64_t value, unsigned count) noexcept {
        pending_ |= value << filled_;
        filled_ += count;
        std::memcpy(place_, &pending_, sizeof(pending_));
        place_ += filled_ / 8;
        pending_ >>= filled_ & ~7u;
        filled_ &= 7;
    }

    // One of at most 64.
    void put_long(std::uint64_t value, unsigned count) noexcept {
        if (count <= 56) {
            put(value, count);
        } else {
            put(value & 0xffff'ffffu, 32);
            put(value >> 32, count - 32);
        }
    }

    // Goes on with a new byte.
    void align() noexcept { put(0, (8 - filled_) % 8); }

    // Where the byte after the last begun one is.
    [[nodiscard]] std::byte* end() const noexcept { return place_ + (filled_ + 7) / 8; }

private:
    std::byte* place_;
    std::uint64_t pending_ = 0;
    unsigned filled_ = 0;
};

[[nodiscard]] inline std::uint64_t load_bits(const std::byte* bytes, std::uint64_t position) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + static_cast<std::size_t>(position / 8), sizeof(word));
    return word >> (position % 8);
}

// At most 57 for a plain load; more are put together from two.
template <typename Bits>
[[nodiscard]] Bits read_bits(const std::byte* bytes, std::uint64_t position, unsigned count) noexcept {
    const std::uint64_t low = load_bits(bytes, position);
    if constexpr (sizeof(Bits) == 8) {
        const std::uint64_t value =
            count > 56 ? (low & 0xffff'ffffu) | (load_bits(bytes, position + 32) << 32) : low;
        return count == 64 ? value : value & ((std::uint64_t{1} << count) - 1);
    } else {
        return static_cast<Bits>(low & ((std::uint64_t{1} << count) - 1));
    }
}

} // namespace orrery::time::detail
