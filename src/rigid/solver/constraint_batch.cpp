#include "rigid/solver/constraint_batch.hpp"
#include "rigid/solver/lane_writer.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace orrery::rigid::detail {
namespace {

// Of a built spring first what it is made of; the terms follow when it is known how much gives way to it.
[[nodiscard]] spring_terms spring_of(const constraint_row& row, const spring_terms& stiff,
                                     scalar substep) noexcept {
    if (is_built(row)) {
        return {row.stiffness, min(row.resistance, std::numeric_limits<scalar>::max()), 0};
    }
    return row.frequency > 0 ? make_spring(row.frequency, row.damping, substep) : stiff;
}

void fill_row(const lane_writer& out, int field, const constraint_row& row, scalar impulse, bool is_turned,
              const spring_terms& stiff, scalar substep) noexcept {
    const scalar sign = is_turned ? scalar(-1) : scalar(1);
    // With a and b exchanged, the linear direction stays and the whole row changes its sign, so that its
    // error does. Two directions are exchanged, too.
    const vector3 linear_a = row.linear_a.value_or(row.linear);
    out.set(field + constraint_fields::linear, is_turned ? linear_a : row.linear);
    out.set(field + constraint_fields::linear_a, is_turned ? row.linear : linear_a);
    out.set(field + constraint_fields::turn_a, is_turned ? row.turn_b : row.turn_a);
    out.set(field + constraint_fields::turn_b, is_turned ? row.turn_a : row.turn_b);
    out.set(field + constraint_fields::error, row.error * sign);
    out.set(field + constraint_fields::speed, row.speed * sign);
    const scalar lowest = (is_turned ? -row.highest : row.lowest) * substep;
    const scalar highest = (is_turned ? -row.lowest : row.highest) * substep;
    out.set(field + constraint_fields::lowest, lowest);
    out.set(field + constraint_fields::highest, highest);
    const spring_terms terms = spring_of(row, stiff, substep);
    out.set(field + constraint_fields::bias_rate, terms.bias_rate);
    out.set(field + constraint_fields::mass_scale, terms.mass_scale);
    out.set(field + constraint_fields::impulse_scale, terms.impulse_scale);
    out.set(field + constraint_fields::spring, is_built(row) ? scalar(2) : scalar(row.frequency > 0 ? 1 : 0));
    const scalar side = row.highest == 0 ? scalar(-1) : scalar(1);
    out.set(field + constraint_fields::limit, row.is_limit ? side * sign : scalar(0));
    // Of a step in which the row had other limits, as when a hinge has gone from one stop to the other, only
    // what is allowed now is used.
    out.set(field + constraint_fields::impulse, clamp(impulse * sign, lowest, highest));
}

// Calls function(row, field) for each row: first those of the block, then the others, as the solver has them.
template <typename Function>
void for_each_field(std::span<const constraint_row> rows, int block_rows, Function function) {
    int next_in_block = 0;
    int next_single = block_rows;
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const bool is_in_block = next_in_block < block_rows && is_unlimited(rows[number]);
        const int place = is_in_block ? next_in_block++ : next_single++;
        function(number, constraint_fields::rows + place * constraint_fields::row_size);
    }
}

// What a row has applied, along the direction that its constraint gave it.
[[nodiscard]] scalar impulse_of(const lane_writer& in, const constraint_run& run, int field) noexcept {
    const int first_single = constraint_fields::rows + run.block_rows * constraint_fields::row_size;
    scalar impulse = in.get(field + constraint_fields::impulse);
    // Rows that follow the block have pushed along the block's rows, too.
    const int row = (field - constraint_fields::rows) / constraint_fields::row_size;
    for (int single = 0; row < run.block_rows && single < run.single_rows; ++single) {
        impulse -= in.get(constraint_fields::share(run.block_rows, run.single_rows, single, row)) *
                   in.get(first_single + single * constraint_fields::row_size + constraint_fields::impulse);
    }
    return impulse;
}

[[nodiscard]] constraint_iteration::velocities velocities_of(const scalar* body) noexcept {
    const auto read = [](const scalar* from) { return vector3{from[0], from[1], from[2]}; };
    return {read(body + solver_body::velocity), read(body + solver_body::spin)};
}

