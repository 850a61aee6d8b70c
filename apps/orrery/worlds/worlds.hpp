// The kinds of worlds that the command knows. All it does is written for any world that applications describe
// (apps/world/world_traits.hpp) and that the command can write (world_output.hpp).
#pragma once

#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/worlds/circles_output.hpp"
#include "apps/orrery/worlds/hex_output.hpp"
#include "apps/orrery/worlds/rigid_output.hpp"
#include "apps/world/all_worlds.hpp"

#include <orrery/core/text.hpp>

#include <string_view>
#include <type_traits>

namespace orrery::command {

// Calls visit(std::type_identity<World>{}) for the world with this name and passes on its answer.
template <typename Visit>
int with_world(std::string_view name, Visit visit) {
    int answer = success;
    const bool is_known = apps::visit_world(name, [&](auto which) { answer = visit(which); });
    return is_known ? answer
                    : fail(text("worlds of the type '", printable(name),
                                "' are not known, expected 'rigid', 'hex' or 'circles'"));
}

} // namespace orrery::command
