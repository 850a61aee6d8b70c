// The kinds of worlds that the command knows. All it does is written for any world that can be recorded; what
// has to be said about each kind by itself (how a scene becomes one, what its events are called) is in its
// specialisation of world_words. Another kind joins with a header of words and one line in with_world().
#pragma once

#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/worlds/circles_words.hpp"
#include "apps/orrery/worlds/hex_words.hpp"
#include "apps/orrery/worlds/rigid_words.hpp"

#include <orrery/core/text.hpp>

#include <string_view>
#include <type_traits>

namespace orrery::command {

// Calls visit(std::type_identity<World>{}) for the world with this name and passes on its answer.
template <typename Visit>
int with_world(std::string_view name, Visit visit) {
    if (name == rigid::world::type_name) {
        return visit(std::type_identity<rigid::world>{});
    }
    if (name == hex::world::type_name) {
        return visit(std::type_identity<hex::world>{});
    }
    if (name == circles::world::type_name) {
        return visit(std::type_identity<circles::world>{});
    }
    return fail(text("worlds of the type '", printable(name),
                     "' are not known, expected 'rigid', 'hex' or 'circles'"));
}

} // namespace orrery::command
