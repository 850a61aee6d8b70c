#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/joint_axis.hpp>

namespace orrery::rigid {
namespace {

constexpr scalar infinity = std::numeric_limits<scalar>::infinity();

// Springs that act side by side: their stiffnesses add up, and they rest at the mean of where each would,
// weighted by them.
struct soft_sum {
    scalar stiffness = 0;
    scalar damping = 0;
    scalar moment = 0; // stiffness times rest

    void add(scalar more_stiffness, scalar more_damping, scalar rest) noexcept {
        stiffness += more_stiffness;
        damping += more_damping;
        moment += more_stiffness * rest;
    }
};

[[nodiscard]] bool has_stop(const joint_axis& axis) noexcept {
    return axis.bump_length > 0 && (axis.bump_stiffness > 0 || axis.bump_damping > 0) &&
           (axis.lowest > -infinity || axis.highest < infinity);
}

void add_soft_row(const joint_axis& axis, scalar value, constraint_row row, constraint_rows& rows) noexcept {
    if (axis.stiffness == 0 && axis.damping == 0 && !has_stop(axis)) {
        return;
    }
    soft_sum sum;
    sum.add(axis.stiffness, axis.damping, axis.rest);
    if (has_stop(axis) && value < axis.lowest + axis.bump_length) {
        sum.add(axis.bump_stiffness, axis.bump_damping, axis.lowest + axis.bump_length);
    }
    if (has_stop(axis) && value > axis.highest - axis.bump_length) {
        sum.add(axis.bump_stiffness, axis.bump_damping, axis.highest - axis.bump_length);
    }
    row.stiffness = sum.stiffness;
    row.resistance = sum.damping;
    if (sum.stiffness > 0) {
        row.error = value - sum.moment / sum.stiffness;
    }
    if (sum.stiffness == 0 && sum.damping == 0) {
        row.lowest = 0; // far from the stops: the row is kept so that the others keep their places
        row.highest = 0;
    }
    rows.add(row);
}

void add_friction_row(const joint_axis& axis, constraint_row row, constraint_rows& rows) noexcept {
    row.resistance = infinity;
    row.lowest = -axis.friction;
    row.highest = axis.friction;
    rows.add(row);
}

// How far ahead limits look: the solver slows down what would reach one within the step or the sub-step
// after.
scalar look_ahead(const constraint_rows& rows) noexcept {
    return rows.time_step() * (1 + 1 / static_cast<scalar>(rows.substeps()));
}

// A motor asks for no more speed than takes it to a limit within the step and the sub-step after it, which
// limits look ahead. At the limit it pushes only towards it, and only so far as the limit lets it get.
// Otherwise a strong motor would push through its own limit, which yields like a spring.
void add_motor_row(const joint_axis& axis, scalar value, constraint_row row, constraint_rows& rows) noexcept {
    const scalar ahead = look_ahead(rows);
    const scalar slowest = (axis.lowest - value) / ahead;
    const scalar fastest = (axis.highest - value) / ahead;
    row.speed = clamp(axis.motor_speed, slowest, fastest);
    row.resistance = infinity;
    row.lowest = row.speed < axis.motor_speed && fastest <= 0 ? scalar(0) : -axis.motor_force;
    row.highest = row.speed > axis.motor_speed && slowest >= 0 ? scalar(0) : axis.motor_force;
    rows.add(row);
}

// The speed away from a limit that is given back, where `forth` takes it to this limit and `back` to the
// other one within the time that limits look ahead. What would be at the other one before the solver looks at
// that comes as far as the farther one of both: there is no more than one rebound in a step.
[[nodiscard]] scalar rebound_speed(scalar given_back, scalar forth, scalar back) noexcept {
    if (given_back <= back) {
        return given_back;
    }
    return forth > back ? -forth : max(back, scalar(0));
}

// Of the limit that is nearer in the middle of the step; it only pushes away.
void add_limit_row(const joint_axis& axis, scalar value, scalar speed, constraint_row row,
                   constraint_rows& rows) noexcept {
    if (axis.lowest == -infinity && axis.highest == infinity) {
        return;
    }
    const scalar middle = value + speed * rows.time_step() / 2;
    const bool is_low = middle - axis.lowest < axis.highest - middle;
    row.error = value - (is_low ? axis.lowest : axis.highest);
    row.is_limit = true;
    row.lowest = is_low ? scalar(0) : -infinity;
    row.highest = is_low ? infinity : scalar(0);
    const scalar side = is_low ? scalar(1) : scalar(-1);
    const scalar approach = -speed * side;
    const scalar ahead = look_ahead(rows);
    // What would reach the limit before the solver looks at it next time turns back here and now: once it is
    // on its way, the row lets it go. An infinite resistance gives it all of its speed.
    if (axis.restitution > 0 && approach > limit_bounce_speed && row.error * side < approach * ahead) {
        const scalar forth = row.error * side;
        const scalar back = is_low ? axis.highest - value : value - axis.lowest;
        row.error = 0;
        row.speed = rebound_speed(axis.restitution * approach, forth / ahead, back / ahead) * side;
        row.resistance = infinity;
    }
    rows.add(row);
}

} // namespace

void add_axis_rows(const joint_axis& axis, scalar value, const constraint_row& along,
                   const constrained_body& a, const constrained_body& b, constraint_rows& rows) noexcept {
    constraint_row row{.linear = along.linear, .turn_a = along.turn_a, .turn_b = along.turn_b};
    if (is_locked(axis)) {
        row.error = value - axis.lowest;
        rows.add(row);
        return;
    }
    const scalar speed = dot(row.linear, b.linear_velocity - a.linear_velocity) +
                         (dot(row.turn_b, b.angular_velocity) - dot(row.turn_a, a.angular_velocity));
    add_soft_row(axis, value, row, rows);
    if (axis.friction > 0) {
        add_friction_row(axis, row, rows);
    }
    if (axis.motor_force > 0) {
        add_motor_row(axis, value, row, rows);
    }
    add_limit_row(axis, value, speed, row, rows); // the last one has the last word
}

std::string_view check_axis(const joint_axis& axis) noexcept {
    if (!(axis.lowest <= axis.highest)) {
        return "its lowest value is above the highest";
    }
    if (axis.lowest == infinity || axis.highest == -infinity) {
        return "its limits leave it nowhere to be";
    }
    return {};
}

void drive_axis(joint_axis& axis, vector3 speed_force_rest) noexcept {
    axis.motor_speed = speed_force_rest.x;
    if (speed_force_rest.y >= 0) {
        axis.motor_force = speed_force_rest.y;
    }
    axis.rest = speed_force_rest.z;
}

} // namespace orrery::rigid
