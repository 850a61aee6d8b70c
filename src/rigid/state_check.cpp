#include "rigid_motion.hpp"
#include "shape_check.hpp"
#include "state_check.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/glue.hpp>

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

[[nodiscard]] status check_glue(const registry_state& state) {
    status answer;
    state.view<glued_to>().each([&](entity id, const glued_to& glue) {
        const bool is_sound = has_mechanics(state, id) && !state.any_of<carries, asleep>(id) &&
                              state.all_of<body, position, orientation>(glue.carrier) &&
                              !state.all_of<glued_to>(glue.carrier) && glue.carrier != id &&
                              abs(length(glue.orientation) - scalar(1)) < scalar(1e-3);
        if (answer && !is_sound) {
            answer = refusal(state, id, "it is glued, but not as a dynamic body to one that is free");
        }
    });
    return answer;
}

[[nodiscard]] status check_carriers(const registry_state& state, const shape_store& shapes) {
    status answer;
    state.view<carries>().each([&](entity id, const carries& own) {
        const bool is_sound = state.all_of<body, mass, inertia, linear_velocity, angular_velocity>(id) &&
                              own.mass > 0 && (own.has_form == 0 || check_shape(own.form, shapes));
        if (answer && !is_sound) {
            answer = refusal(state, id, "it carries others, but not as a body that can be pushed");
        }
    });
    return answer;
}

} // namespace

status check_state(const registry_state& state, const shape_store& shapes) {
    const auto first_of = [](const status& a, const status& b) { return a ? b : a; };
    const status of_bodies = first_of(check_shapes(state, shapes), check_orientations(state));
    const status of_memory = first_of(check_sleepers(state), check_contacts(state));
    const status of_glue = first_of(check_glue(state), check_carriers(state, shapes));
    return first_of(first_of(of_bodies, of_memory), of_glue);
}

} // namespace orrery::rigid::detail
