// How a range of indices is cut into the pieces that tasks work on. The cut depends on the range and the
// grain alone, never on threads, so that whatever is computed piece by piece is the same everywhere.
#pragma once

#include <orrery/core/check.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace orrery {

struct index_range {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }

    friend bool operator==(const index_range&, const index_range&) = default;
};

// The indices 0 to count-1 in pieces of `grain`; the last piece may be shorter.
class chunks {
public:
    static constexpr std::size_t max_size = std::numeric_limits<std::uint32_t>::max();

    constexpr chunks(std::size_t count, std::size_t grain)
        : count_(count)
        , grain_(grain) {
        ORRERY_CHECK(grain > 0, "a piece of a range has at least one index: the grain must not be 0");
        ORRERY_CHECK(count / grain < max_size, "too many pieces: choose a larger grain");
    }

    // Pieces of a multiple of `grain`, the smallest that gives no more than `limit` pieces.
    [[nodiscard]] static constexpr chunks at_most(std::size_t limit, std::size_t count, std::size_t grain) {
        const std::size_t grains_in_a_piece = divide_up(chunks(count, grain).size(), limit);
        return {count, grain * std::max<std::size_t>(grains_in_a_piece, 1)};
    }

    [[nodiscard]] constexpr std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(divide_up(count_, grain_));
    }

    [[nodiscard]] constexpr index_range operator[](std::uint32_t piece) const noexcept {
        const std::size_t begin = piece * grain_;
        return {begin, begin + std::min(grain_, count_ - begin)};
    }

private:
    static constexpr std::size_t divide_up(std::size_t value, std::size_t by) noexcept {
        return value / by + (value % by != 0);
    }

    std::size_t count_;
    std::size_t grain_;
};

} // namespace orrery
