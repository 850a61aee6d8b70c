// The kinds of worlds that applications know, by name.
#pragma once

#include "apps/world/circles/circles_traits.hpp"
#include "apps/world/hex/hex_traits.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

#include <string_view>
#include <type_traits>

namespace orrery::apps {

// Calls visit(std::type_identity<World>{}) for the world with this name; false if no kind is called that.
template <typename Visit>
bool visit_world(std::string_view name, Visit visit) {
    const auto try_one = [&]<described_world World>(std::type_identity<World> which) {
        const bool is_it = name == std::string_view(World::type_name);
        if (is_it) {
            visit(which);
        }
        return is_it;
    };
    return try_one(std::type_identity<rigid::world>{}) || try_one(std::type_identity<hex::world>{}) ||
           try_one(std::type_identity<circles::world>{});
}

} // namespace orrery::apps
