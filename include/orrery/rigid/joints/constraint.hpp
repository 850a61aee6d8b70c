// How a constraint tells the solver what it wants. A constraint is a component with two bodies, `a` and `b`;
// in every step a function `prepare`, found beside its type, turns it into rows, each a direction in which
// the bodies may not move against each other (or only between limits, or at a given speed, or like a spring).
// All joints of this layer are made this way, and so are those that users bring: world::add_constraint<T>()
// makes a type known, and make_joint() (make_joint.hpp) makes one after looking at what it is given.
//
//   struct rope { // a described component
//       static constexpr std::uint32_t max_rows = 1; // six unless it says otherwise, at most 24
//       entity a;
//       entity b;
//       scalar length;
//   };
//   void prepare(const rope&, const constrained_body& a, const constrained_body& b, constraint_rows&);
//
// Three more functions are used where they stand beside the type:
//
//   // After each step: what the constraint wants to know in the next one, such as a turn that is counted.
//   void remember(const rope&, const constrained_body& a, const constrained_body& b, constraint_memory&);
//   // What an input of the kind `drive` sets: the speed of a motor, say. False: not with these numbers.
//   bool drive(rope&, const input&);
//   // Before each pass of the solver over the rows: limits and speeds that follow from what the bodies and
//   the
//   // other rows have come to by then, such as friction that follows a load. Called often, so keep it short.
//   void iterate(const rope&, constraint_iteration&);
//
// The relative speed of a row is dot(linear, v_b - v_a) + dot(turn_b, w_b) - dot(turn_a, w_a), where v are
// the velocities of the centres of mass and w the angular velocities. Rows are warm-started in the order in
// which they are added, so a constraint should always add the same ones; in a long chain of joints, whose
// rows are asked for in every sub-step, more or fewer stiff ones than when the step began are not taken, and
// the log says so. Up to six rows that are stiff and without limits act together, as one system of equations;
// the others follow one by one and do not disturb those.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/matrix3.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace orrery::rigid {

// A body as a constraint sees it when the step begins. One that is not there any more is the world: at the
// origin, at rest.
struct constrained_body {
    vector3 position; // of the centre of mass
    quaternion orientation;
    vector3 linear_velocity;
    vector3 angular_velocity;
    vector3 center_of_mass; // in the frame of the shape
    scalar mass = 0;        // 0: it cannot be pushed
    // How it will be turned in the middle of the step if nothing stops it. Directions taken from here hold
    // for the whole step to second order; those of its beginning would let the ends of fast bodies drift
    // apart.
    quaternion halfway;
    scalar time_step = 0; // s

    // A point of the shape's frame, seen from the centre of mass in the axes of the world: when the step
    // begins, and in its middle.
    [[nodiscard]] vector3 arm(vector3 point) const noexcept {
        return rotate(orientation, point - center_of_mass);
    }

    [[nodiscard]] vector3 arm_halfway(vector3 point) const noexcept {
        return rotate(halfway, point - center_of_mass);
    }
};

struct constraint_row {
    vector3 linear{};
    // Where a moves in another direction than b, as over a pulley: the speed is then dot(linear, v_b) -
    // dot(linear_a, v_a) and so on.
    std::optional<vector3> linear_a{};
    vector3 turn_a{};
    vector3 turn_b{};
    // How far the bodies are from where they should be, growing with the relative speed: m or rad.
    scalar error = 0;
    // The relative speed to have; m/s or rad/s.
    scalar speed = 0;
    // Of the force (or torque) along the row: N or N m. A rope that only pulls has 0 on one side.
    scalar lowest = -std::numeric_limits<scalar>::infinity();
    scalar highest = std::numeric_limits<scalar>::infinity();
    // A spring of this frequency and damping ratio; 0: as stiff as the settings of the world say.
    scalar frequency = 0; // Hz
    scalar damping = 1;
    // Or a spring and a damper as they are built: N/m and N s/m, or N m/rad and N m s/rad. With an infinite
    // resistance the speed is kept wherever the bodies are: a motor, or friction.
    scalar stiffness = 0;
    scalar resistance = 0;
    // The bodies may be on the side to which the impulses do not push; only what would cross the limit within
    // the step is held up.
    bool is_limit = false;
};

// Numbers that a constraint with a function `remember` keeps from step to step: a component that the world
// gives to it. All are zero before the first step.
struct constraint_memory {
    std::array<scalar, 12> numbers{};
};

// Where `prepare` puts its rows, and what it may want to know.
class constraint_rows {
public:
    static constexpr std::uint32_t limit = 24;

    constraint_rows(std::span<constraint_row> room, scalar time_step, const constraint_memory& memory,
                    std::uint32_t substeps = 1) noexcept
        : room_(room)
        , memory_(memory)
        , time_step_(time_step)
        , substeps_(substeps) {}

