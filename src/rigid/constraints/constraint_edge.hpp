// A constraint in this step: which bodies it joins and the rows it asks for.
#pragma once

#include "rigid/solver/solver_data.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>

#include <cstdint>
#include <limits>
#include <span>

namespace orrery::rigid::detail {

// A body that moves as `row` does, with the frame of `part`, which may be glued to it.
[[nodiscard]] inline constrained_body as_constraint_sees(const body_row& row, const body_row& part,
                                                         scalar time_step) noexcept {
    vector3 center = part.center_of_mass;
    if (&row != &part) {
        center += inverse_rotate(part.orientation, row.position - part.position);
    }
    return {row.position,
            part.orientation,
            row.linear_velocity,
            row.angular_velocity,
            center,
            row.inverse_mass > 0 ? scalar(1) / row.inverse_mass : scalar(0),
            integrate(part.orientation, row.angular_velocity, time_step / 2),
            time_step};
}

// A joint's end as its functions see it: the world where there is no row.
[[nodiscard]] inline constrained_body constraint_end(std::uint32_t row, std::uint32_t part,
                                                     std::span<const body_row> rows,
                                                     scalar time_step) noexcept {
    if (row == no_row) {
        constrained_body ground{};
        ground.time_step = time_step;
        return ground;
    }
    return as_constraint_sees(rows[row], rows[part], time_step);
}

// How many rows a constraint has. Those with the same counts are solved side by side.
struct row_counts {
    std::uint8_t block = 0;          // that act together
    std::uint8_t single = 0;         // that act one by one
    bool has_two_directions = false; // one of them moves a another way than b

    friend bool operator==(const row_counts&, const row_counts&) = default;
};

// Whether a row has a spring or a damper as they are built.
[[nodiscard]] inline bool is_built(const constraint_row& row) noexcept {
    return row.stiffness > 0 || row.resistance > 0;
}

// Whether a row is in the block, if the block has room.
[[nodiscard]] inline bool is_unlimited(const constraint_row& row) noexcept {
    constexpr scalar infinity = std::numeric_limits<scalar>::infinity();
    return row.lowest == -infinity && row.highest == infinity && !is_built(row);
}

inline constexpr std::uint32_t most_block_rows = constraint_fields::most_block_rows;

// How many different row_counts there can be.
inline constexpr std::uint32_t most_row_counts = (most_block_rows + 1) * (constraint_rows::limit + 1) * 2;
static_assert(most_row_counts <= std::numeric_limits<std::uint16_t>::max(),
              "constraint_edge::size holds all");

struct constraint_edge {
    entity_key key = entity_key::none;
    entity id{};
    std::uint32_t type = 0; // its number among those the world knows
    const constraint_type* how = nullptr;
    std::uint32_t row_a = 0; // no_row: the world
    std::uint32_t row_b = 0;
    std::uint32_t part_a = 0; // the row of the body itself where that is glued to the one of row_a
    std::uint32_t part_b = 0;
    bool is_a_dynamic = false;
    bool is_b_dynamic = false;
    std::span<const constraint_row> rows{};
    scalar* impulses = nullptr;   // of the rows: of the last step, and in the end of this one
    std::uint16_t size = 0;       // which of the step's row_counts
    std::uint32_t lost_count = 0; // rows it asked for beyond those of its type
    bool is_rebounding = false;   // at one of its limits, in this step
};

} // namespace orrery::rigid::detail
