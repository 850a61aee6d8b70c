#include "rigid/constraints/end_joint.hpp"
#include "rigid/objects/body_editor.hpp"
#include "rigid/objects/rigid_motion.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>

#include <algorithm>
#include <utility>

namespace orrery::rigid::detail {
namespace {

// Gives fragments the mass, the momentum and the angular momentum of the whole.
void share_motion(orrery::registry& registry, const rigid_motion& whole, std::span<const entity> fragments) {
    mass_properties all;
    for (const entity id : fragments) {
        const rigid_motion part = motion_of(registry, id);
        all = together(all, {part.mass, part.position - whole.position, part.inertia});
    }
    rigid_motion common = whole;
    if (whole.mass > 0 && all.mass > 0) {
        const scalar share = whole.mass / all.mass;
        for (const entity id : fragments) {
            if (has_mechanics(registry, id)) {
                registry.patch<mass>(id, [&](mass& of) { of.value *= share; });
                registry.patch<inertia>(id, [&](inertia& of) {
                    of.diagonal *= share;
                    of.off_diagonal *= share;
                });
            }
        }
        common.position += all.center_of_mass;
        common.inertia = all.inertia * share;
        common.spin =
            solve(common.inertia, whole.angular_momentum_about(common.position)).value_or(whole.spin);
    }
    for (const entity id : fragments) {
        if (registry.all_of<linear_velocity, angular_velocity>(id)) {
            const vector3 where = registry.get<const position>(id).value;
            registry.replace<linear_velocity>(id, common.velocity_at(where));
            registry.replace<angular_velocity>(id, common.spin);
        }
    }
}

} // namespace

status body_editor::create(const input& what) {
    const blueprint_id id{what.subject};
    const body_definition* blueprint = definition_.blueprints.find(id);
    if (blueprint == nullptr) {
        return error{text("the world has no blueprint with the id ", what.subject)};
    }
    if (what.target == entity_key::none) {
        return error{"a body that is created needs a key"};
    }
    body_definition wanted = *blueprint;
    wanted.position = what.point;
    wanted.orientation = what.orientation;
    wanted.linear_velocity = what.value;
    wanted.key = what.target;
    const result<entity> made = make_body(owner_, wanted);
    if (!made) {
        return made.reason();
    }
    events_.add(registry_, {.kind = event_kind::created, .a = *made});
    return {};
}

void body_editor::destroy(entity id, scalar impulse) {
    remove(id, {.kind = event_kind::destroyed, .a = id, .impulse = impulse});
}

void body_editor::remove(entity id, const event& reason) {
    waker_.wake(id);
    remove_joints(id);
    std::vector<entity> pairs;
    registry_.view<const excluded_pair>().each([&](entity pair, const excluded_pair& which) {
        if (which.a == id || which.b == id) {
            pairs.push_back(pair);
        }
    });
    for (const entity pair : pairs) {
        registry_.destroy(pair);
    }
    events_.add(registry_, reason);
    // First, so that the change tracker sees the body leave with all its other components: in which order the
    // registry takes them away depends on where the frame came from.
    registry_.remove<body>(id);
    registry_.destroy(id);
}

void body_editor::remove_joints(entity body_id) {
    struct joint {
        entity_key key;
        std::uint32_t type;
        entity id;
    };

    std::vector<joint> lost;
    std::vector<entity> listed;
    for (std::uint32_t type = 0; type < definition_.constraint_types.size(); ++type) {
        listed.clear();
        definition_.constraint_types[type].list(registry_, listed);
        for (const entity id : listed) {
            const constraint_type::ends ends = definition_.constraint_types[type].ends_of(registry_, id);
            if (ends.a == body_id || ends.b == body_id) {
                lost.push_back({registry_.key_of(id), type, id});
            }
        }
    }
    // total order: an entity has a key of its own, and each type at most once
    std::ranges::sort(lost, {}, [](const joint& each) { return std::pair(each.key, each.type); });
    for (const joint& each : lost) {
        end_joint(each.id, definition_.constraint_types[each.type], event_kind::joint_lost, 0, registry_,
                  events_);
    }
}

status body_editor::break_up(entity id, fracture_id into, scalar impulse) {
    if (into == fracture_id::none) {
        const fracture_pattern* own = registry_.try_get<const fracture_pattern>(id);
        if (own == nullptr) {
            return error{"the body has no fracture to break along"};
        }
        into = own->id;
    }
    const blueprint_store::fracture* pattern = definition_.blueprints.find(into);
    if (pattern == nullptr) {
        return error{text("the world has no fracture with the id ", static_cast<std::uint64_t>(into))};
    }
    // By itself, so that what breaks is its own mass.
    glue_.release_members(id);
    if (registry_.all_of<glued_to>(id)) {
        (void)glue_.unglue(id);
    }
    const entity_key key = registry_.key_of(id);
    const transform3 frame_then = frame_of(registry_, id);
    const rigid_motion whole = motion_of(registry_, id);
    remove(id, {.kind = event_kind::broke, .a = id, .impulse = impulse});
    std::vector<entity> fragments;
    for (std::uint32_t number = 0; number < pattern->fragments.size(); ++number) {
        const fragment& each = pattern->fragments[number];
        body_definition wanted = *definition_.blueprints.find(each.what);
        const transform3 where = frame_then * each.where;
        wanted.position = where.position;
        wanted.orientation = normalize(where.rotation);
        wanted.key = derive_key(key, owner_.frame(), number);
        while (registry_.find(wanted.key)) { // somebody else has this key
            wanted.key = derive_key(wanted.key, 0, 0);
        }
        const result<entity> made = make_body(owner_, wanted);
        if (!made) {
            log_.debug("rigid", "a fragment is left out: ", made.reason().message);
            continue;
        }
        fragments.push_back(*made);
        departed_.add_fragment(key, *made);
        events_.add(registry_, {.kind = event_kind::created, .a = *made, .key_b = key});
    }
    share_motion(registry_, whole, fragments);
    return {};
}

} // namespace orrery::rigid::detail
