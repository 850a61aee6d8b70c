// What people and scripts do, in their order, to copies of the motions.
#pragma once

#include "circles/step/circle_changes.hpp"

#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/input.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/log.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class input_stage {
public:
    // What is refused is reported as an event.
    void apply(std::span<const input> inputs, const frame& before, const rules& by, circle_changes& changes,
               std::vector<event>& events, logger& log);

private:
    struct target {
        entity_key key = entity_key::none;
        std::uint32_t index = 0; // in the frame before, then in the newcomers; or nowhere, or gone
    };

    void find_targets(std::span<const input> inputs, const roster& who);
    [[nodiscard]] bool apply(const input& what, const frame& before, const rules& by, circle_changes& changes,
                             std::vector<event>& events);
    [[nodiscard]] static bool create(const input& what, const rules& by, target& who, circle_changes& changes,
                                     std::vector<event>& events);

    std::vector<target> targets_; // whom inputs name, by key
};

} // namespace orrery::circles::detail
