#include "rigid/constraints/small_system.hpp"
#include "rigid/impacts/impact_joint.hpp"
#include "rigid/step/row_mobility.hpp"

namespace orrery::rigid::detail {

impact_joint::impact_joint(const constraint_edge& edge, std::uint32_t a, std::uint32_t b,
                           std::span<const body_row> rows) noexcept
    : edge_(&edge)
    , a_(a)
    , b_(b) {
    block_numbers whole{};
    for (std::size_t number = 0; number < edge.rows.size(); ++number) {
        const constraint_row& row = edge.rows[number];
        const bool is_one_way = row.lowest == 0 || row.highest == 0;
        if (is_stiff(row) && block_count_ < most_block_rows) {
            block_rows_[block_count_] = static_cast<std::uint8_t>(number);
            block_speeds_[block_count_] = speed_of(number, rows);
            for (std::uint32_t other = 0; other <= block_count_; ++other) {
                factors_[block_count_][other] = row_coupling(edge, row, edge.rows[block_rows_[other]], rows);
            }
            whole[block_count_] = factors_[block_count_][block_count_];
            ++block_count_;
        } else if (is_one_way && !is_built(row) && row.frequency == 0 && edge.impulses[number] != 0 &&
                   one_way_count_ < most_one_way_rows) {
            const scalar mobility = row_coupling(edge, row, row, rows);
            one_way_rows_[one_way_count_] = static_cast<std::uint8_t>(number);
            one_way_speeds_[one_way_count_] = speed_of(number, rows);
            one_way_masses_[one_way_count_] = mobility > 0 ? 1 / mobility : scalar(0);
            ++one_way_count_;
        }
    }
    factorize(factors_, block_count_, whole);
}

scalar impact_joint::speed_of(std::size_t row, std::span<const body_row> rows) const noexcept {
    return row_speed(*edge_, edge_->rows[row], rows);
}

void impact_joint::apply(std::size_t row, scalar impulse, std::span<impact_body> bodies,
                         std::span<body_row> rows, scalar at) const noexcept {
    const constraint_row& along = edge_->rows[row];
    if (edge_->is_a_dynamic) {
        bodies[a_].push(rows[edge_->row_a], along.linear_a.value_or(along.linear) * -impulse,
                        along.turn_a * -impulse, at);
    }
    if (edge_->is_b_dynamic) {
        bodies[b_].push(rows[edge_->row_b], along.linear * impulse, along.turn_b * impulse, at);
    }
}

void impact_joint::solve(std::span<impact_body> bodies, std::span<body_row> rows, scalar at) noexcept {
    for (std::uint32_t number = 0; number < one_way_count_; ++number) {
        const constraint_row& row = edge_->rows[one_way_rows_[number]];
        const scalar before = one_way_impulses_[number];
        const scalar speed = speed_of(one_way_rows_[number], rows) - one_way_speeds_[number];
        const scalar wanted = clamp(before - one_way_masses_[number] * speed, row.lowest, row.highest);
        one_way_impulses_[number] = wanted;
        apply(one_way_rows_[number], wanted - before, bodies, rows, at);
    }
    block_numbers impulses{};
    for (std::uint32_t number = 0; number < block_count_; ++number) {
        impulses[number] = block_speeds_[number] - speed_of(block_rows_[number], rows);
    }
    substitute(factors_, block_count_, impulses);
    for (std::uint32_t number = 0; number < block_count_; ++number) {
        apply(block_rows_[number], impulses[number], bodies, rows, at);
    }
}

} // namespace orrery::rigid::detail
