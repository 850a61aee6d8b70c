// The one call that makes a joint, of this layer or of a user's own, after looking at it. Whoever emplaces
// the component by hand gets the same joint without the questions.
//
//   const entity door = make_joint(world, hinge_joint{.a = frame, .b = leaf, ...}).value();
#pragma once

#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::rigid {

namespace detail {
// Of the ends of a joint and its key.
[[nodiscard]] status check_joint(const world& where, entity a, entity b, entity_key key);
} // namespace detail

// A new entity with the joint. Refused, and nothing is created: bodies that are not there, one and the same
// body twice, numbers that the joint's description does not allow (limits the wrong way round, say), and a
// key that is taken.
template <constraint T>
[[nodiscard]] result<entity> make_joint(world& where, const T& what, entity_key key = entity_key::none) {
    if (const status answer = detail::check_joint(where, what.a, what.b, key); !answer) {
        return error{text("A ", description<T>.name, " is refused: ", answer.reason().message, ".")};
    }
    if (const status answer = component_type::of<T>().validate(&what); !answer) {
        return error{text("A joint is refused: ", answer.reason().message, ".")};
    }
    orrery::registry& registry = where.registry();
    const entity id = key == entity_key::none ? registry.create() : registry.create(key);
    registry.emplace<T>(id, what);
    return id;
}

} // namespace orrery::rigid