[[nodiscard]] scalar speed_along(const constraint_row& row, const constraint_iteration::velocities& a,
                                 const constraint_iteration::velocities& b) noexcept {
    return dot(row.linear, b.linear) - dot(row.linear_a.value_or(row.linear), a.linear) +
           (dot(row.turn_b, b.angular) - dot(row.turn_a, a.angular));
}

} // namespace

void constraint_batch::lay_out(std::span<const constraint_edge> edges, std::span<const row_counts> sizes,
                               std::span<const std::uint32_t> numbers,
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
                          .size = edge.size});
    }
    // Where there are no joints there are no sizes, but places are counted by size all the same.
    const auto size_count = static_cast<std::uint32_t>(std::max<std::size_t>(sizes.size(), 1));
    layout_.arrange(items_, size_count, first_body, end_body, lanes);
    runs_.clear();
    does_iterate_.clear();
    std::size_t needed = 0;
    for (const lane_layout::run& each : layout_.runs()) {
        const row_counts& counts = sizes[each.size];
        runs_.push_back({.bodies = layout_.bodies_of(each),
                         .count = each.groups,
                         .block_rows = counts.block,
                         .single_rows = counts.single,
                         .has_two_directions = counts.has_two_directions,
                         .does_b_move = each.does_second_move});
        needed += block_size(runs_.back()) * each.groups;
        does_iterate_.push_back(0);
    }
    const bool is_any_iterating = std::ranges::any_of(
        numbers, [&](std::uint32_t number) { return edges[number].how->iterate != nullptr; });
    scalar* data = data_.reserve(needed);
    for (constraint_run& run : runs_) {
        run.data = data;
        data += block_size(run) * run.count;
        // Only the last group can have lanes that nobody fills.
        std::fill_n(data - block_size(run), block_size(run), scalar(0));
    }
    if (is_any_iterating) {
        for (std::size_t number = 0; number < runs_.size(); ++number) {
            does_iterate_[number] = is_iterating(edges, number) ? 1 : 0;
        }
    }
}

bool constraint_batch::is_iterating(std::span<const constraint_edge> edges, std::size_t run_number) const {
    const lane_layout::run& run = layout_.runs()[run_number];
    for (std::uint32_t group = 0; group < run.groups; ++group) {
        const std::uint32_t* of_lanes = layout_.items_of(run, group);
        for (int lane = 0; lane < lanes_; ++lane) {
            if (of_lanes[lane] != lane_layout::no_item &&
                edges[numbers_[of_lanes[lane]]].how->iterate != nullptr) {
                return true;
            }
        }
    }
    return false;
}

template <typename Function>
void constraint_batch::for_each_lane(Function function) const {
    for (std::size_t number = 0; number < runs_.size(); ++number) {
        const constraint_run& run = runs_[number];
        for (std::uint32_t group = 0; group < run.count; ++group) {
            scalar* block = run.data + group * block_size(run);
            const std::uint32_t* of_lanes = layout_.items_of(layout_.runs()[number], group);
            for (int lane = 0; lane < lanes_; ++lane) {
                if (of_lanes[lane] != lane_layout::no_item) {
                    function(numbers_[of_lanes[lane]], lane_writer{block + lane, lanes_}, run);
                }
            }
        }
    }
}

void constraint_batch::fill(std::span<const constraint_edge> edges, std::span<const body_row> rows,
                            const spring_terms& stiff, scalar substep) const {
    const auto body_of = [&](std::uint32_t row) { return row == no_row ? nullptr : &rows[row]; };
    for_each_lane([&](std::uint32_t number, const lane_writer& out, const constraint_run& run) {
        const constraint_edge& edge = edges[number];
        const bool is_turned = !edge.is_a_dynamic;
        const body_row* const a = body_of(edge.row_a);
        const body_row* const b = body_of(edge.row_b);
        const body_row* const first = is_turned ? b : a;
        const body_row* const second = is_turned ? a : b;
        out.set(constraint_fields::inertia_a, first->inverse_inertia);
        out.set(constraint_fields::inertia_b, second == nullptr ? matrix3{} : second->inverse_inertia);
        for_each_field(edge.rows, run.block_rows, [&](std::size_t index, int field) {
            fill_row(out, field, edge.rows[index], edge.impulses[index], is_turned, stiff, substep);
        });
    });
}