    // A row beyond the type's max_rows is not taken, and the world says so in the log.
    void add(const constraint_row& row) noexcept {
        if (count_ < room_.size()) {
            room_[count_++] = row;
        } else {
            ++lost_count_;
        }
    }

    // How many were not taken.
    [[nodiscard]] std::uint32_t lost_count() const noexcept { return lost_count_; }

    [[nodiscard]] std::uint32_t size() const noexcept { return count_; }

    [[nodiscard]] const constraint_row& operator[](std::size_t number) const noexcept {
        return room_[number];
    }

    // As `remember` left it after the last step.
    [[nodiscard]] const constraint_memory& memory() const noexcept { return memory_; }

    [[nodiscard]] scalar time_step() const noexcept { return time_step_; } // s

    [[nodiscard]] std::uint32_t substeps() const noexcept { return substeps_; }

private:
    std::span<constraint_row> room_;
    const constraint_memory& memory_;
    scalar time_step_;
    std::uint32_t count_ = 0;
    std::uint32_t lost_count_ = 0;
    std::uint32_t substeps_;
};

// What a constraint with a function `iterate` sees before each pass of the solver over its rows, two of them
// in a sub-step, and what it may change for this pass and those that follow in the step.
class constraint_iteration {
public:
    // Of the bodies as they are at this moment, in the axes of the world.
    struct velocities {
        vector3 linear;
        vector3 angular;
    };

    // What it knows of a row, and what `iterate` makes of it.
    struct row_state {
        scalar impulse = 0;
        scalar speed = 0;
        scalar target = 0;
        scalar lowest = 0;
        scalar highest = 0;
        bool has_limits = false;
    };

    constraint_iteration(std::span<row_state> rows, const velocities& a, const velocities& b,
                         scalar substep) noexcept
        : rows_(rows)
        , a_(a)
        , b_(b)
        , substep_(substep) {}

    // In the order in which `prepare` added them.
    [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }

    // What the row applies in this sub-step by now: N s, or N m s.
    [[nodiscard]] scalar impulse(std::size_t row) const noexcept { return rows_[row].impulse; }

    // The same as a force or torque: N, or N m.
    [[nodiscard]] scalar force(std::size_t row) const noexcept { return rows_[row].impulse / substep_; }

    // Of b relative to a along the row: m/s, or rad/s.
    [[nodiscard]] scalar speed(std::size_t row) const noexcept { return rows_[row].speed; }

    [[nodiscard]] const velocities& velocity_of_a() const noexcept { return a_; }

    [[nodiscard]] const velocities& velocity_of_b() const noexcept { return b_; }

    [[nodiscard]] scalar substep() const noexcept { return substep_; } // s

    // As constraint_row::lowest and highest. False, and nothing is changed, for a row that has neither limits
    // nor a spring of its own (such rows are solved together), and for limits that are none.
    bool set_limits(std::size_t row, scalar lowest, scalar highest) noexcept {
        if (!rows_[row].has_limits || !(lowest <= highest)) {
            return false;
        }
        rows_[row].lowest = lowest;
        rows_[row].highest = highest;
        return true;
    }

    // As constraint_row::speed. False, and nothing is changed, if it is not finite.
    bool set_speed(std::size_t row, scalar speed) noexcept {
        if (!is_finite(speed)) {
            return false;
        }
        rows_[row].target = speed;
        return true;
    }

private:
    std::span<row_state> rows_;
    velocities a_;
    velocities b_;
    scalar substep_;
};

// What the rows of a constraint applied in the last sub-step, N s or N m s, in the order of the rows: a
// component that the world gives to it.
struct constraint_impulses {
    std::array<scalar, constraint_rows::limit> rows{};
};

// The three rows that hold together a point of a and a point of b, each given in the frame of its shape.
void add_point_rows(const constrained_body& a, vector3 point_a, const constrained_body& b, vector3 point_b,
                    constraint_rows& rows, scalar frequency = 0, scalar damping = 1) noexcept;

template <typename T>
concept constraint = component<T> && requires(T what, const constrained_body& body, constraint_rows& rows) {
    { what.a } -> std::same_as<entity&>;
    { what.b } -> std::same_as<entity&>;
    prepare(what, body, body, rows);
};

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::constraint_impulses> =
    describe<rigid::constraint_impulses>(
        "constraint_impulses", field<&rigid::constraint_impulses::rows>("rows", {.about = "N s or N m s"}));
template <>
inline constexpr auto orrery::description<orrery::rigid::constraint_memory> =
    describe<rigid::constraint_memory>("constraint_memory",
                                       field<&rigid::constraint_memory::numbers>("numbers"));
