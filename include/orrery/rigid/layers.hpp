// Which layers of bodies meet. Every body is in one of 32 layers (collision_filter::layer, 0 unless said
// otherwise), and a matrix says for each two of them, and for each with itself, whether their bodies can
// meet. All do at first. A pair must also pass the groups and masks of the filters.
//
//   world_settings settings;
//   settings.layers.set(debris, debris, false);
#pragma once

#include <orrery/core/check.hpp>

#include <array>
#include <cstdint>

namespace orrery::rigid {

class layer_matrix {
public:
    static constexpr std::uint32_t count = 32;

    constexpr layer_matrix() noexcept { rows_.fill(0xffff'ffffu); }

    constexpr void set(std::uint32_t a, std::uint32_t b, bool do_meet) {
        ORRERY_CHECK(a < count && b < count, "there are 32 layers, numbered from 0");
        set_bit(a, b, do_meet);
        set_bit(b, a, do_meet);
    }

    [[nodiscard]] constexpr bool do_meet(std::uint32_t a, std::uint32_t b) const noexcept {
        return a < count && b < count && (rows_[a] >> b & 1u) != 0;
    }

    // For each layer the bits of those it meets.
    [[nodiscard]] constexpr const std::array<std::uint32_t, count>& rows() const noexcept { return rows_; }

    [[nodiscard]] constexpr std::array<std::uint32_t, count>& rows() noexcept { return rows_; }

    friend constexpr bool operator==(const layer_matrix&, const layer_matrix&) = default;

private:
    constexpr void set_bit(std::uint32_t row, std::uint32_t column, bool value) noexcept {
        const std::uint32_t bit = 1u << column;
        rows_[row] = value ? rows_[row] | bit : rows_[row] & ~bit;
    }

    std::array<std::uint32_t, count> rows_{};
};

} // namespace orrery::rigid
