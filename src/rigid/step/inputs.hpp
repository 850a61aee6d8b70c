// What people and scripts do to bodies.
#pragma once

#include "rigid/objects/body_editor.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/step/change_tracker.hpp"

#include <orrery/rigid/input.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

// The material that an input of the kind set_material or set_material_pair names.
[[nodiscard]] material material_of(const input& what) noexcept;

class input_stage {
public:
    // Does what inputs ask for. What is not possible changes nothing and becomes an event.
    void apply(std::span<const input> inputs, orrery::registry& registry, const world_definition& definition,
               change_tracker& tracker, body_editor& editor, event_log& events, logger& log);

    // Forces and impulses of this step, on the rows of bodies.
    void push_bodies(const registry_state& state, const roster& who, std::span<body_row> rows) const;

private:
    std::vector<input> pushes_; // of this step
};

} // namespace orrery::rigid::detail
