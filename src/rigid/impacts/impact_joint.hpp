// A joint while its bodies bounce: what is joined feels a blow together. The joint's stiff rows answer to an
// impulse at once, so that their speeds stay what they were before it; those that only pull or only push do
// if they bore something in the last step.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/impacts/impact_body.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace orrery::rigid::detail {

class impact_joint {
public:
    // `a` and `b` are numbers of bodies; the last one stands for all that cannot be pushed.
    impact_joint(const constraint_edge& edge, std::uint32_t a, std::uint32_t b,
                 std::span<const body_row> rows) noexcept;

    // Before each group of impacts.
    void begin() noexcept { one_way_impulses_ = {}; }

    void solve(std::span<impact_body> bodies, std::span<body_row> rows, scalar at) noexcept;

    [[nodiscard]] std::uint32_t a() const noexcept { return a_; }

    [[nodiscard]] std::uint32_t b() const noexcept { return b_; }

    std::uint32_t round = 0; // in which it was last listed

private:
    static constexpr std::uint32_t most_one_way_rows = 4;
    using block_numbers = std::array<scalar, most_block_rows>;

    [[nodiscard]] scalar speed_of(std::size_t row, std::span<const body_row> rows) const noexcept;
    void apply(std::size_t row, scalar impulse, std::span<impact_body> bodies, std::span<body_row> rows,
               scalar at) const noexcept;

    const constraint_edge* edge_;
    std::uint32_t a_;
    std::uint32_t b_;
    std::uint32_t block_count_ = 0;
    std::uint32_t one_way_count_ = 0;
    std::array<std::uint8_t, most_block_rows> block_rows_{};
    std::array<std::uint8_t, most_one_way_rows> one_way_rows_{};
    std::array<block_numbers, most_block_rows> factors_{};
    block_numbers block_speeds_{}; // before the impacts
    std::array<scalar, most_one_way_rows> one_way_speeds_{};
    std::array<scalar, most_one_way_rows> one_way_masses_{};
    std::array<scalar, most_one_way_rows> one_way_impulses_{};
};

} // namespace orrery::rigid::detail
