// A constraint in this step: which bodies it joins and the rows it asks for.
#pragma once

#include <orrery/core/registry.hpp>
#include <orrery/rigid/constraint.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::rigid::detail {

struct constraint_edge {
    entity_key key = entity_key::none;
    entity id{};
    std::uint32_t type = 0;  // its number among those the world knows
    std::uint32_t row_a = 0; // no_row: the world
    std::uint32_t row_b = 0;
    bool is_a_dynamic = false;
    bool is_b_dynamic = false;
    constraint_rows rows{};
    constraint_impulses memory{};
};

// What the world knows of a type of constraint.
struct constraint_type {
    const component_type* type = nullptr;
    void (*list)(const registry_state& state, std::vector<entity>& found) = nullptr;

    // The two bodies of an entity's constraint and whether they can meet.
    struct ends {
        entity a;
        entity b;
        bool do_bodies_meet;
    };

    ends (*ends_of)(const registry_state& state, entity id) = nullptr;
    void (*prepare)(const registry_state& state, entity id, const constrained_body& a,
                    const constrained_body& b, constraint_rows& rows) = nullptr;

    // Where it holds the two, in the frames of their shapes or in the world; their centres of mass for a type
    // that does not say.
    struct pivots {
        std::optional<vector3> a;
        std::optional<vector3> b;
    };

    pivots (*pivots_of)(const registry_state& state, entity id) = nullptr;
};

} // namespace orrery::rigid::detail
