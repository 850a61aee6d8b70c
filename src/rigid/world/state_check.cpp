#include "rigid/shape/shape_check.hpp"
#include "rigid/world/state_check.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/components.hpp>
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

[[nodiscard]] status check_glue(const registry_state& state) {
    status answer;
    state.view<glued_to>().each([&](entity id, const glued_to& glue) {
        const scalar norm = length(glue.orientation);
        if (answer && !(abs(norm - scalar(1)) < scalar(1e-3))) {
            answer = refusal(
                state, id, text("the orientation it is glued with has length ", norm, ", but it must be 1"));
        }
    });
    return answer;
}

[[nodiscard]] status check_carriers(const registry_state& state, const shape_store& shapes) {
    status answer;
    state.view<carries>().each([&](entity id, const carries& own) {
        if (const status usable = own.has_form != 0 ? check_shape(own.form, shapes) : status{};
            answer && !usable) {
            answer = refusal(state, id, usable.reason().message);
        }
    });
    return answer;
}

} // namespace

status check_state(const registry_state& state, const shape_store& shapes) {
    const auto first_of = [](const status& a, const status& b) { return a ? b : a; };
    const status of_bodies = first_of(check_shapes(state, shapes), check_orientations(state));
    const status of_glue = first_of(check_glue(state), check_carriers(state, shapes));
    return first_of(of_bodies, of_glue);
}

} // namespace orrery::rigid::detail
