// What people and scripts do to bodies.
#pragma once

#include "rigid/islands/island_waker.hpp"
#include "rigid/objects/body_editor.hpp"
#include "rigid/objects/gluing.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/event_log.hpp"
#include "rigid/step/world_changes.hpp"

#include <orrery/core/log.hpp>
#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>
#include <orrery/rigid/input.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

// The material that an input of the kind set_material or set_material_pair names.
[[nodiscard]] material material_of(const input& what) noexcept;

// What inputs can change.
struct input_target {
    orrery::registry& registry;
    world_changes& changes;
    island_waker& waker;
    gluing& glue;
    body_editor& editor;
    event_log& events;
};

class input_stage {
public:
    // Does what inputs ask for. What is not possible changes nothing and becomes an event. `who` are the
    // bodies that a step has seen.
    void apply(std::span<const input> inputs, std::span<const constraint_type> constraint_types,
               const roster& who, const input_target& target, logger& log);

    // Forces and impulses of this step, on the rows of bodies.
    void push_bodies(const registry_state& state, const roster& who, std::span<body_row> rows) const;

private:
    std::vector<input> pushes_; // of this step
};

} // namespace orrery::rigid::detail
