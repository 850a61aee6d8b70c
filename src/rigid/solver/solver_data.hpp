// What the solver computes with. Bodies are rows of sixteen numbers; contacts stand in groups of as many as
// there are lanes, one group after the other, each a block of fields that hold one number for each lane.
#pragma once

#include <orrery/math/scalar.hpp>

#include <cstddef>
#include <cstdint>

namespace orrery::rigid::detail {

// A body's row: velocity and inverse mass, angular velocity, and how far it has moved and turned since the
// step began (the turn as a rotation vector, which is exact enough for the angles of one step).
struct solver_body {
    static constexpr std::ptrdiff_t stride = 16;
    static constexpr std::ptrdiff_t velocity = 0;
    static constexpr std::ptrdiff_t inverse_mass = 3;
    static constexpr std::ptrdiff_t spin = 4;
    static constexpr std::ptrdiff_t moved = 8;
    static constexpr std::ptrdiff_t turned = 12;
};

// A body's inverse inertia in the axes of the world: xx, yy, zz, xy, xz, yz and two that stand for nothing.
struct solver_inertia {
    static constexpr std::ptrdiff_t stride = 8;
};

// Fields of a group of contacts. Vectors take three fields, symmetric tensors six: xx, yy, zz, xy, xz, yz.
struct contact_fields {
    static constexpr int normal = 0;
    static constexpr int tangent = 3;
    static constexpr int inertia_a = 6; // inverse, in the axes of the world
    static constexpr int inertia_b = 12;
    static constexpr int arm_a =
        18; // from the centre of mass to the middle of the points, where friction acts
    static constexpr int arm_b = 21;
    static constexpr int friction_mass = 24; // of the two tangents: xx, yy, xy
    static constexpr int spinning_mass = 27;
    static constexpr int rolling_mass = 28; // of the two tangents
    static constexpr int friction = 30;     // coefficient
    static constexpr int spinning = 31;     // lever
    static constexpr int rolling = 32;      // lever
    static constexpr int bias_rate = 33;    // how softly overlap is undone
    static constexpr int mass_scale = 34;
    static constexpr int impulse_scale = 35;
    static constexpr int friction_impulse = 36; // along the two tangents
    static constexpr int spinning_impulse = 38;
    static constexpr int rolling_impulse = 39; // along the two tangents
    static constexpr int normal_total = 41;    // of all points and sub-steps
    static constexpr int friction_total = 42;  // of all sub-steps, along the two tangents
    static constexpr int points = 44;
    // What stands on an area resists rocking, as if it rolled with a lever of this share of the area's size.
    // Without it towers sway for many seconds, and a stack of twenty buckles.
    static constexpr scalar rocking_share = scalar(0.01);

    // Of each point.
    static constexpr int turn_a = 0; // arm x normal
    static constexpr int turn_b = 3;
    static constexpr int mass = 6; // effective mass
    static constexpr int separation = 7;
    static constexpr int impulse = 8;
    static constexpr int point_size = 9;

    [[nodiscard]] static constexpr int count(int points_each) noexcept {
        return points + points_each * point_size;
    }
};

// What a contact batch writes and the stage `prepare` reads, in fields that `prepare` writes afterwards: the
// same block of memory before it is prepared. All other fields mean the same before and after.
struct contact_input {
    static constexpr int spinning = contact_fields::spinning; // lever of the material alone
    // Impulses of the step before as vectors of the world.
    static constexpr int friction_impulse = contact_fields::friction_mass;
    static constexpr int rolling_impulse = contact_fields::spinning_mass;

    // Of each point.
    static constexpr int offset = contact_fields::turn_a; // from the contact's middle
    static constexpr int presence = contact_fields::mass; // 1, or 0 for a point that is missing
};

// Groups of contacts that have the same number of points and no body in common, so that they can be solved in
// any order and at the same time.
struct contact_run {
    scalar* data = nullptr;
    const std::int32_t* bodies = nullptr; // of each group first all a, then all b
    std::uint32_t count = 0;              // of groups
    std::uint32_t points = 0;             // of each contact: 1, 2 or 4
    bool resists_rolling = false;         // all of them, or none
    bool does_b_move = true;              // otherwise all b are fixed or kinematic
};

// Fields of a group of constraints with rows. The first rows, which have no limits, act together as a block:
// their equations are solved at once, by factors of their common matrix; the others follow one by one, in
// directions in which they do not disturb the block.
struct constraint_fields {
    static constexpr int most_block_rows = 6;

    static constexpr int inertia_a = 0;
    static constexpr int inertia_b = 6;
    static constexpr int rows = 12;

    // Of each row; see constraint_row.
    static constexpr int linear = 0;
    static constexpr int turn_a = 3;
    static constexpr int turn_b = 6;
    static constexpr int mass = 9;
    static constexpr int error = 10;
    static constexpr int speed = 11;
    static constexpr int lowest = 12; // impulses
    static constexpr int highest = 13;
    static constexpr int bias_rate = 14;
    static constexpr int mass_scale = 15;
    static constexpr int impulse_scale = 16;
    static constexpr int spring = 17; // 0: none, as stiff as joints are; 1: by frequency; 2: as it is built
    static constexpr int limit = 18;  // on which side of 0 an error is allowed: -1 or 1; 0 when on none
    static constexpr int impulse = 19;
    static constexpr int linear_a = 20; // looked at only in runs whose bodies move in two directions
    static constexpr int row_size = 23;

    // The factors L and 1 / D of the block's matrix L D L^T, row by row, behind all rows.
    [[nodiscard]] static constexpr int factor(int rows_each, int row, int column) noexcept {
        return rows + rows_each * row_size + row * (row + 1) / 2 + column;
    }

    // How much of a row of the block is in one that follows: it acts along its own direction less these
    // shares.
    [[nodiscard]] static constexpr int share(int block_rows, int single_rows, int single,
                                             int block_row) noexcept {
        return factor(block_rows + single_rows, block_rows, 0) + single * block_rows + block_row;
    }

    [[nodiscard]] static constexpr int count(int block_rows, int single_rows) noexcept {
        return share(block_rows, single_rows, single_rows, 0);
    }
};

// The same for constraints, of rows with springs that are given by stiffness and resistance.
struct constraint_input {
    static constexpr int stiffness = constraint_fields::bias_rate;
    static constexpr int resistance = constraint_fields::mass_scale;
};

struct constraint_run {
    scalar* data = nullptr;
    const std::int32_t* bodies = nullptr;
    std::uint32_t count = 0; // of groups
    int block_rows = 0;      // of each constraint
    int single_rows = 0;
    bool has_two_directions = false;
    bool does_b_move = true;
};

struct solver_step {
    scalar* bodies = nullptr;
    const scalar* inertias = nullptr; // of the same bodies
    scalar substep = 0;               // s
    scalar inverse_substep = 0;
    scalar push_speed = 0;
    // How long the bodies have moved since the step began, s. Those that move by their velocities alone are
    // in many batches at once, so nobody writes down how far they have come: it follows from this.
    scalar elapsed = 0;
};

} // namespace orrery::rigid::detail
