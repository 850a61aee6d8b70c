#include "constraint_batch.hpp"
#include "lane_writer.hpp"

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] bool is_in_block(const constraint_row& row) noexcept {
    constexpr scalar infinity = std::numeric_limits<scalar>::infinity();
    return row.lowest == -infinity && row.highest == infinity;
}

void fill_row(const lane_writer& out, int field, const constraint_row& row, scalar impulse, scalar sign,
              bool is_turned, const spring_terms& stiff, scalar substep) noexcept {
    // With a and b exchanged, the linear direction stays and the whole row changes its sign, so that its
    // error does.
    out.set(field + constraint_fields::linear, row.linear);
    out.set(field + constraint_fields::turn_a, is_turned ? row.turn_b : row.turn_a);
    out.set(field + constraint_fields::turn_b, is_turned ? row.turn_a : row.turn_b);
    out.set(field + constraint_fields::mass, scalar(0));
    out.set(field + constraint_fields::error, row.error * sign);
    out.set(field + constraint_fields::speed, row.speed * sign);
    out.set(field + constraint_fields::lowest, (is_turned ? -row.highest : row.lowest) * substep);
    out.set(field + constraint_fields::highest, (is_turned ? -row.lowest : row.highest) * substep);
    const bool is_spring = row.frequency > 0;
    const spring_terms spring = is_spring ? make_spring(row.frequency, row.damping, substep) : stiff;
    out.set(field + constraint_fields::bias_rate, spring.bias_rate);
    out.set(field + constraint_fields::mass_scale, spring.mass_scale);
    out.set(field + constraint_fields::impulse_scale, spring.impulse_scale);
    out.set(field + constraint_fields::is_spring, is_spring ? scalar(1) : scalar(0));
    const scalar side = row.highest == 0 ? scalar(-1) : scalar(1);
    out.set(field + constraint_fields::limit, row.is_limit ? side * sign : scalar(0));
    out.set(field + constraint_fields::impulse, impulse * sign);
    out.set(field + constraint_fields::is_in_block, is_in_block(row) ? scalar(1) : scalar(0));
}

void note_rows(const constraint_rows& rows, constraint_run& run) noexcept {
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        (is_in_block(rows[row]) ? run.has_block : run.has_single_rows) = true;
    }
}

} // namespace

void constraint_batch::lay_out(std::span<const constraint_edge> edges, std::span<const std::uint32_t> numbers,
                               std::span<const std::int32_t> solver_rows, std::int32_t first_body,
                               std::int32_t end_body, int lanes) {
    lanes_ = lanes;
    numbers_ = numbers;
    items_.clear();
    const auto solver_row = [&](std::uint32_t row) { return row == no_row ? fixed_body : solver_rows[row]; };
    for (const std::uint32_t number : numbers) {
        const constraint_edge& edge = edges[number];
        const bool is_turned = !edge.is_a_dynamic;
        items_.push_back({.first = solver_row(is_turned ? edge.row_b : edge.row_a),
                          .second = solver_row(is_turned ? edge.row_a : edge.row_b),
                          .does_second_move = edge.is_a_dynamic && edge.is_b_dynamic,
                          .size = static_cast<std::uint8_t>(edge.rows.size() - 1)});
    }
    layout_.arrange(items_, first_body, end_body, lanes);
    runs_.clear();
    std::size_t needed = 0;
    for (const lane_layout::run& each : layout_.runs()) {
        runs_.push_back({.bodies = layout_.bodies_of(each),
                         .count = each.groups,
                         .rows = each.size + 1,
                         .does_b_move = each.does_second_move});
        const std::uint32_t* items = layout_.items_of(each, 0);
        for (std::uint32_t slot = 0; slot < each.groups * static_cast<std::uint32_t>(lanes); ++slot) {
            if (items[slot] != lane_layout::no_item) {
                note_rows(edges[numbers[items[slot]]].rows, runs_.back());
            }
        }
        needed +=
            static_cast<std::size_t>(constraint_fields::count(static_cast<int>(each.size) + 1) * lanes) *
            each.groups;
    }
    scalar* data = data_.reserve(needed);
    std::fill_n(data, needed, scalar(0));
    for (constraint_run& run : runs_) {
        run.data = data;
        data += static_cast<std::size_t>(constraint_fields::count(static_cast<int>(run.rows)) * lanes) *
                run.count;
    }
}

template <typename Function>
void constraint_batch::for_each_lane(Function function) const {
    for (std::size_t number = 0; number < runs_.size(); ++number) {
        const constraint_run& run = runs_[number];
        for (std::uint32_t group = 0; group < run.count; ++group) {
            scalar* block =
                run.data + group * static_cast<std::size_t>(
                                       constraint_fields::count(static_cast<int>(run.rows)) * lanes_);
            const std::uint32_t* of_lanes = layout_.items_of(layout_.runs()[number], group);
            for (int lane = 0; lane < lanes_; ++lane) {
                if (of_lanes[lane] != lane_layout::no_item) {
                    function(numbers_[of_lanes[lane]], lane_writer{block + lane, lanes_});
                }
            }
        }
    }
}

void constraint_batch::fill(std::span<const constraint_edge> edges, std::span<const body_row> rows,
                            const spring_terms& stiff, scalar substep) const {
    for_each_lane([&](std::uint32_t number, const lane_writer& out) {
        const constraint_edge& edge = edges[number];
        const bool is_turned = !edge.is_a_dynamic;
        const std::uint32_t first = is_turned ? edge.row_b : edge.row_a;
        const std::uint32_t second = is_turned ? edge.row_a : edge.row_b;
        out.set(constraint_fields::inertia_a, rows[first].inverse_inertia);
        out.set(constraint_fields::inertia_b, second == no_row ? matrix3{} : rows[second].inverse_inertia);
        for (std::uint32_t row = 0; row < edge.rows.size(); ++row) {
            fill_row(out, constraint_fields::rows + static_cast<int>(row) * constraint_fields::row_size,
                     edge.rows[row], edge.memory.rows[row], is_turned ? scalar(-1) : scalar(1), is_turned,
                     stiff, substep);
        }
    });
}

void constraint_batch::read_back(std::span<constraint_edge> edges) const {
    for_each_lane([&](std::uint32_t number, const lane_writer& in) {
        constraint_edge& edge = edges[number];
        const scalar sign = edge.is_a_dynamic ? scalar(1) : scalar(-1);
        for (std::uint32_t row = 0; row < edge.rows.size(); ++row) {
            const scalar impulse =
                in.get(constraint_fields::rows + static_cast<int>(row) * constraint_fields::row_size +
                       constraint_fields::impulse) *
                sign;
            // What is beyond the numbers there are is forgotten, as that of contacts is.
            edge.memory.rows[row] = is_finite(impulse) ? impulse : scalar(0);
        }
    });
}

} // namespace orrery::rigid::detail
