#include "shape_check.hpp"
#include "state_check.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/contact.hpp>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] error refusal(const registry_state& state, entity id, std::string_view reason) {
    return {text("the entity with the key ", static_cast<std::uint64_t>(state.key_of(id)),
                 " is refused: ", reason)};
}

[[nodiscard]] status check_shapes(const registry_state& state, const shape_store& shapes) {
    status answer;
    state.view<shape>().each([&](entity id, const shape& what) {
        if (const status usable = check_shape(what, shapes); answer && !usable) {
            answer = refusal(state, id, usable.reason().message);
        }
    });
    return answer;
}

[[nodiscard]] status check_orientations(const registry_state& state) {
    status answer;
    state.view<orientation>().each([&](entity id, const orientation& turn) {
        const scalar norm = length(turn.value);
        if (answer && !(abs(norm - scalar(1)) < scalar(1e-3))) {
            answer = refusal(state, id, text("its orientation has length ", norm, ", but it must be 1"));
        }
    });
    return answer;
}

[[nodiscard]] status check_sleepers(const registry_state& state) {
    status answer;
    state.view<asleep>().each([&](entity id, const asleep&) {
        const bool can_sleep =
            state.all_of<body, position, orientation, linear_velocity, angular_velocity, stillness>(id) &&
            state.get<body>(id).kind == body_kind::dynamic;
        if (answer && !can_sleep) {
            answer = refusal(state, id, "it is asleep, but it is not a dynamic body");
        }
    });
    return answer;
}

[[nodiscard]] status check_contacts(const registry_state& state) {
    status answer;
    state.view<contact>().each([&](entity id, const contact& memory) {
        const bool is_sound = state.all_of<body, shape>(memory.a) && state.all_of<body, shape>(memory.b) &&
                              state.key_of(memory.a) < state.key_of(memory.b);
        if (answer && !is_sound) {
            answer = refusal(state, id, "it is a contact, but not of two bodies in the order of their keys");
        }
    });
    return answer;
}

} // namespace

status check_state(const registry_state& state, const shape_store& shapes) {
    const auto first_of = [](const status& a, const status& b) { return a ? b : a; };
    const status of_bodies = first_of(check_shapes(state, shapes), check_orientations(state));
    const status of_memory = first_of(check_sleepers(state), check_contacts(state));
    return first_of(of_bodies, of_memory);
}

} // namespace orrery::rigid::detail
