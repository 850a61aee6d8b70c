// What the user of a world has given it. Copies of the world share it.
#pragma once

#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>
#include <orrery/rigid/world.hpp>

#include <atomic>
#include <memory>
#include <vector>

namespace orrery::rigid::detail {

// Warnings about constraints that a world and its copies have logged: each is logged once.
struct constraint_warnings {
    std::atomic<bool> lost_rows{false};
    std::atomic<bool> changed_rows{false};
};

struct world_definition {
    world_settings settings;
    shape_store shapes;
    blueprint_store blueprints;
    std::shared_ptr<world::pair_filter> pair_filter; // null: none
    std::vector<constraint_type> constraint_types;
    std::shared_ptr<constraint_warnings> warnings = std::make_shared<constraint_warnings>();
};

} // namespace orrery::rigid::detail