void constraint_batch::iterate(std::size_t run_number, std::uint32_t begin, std::uint32_t end,
                               std::span<const constraint_edge> edges, const registry_state& state,
                               const solver_step& step) const {
    if (does_iterate_[run_number] == 0) {
        return;
    }
    const constraint_run& run = runs_[run_number];
    const auto body_at = [&](const std::int32_t* body) { return step.bodies + *body * solver_body::stride; };
    for (std::uint32_t group = begin; group < end; ++group) {
        const std::uint32_t* of_lanes = layout_.items_of(layout_.runs()[run_number], group);
        const std::int32_t* bodies = run.bodies + std::size_t{group} * 2 * static_cast<std::size_t>(lanes_);
        for (int lane = 0; lane < lanes_; ++lane) {
            if (of_lanes[lane] == lane_layout::no_item) {
                continue;
            }
            const constraint_edge& edge = edges[numbers_[of_lanes[lane]]];
            if (edge.how->iterate != nullptr) {
                iterate(edge, run, body_at(bodies + lane), body_at(bodies + lanes_ + lane),
                        run.data + group * block_size(run) + lane, state, step);
            }
        }
    }
}

void constraint_batch::iterate(const constraint_edge& edge, const constraint_run& run, const scalar* first,
                               const scalar* second, scalar* lane, const registry_state& state,
                               const solver_step& step) const {
    const bool is_turned = !edge.is_a_dynamic;
    const scalar sign = is_turned ? scalar(-1) : scalar(1);
    const lane_writer at{lane, lanes_};
    const auto a = velocities_of(is_turned ? second : first);
    const auto b = velocities_of(is_turned ? first : second);
    std::array<constraint_iteration::row_state, constraint_rows::limit> room{};
    const std::span rows = std::span(room).first(edge.rows.size());
    for_each_field(edge.rows, run.block_rows, [&](std::size_t index, int field) {
        const constraint_row& row = edge.rows[index];
        const scalar low = at.get(field + constraint_fields::lowest) * step.inverse_substep;
        const scalar high = at.get(field + constraint_fields::highest) * step.inverse_substep;
        const bool is_in_block =
            field < constraint_fields::rows + run.block_rows * constraint_fields::row_size;
        rows[index] = {.impulse = impulse_of(at, run, field) * sign,
                       .speed = speed_along(row, a, b),
                       .target = at.get(field + constraint_fields::speed) * sign,
                       .lowest = is_turned ? -high : low,
                       .highest = is_turned ? -low : high,
                       .has_limits = !is_in_block};
    });
    const std::array before = room;
    constraint_iteration now(rows, a, b, step.substep);
    edge.how->iterate(state, edge.id, now);
    for_each_field(edge.rows, run.block_rows, [&](std::size_t index, int field) {
        const constraint_iteration::row_state& row = rows[index];
        if (row.target != before[index].target) {
            at.set(field + constraint_fields::speed, row.target * sign);
        }
        if (row.lowest != before[index].lowest || row.highest != before[index].highest) {
            at.set(field + constraint_fields::lowest, (is_turned ? -row.highest : row.lowest) * step.substep);
            at.set(field + constraint_fields::highest,
                   (is_turned ? -row.lowest : row.highest) * step.substep);
        }
    });
}

void constraint_batch::read_back(std::span<const constraint_edge> edges) const {
    for_each_lane([&](std::uint32_t number, const lane_writer& in, const constraint_run& run) {
        const constraint_edge& edge = edges[number];
        const scalar sign = edge.is_a_dynamic ? scalar(1) : scalar(-1);
        for_each_field(edge.rows, run.block_rows, [&](std::size_t index, int field) {
            const scalar impulse = impulse_of(in, run, field) * sign;
            // What is beyond the numbers there are is forgotten, as that of contacts is.
            edge.impulses[index] = is_finite(impulse) ? impulse : scalar(0);
        });
    });
}

} // namespace orrery::rigid::detail
