// What changes by hand have left behind: sleepers that cannot sleep, glue between bodies that lack what it
// needs, contacts of bodies that are not there. Each is brought to an end when the next step begins, so that
// all stages find sound bodies, and saved worlds may hold whatever a registry can. What is decided about an
// entity depends on its own state and on that of those it refers to, never on the order of changes.
#include "rigid/objects/rigid_motion.hpp"
#include "rigid/step/pipeline.hpp"

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

} // namespace

void pipeline::mend_state() {
    if (!is_mending_due) {
        return;
    }
    is_mending_due = false;
    mend_sleepers();
    mend_glue();
    mend_contacts();
}

void pipeline::mend_sleepers() {
    const auto restless =
        list_those<asleep>(registry, [&](entity id, const asleep&) { return !can_sleep(registry, id); });
    for (const entity id : restless) {
        registry.remove<asleep>(id);
        note({.kind = event_kind::woke_up, .a = id});
    }
}

void pipeline::mend_glue() {
    const auto loose = list_those<glued_to>(
        registry, [&](entity id, const glued_to& glue) { return !is_sound(registry, id, glue); });
    std::vector<entity> left;
    for (const entity id : loose) {
        left.push_back(registry.get<const glued_to>(id).carrier);
        let_go(id, left.back());
    }
    const auto carriers = list_those<carries>(registry, [](entity, const carries&) { return true; });
    for (const entity id : carriers) {
        if (!can_carry(registry, id) || !is_carrying(id) ||
            (std::ranges::find(left, id) != left.end() && !reassemble(id, {}))) {
            release_members(id);
        }
    }
}

void pipeline::mend_contacts() {
    const auto wrong = list_those<contact>(registry, [&](entity id, const contact& memory) {
        return !is_sound(registry, memory) || is_body_or_joint(id);
    });
    for (const entity id : wrong) {
        end_contact(id);
        are_contacts_known = false;
    }
}

} // namespace orrery::rigid::detail
