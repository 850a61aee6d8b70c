// Which body moves when one is pushed: bodies that are glued to a carrier move with it.
#pragma once

#include "rigid/step/roster.hpp"

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/glue.hpp>

namespace orrery::rigid::detail {

[[nodiscard]] inline entity carrier_of(const registry_state& state, entity id) noexcept {
    const glued_to* glue = state.try_get<glued_to>(id);
    return glue != nullptr ? glue->carrier : id;
}

// The row of the body that moves: the carrier's, if that can be pushed.
[[nodiscard]] inline std::uint32_t pushed_row(const registry_state& state, const roster& who,
                                              entity id) noexcept {
    const entity carrier = carrier_of(state, id);
    return who.row_of(state.all_of<carries>(carrier) ? carrier : id);
}

} // namespace orrery::rigid::detail
