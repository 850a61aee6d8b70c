#include "rigid/solver/contact_batch.hpp"
#include "rigid/solver/lane_writer.hpp"

#include <orrery/math/vector.hpp>

#include <numbers>

namespace orrery::rigid::detail {
namespace {

// Contacts that resist rolling are kept apart from those that do not: what a lane computes must not depend on
// its neighbours, not even in the sign of a zero.
constexpr std::uint32_t points_of_size[] = {1, 2, 4, 1, 2, 4};
constexpr std::uint32_t first_rolling_size = 3;

[[nodiscard]] std::uint8_t size_of(const touch& pair) noexcept {
    const int points = pair.memory.count <= 1 ? 0 : pair.memory.count == 2 ? 1 : 2;
    // What stands on an area always does (contact_fields::rocking_share).
    const bool resists_rolling = pair.material.rolling_friction > 0 || points == 2;
    return static_cast<std::uint8_t>(resists_rolling ? first_rolling_size + points : points);
}

[[nodiscard]] spring_terms spring_of(const touch& pair, const body_row& a, const body_row& b,
                                     const contact_softness& softness) noexcept {
    if (pair.material.stiffness <= 0) {
        return b.inverse_mass == 0 ? softness.with_fixed : softness.between_moving;
    }
    // The frequency and damping ratio of the masses on that spring.
    const scalar mass = scalar(1) / (a.inverse_mass + b.inverse_mass);
    const scalar omega = sqrt(pair.material.stiffness / mass);
    const scalar damping = pair.material.damping / (scalar(2) * mass * omega);
    return make_spring(omega / scalar(2 * std::numbers::pi), damping, softness.substep);
}

void fill_lane(const lane_writer& out, const touch& pair, const manifold& where, const body_row& row_a,
               const body_row& row_b, std::uint32_t slots, const contact_softness& softness) noexcept {
    using fields = contact_fields;
    // The solver's first body is one that moves.
    const bool is_turned = !pair.is_a_dynamic;
    const scalar sign = is_turned ? scalar(-1) : scalar(1);
    out.set(fields::normal, where.normal * sign);
    out.set(fields::arm_a, is_turned ? pair.arm_b : pair.arm_a);
    out.set(fields::arm_b, is_turned ? pair.arm_a : pair.arm_b);
    for (std::uint32_t point = 0; point < slots; ++point) {
        const int field = fields::points + static_cast<int>(point) * fields::point_size;
        const bool is_present = point < where.count;
        // A missing point is a copy of the first.
        const manifold_point& at = where.points[is_present ? point : 0];
        out.set(field + contact_input::offset, at.offset);
        out.set(field + contact_input::presence, is_present ? scalar(1) : scalar(0));
        out.set(field + fields::separation, at.separation);
        out.set(field + fields::impulse, is_present ? pair.memory.normal_impulses[point] : scalar(0));
    }
    out.set(fields::friction, pair.material.friction);
    out.set(contact_input::spinning, pair.material.spinning_friction);
    out.set(fields::rolling, pair.material.rolling_friction);
    const spring_terms spring =
        spring_of(pair, is_turned ? row_b : row_a, is_turned ? row_a : row_b, softness);
    out.set(fields::bias_rate, spring.bias_rate);
    out.set(fields::mass_scale, spring.mass_scale);
    out.set(fields::impulse_scale, spring.impulse_scale);
    out.set(contact_input::friction_impulse, pair.memory.friction_impulse * sign);
    out.set(contact_input::rolling_impulse, pair.memory.rolling_impulse * sign);
    out.set(fields::spinning_impulse, pair.memory.spinning_impulse);
}

// What is beyond the numbers there are is forgotten rather than handed on to the next step and to others.
void forget_overflow(touch& pair) noexcept {
    contact& memory = pair.memory;
    bool is_sound = is_finite(memory.friction_impulse) && is_finite(memory.rolling_impulse) &&
                    is_finite(memory.spinning_impulse) && is_finite(pair.impulse) &&
                    is_finite(pair.friction_impulse);
    for (const scalar each : memory.normal_impulses) {
        is_sound = is_sound && is_finite(each);
    }
    if (!is_sound) {
        memory.normal_impulses = {};
        memory.friction_impulse = {};
        memory.rolling_impulse = {};
        memory.spinning_impulse = 0;
        pair.impulse = 0;
        pair.friction_impulse = {};
    }
}

void read_lane(const lane_writer& in, const manifold& where, touch& pair) noexcept {
    using fields = contact_fields;
    const scalar sign = pair.is_a_dynamic ? scalar(1) : scalar(-1);
    const vector3 tangent = in.get_vector(fields::tangent);
    const vector3 bitangent = cross(in.get_vector(fields::normal), tangent);
    for (std::uint32_t point = 0; point < where.count; ++point) {
        pair.memory.normal_impulses[point] =
            in.get(fields::points + static_cast<int>(point) * fields::point_size + fields::impulse);
    }
    pair.memory.friction_impulse =
        (tangent * in.get(fields::friction_impulse) + bitangent * in.get(fields::friction_impulse + 1)) *
        sign;
    pair.memory.rolling_impulse =
        (tangent * in.get(fields::rolling_impulse) + bitangent * in.get(fields::rolling_impulse + 1)) * sign;
    pair.memory.spinning_impulse = in.get(fields::spinning_impulse);
    pair.impulse += in.get(fields::normal_total);
    pair.friction_impulse +=
        (tangent * in.get(fields::friction_total) + bitangent * in.get(fields::friction_total + 1)) * sign;
    forget_overflow(pair);
}

} // namespace

void contact_batch::lay_out(std::span<const touch> touches, std::span<const std::uint32_t> numbers,
                            std::span<const std::int32_t> solver_rows, std::int32_t first_body,
                            std::int32_t end_body, int lanes) {
    lanes_ = lanes;
    numbers_ = numbers;
    items_.clear();
    for (const std::uint32_t number : numbers) {
        const touch& pair = touches[number];
        const bool is_turned = !pair.is_a_dynamic;
        items_.push_back({.first = solver_rows[is_turned ? pair.row_b : pair.row_a],
                          .second = solver_rows[is_turned ? pair.row_a : pair.row_b],
                          .does_second_move = pair.is_a_dynamic && pair.is_b_dynamic,
                          .size = size_of(pair)});
    }
    layout_.arrange(items_, size_count, first_body, end_body, lanes);
    runs_.clear();
    std::size_t needed = 0;
    for (const lane_layout::run& each : layout_.runs()) {
        runs_.push_back({.bodies = layout_.bodies_of(each),
                         .count = each.groups,
                         .points = points_of_size[each.size],
                         .resists_rolling = each.size >= first_rolling_size,
                         .does_b_move = each.does_second_move});
        needed += each.groups * block_size(runs_.back());
    }
    scalar* data = data_.reserve(needed);
    for (contact_run& run : runs_) {
        run.data = data;
        data += run.count * block_size(run);
    }
}

void contact_batch::fill(std::size_t run_number, std::uint32_t begin, std::uint32_t end,
                         std::span<const touch> touches, std::span<const manifold> manifolds,
                         std::span<const body_row> rows, const contact_softness& softness) const {
    const contact_run& run = runs_[run_number];
    for (std::uint32_t group = begin; group < end; ++group) {
        scalar* block = run.data + group * block_size(run);
        const std::uint32_t* of_lanes = layout_.items_of(layout_.runs()[run_number], group);
        for (int lane = 0; lane < lanes_; ++lane) {
            if (of_lanes[lane] == lane_layout::no_item) {
                for (int field = 0; field < contact_fields::count(static_cast<int>(run.points)); ++field) {
                    block[field * lanes_ + lane] = 0;
                }
                continue;
            }
            const touch& pair = touches[numbers_[of_lanes[lane]]];
            fill_lane({block + lane, lanes_}, pair, manifolds[pair.candidate], rows[pair.row_a],
                      rows[pair.row_b], run.points, softness);
        }
    }
}

void contact_batch::read_back(std::size_t run_number, std::uint32_t begin, std::uint32_t end,
                              std::span<touch> touches, std::span<const manifold> manifolds) const {
    const contact_run& run = runs_[run_number];
    for (std::uint32_t group = begin; group < end; ++group) {
        scalar* block = run.data + group * block_size(run);
        const std::uint32_t* of_lanes = layout_.items_of(layout_.runs()[run_number], group);
        for (int lane = 0; lane < lanes_; ++lane) {
            if (of_lanes[lane] != lane_layout::no_item) {
                touch& pair = touches[numbers_[of_lanes[lane]]];
                read_lane({block + lane, lanes_}, manifolds[pair.candidate], pair);
            }
        }
    }
}

} // namespace orrery::rigid::detail
