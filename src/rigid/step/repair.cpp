#include "rigid/objects/rigid_motion.hpp"
#include "rigid/step/repair.hpp"

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] bool can_sleep(const registry_state& state, entity id) noexcept {
    return is_pushable(state, id) && state.all_of<position, orientation>(id) && !state.all_of<glued_to>(id);
}

// One that is pushed carries with a compound of its own, any other as it is.
[[nodiscard]] bool can_carry(const registry_state& state, entity id) noexcept {
    if (!state.all_of<body, position, orientation>(id) || state.all_of<glued_to>(id)) {
        return false;
    }
    return state.all_of<carries>(id) ? state.all_of<mass, inertia, linear_velocity, angular_velocity>(id)
                                     : !is_pushable(state, id);
}

[[nodiscard]] bool is_sound(const registry_state& state, entity id, const glued_to& glue) noexcept {
    return has_mechanics(state, id) && !state.all_of<carries>(id) && glue.carrier != id &&
           can_carry(state, glue.carrier);
}

[[nodiscard]] bool is_sound(const registry_state& state, const contact& memory) noexcept {
    return state.all_of<body, shape>(memory.a) && state.all_of<body, shape>(memory.b) &&
           state.key_of(memory.a) < state.key_of(memory.b);
}

// Of those that have a component, in the order of keys.
template <component T, typename Which>
[[nodiscard]] std::vector<entity> list_those(const registry_state& state, Which which) {
    std::vector<entity> found;
    state.view<T>().each([&](entity id, const T& value) {
        if (which(id, value)) {
            found.push_back(id);
        }
    });
    std::ranges::sort(found, {}, [&](entity id) { return state.key_of(id); }); // total order: keys differ
    return found;
}

void repair_sleepers(orrery::registry& registry, event_log& events) {
    const auto restless =
        list_those<asleep>(registry, [&](entity id, const asleep&) { return !can_sleep(registry, id); });
    for (const entity id : restless) {
        registry.remove<asleep>(id);
        events.add(registry, {.kind = event_kind::woke_up, .a = id});
    }
}

void repair_glue(orrery::registry& registry, gluing& glue) {
    const auto loose = list_those<glued_to>(
        registry, [&](entity id, const glued_to& how) { return !is_sound(registry, id, how); });
    std::vector<entity> left;
    for (const entity id : loose) {
        left.push_back(registry.get<const glued_to>(id).carrier);
        glue.let_go(id, left.back());
    }
    const auto carriers = list_those<carries>(registry, [](entity, const carries&) { return true; });
    for (const entity id : carriers) {
        if (!can_carry(registry, id) || !glue.is_carrying(id) ||
            (std::ranges::find(left, id) != left.end() && !glue.reassemble(id, {}))) {
            glue.release_members(id);
        }
    }
}

void repair_contacts(orrery::registry& registry, contact_store& contacts, world_changes& changes) {
    const auto wrong = list_those<contact>(registry, [&](entity id, const contact& memory) {
        return !is_sound(registry, memory) || contacts.is_body_or_joint(id);
    });
    for (const entity id : wrong) {
        contacts.end(id);
        changes.contacts = true;
    }
}

} // namespace

void repair_state(orrery::registry& registry, gluing& glue, contact_store& contacts, event_log& events,
                  world_changes& changes) {
    if (!world_changes::take(changes.soundness)) {
        return;
    }
    repair_sleepers(registry, events);
    repair_glue(registry, glue);
    repair_contacts(registry, contacts, changes);
}

} // namespace orrery::rigid::detail
