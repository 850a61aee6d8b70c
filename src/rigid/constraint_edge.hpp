// A constraint in this step: which bodies it joins and the rows it asks for.
#pragma once

#include <orrery/core/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>

#include <cstdint>

namespace orrery::rigid::detail {

struct constraint_edge {
    entity_key key = entity_key::none;
    entity id{};
    std::uint32_t type = 0;  // its number among those the world knows
    std::uint32_t row_a = 0; // no_row: the world
    std::uint32_t row_b = 0;
    std::uint32_t part_a = 0; // the row of the body itself where that is glued to the one of row_a
    std::uint32_t part_b = 0;
    bool is_a_dynamic = false;
    bool is_b_dynamic = false;
    constraint_rows rows{};
    constraint_impulses memory{};
};

} // namespace orrery::rigid::detail
