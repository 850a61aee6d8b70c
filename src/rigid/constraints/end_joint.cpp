#include "rigid/constraints/end_joint.hpp"

#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/components.hpp>

namespace orrery::rigid::detail {

void end_joint(entity joint, const constraint_type& type, event_kind reason, scalar impulse,
               orrery::registry& registry, event_log& events) {
    if (!type.has(registry, joint)) {
        return; // another joint of the same entity took it along
    }
    const constraint_type::ends ends = type.ends_of(registry, joint);
    const auto key_of = [&](entity id) { return id ? registry.key_of(id) : entity_key::none; };
    const bool is_in_order = !ends.b || key_of(ends.a) < key_of(ends.b);
    events.add(registry, {.kind = reason,
                          .a = is_in_order ? ends.a : ends.b,
                          .b = is_in_order ? ends.b : ends.a,
                          .impulse = impulse});
    // A joint may be a component of one of its bodies.
    if (registry.all_of<body>(joint)) {
        type.remove(registry, joint);
        registry.remove<breakable>(joint);
    } else {
        registry.destroy(joint);
    }
}

} // namespace orrery::rigid::detail
