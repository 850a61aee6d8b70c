#include <orrery/math/number.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/presentation.hpp>

namespace orrery::rigid {
namespace {

[[nodiscard]] std::optional<transform3> placement_in(const registry_state& state, entity id) noexcept {
    const position* where = state.try_get<position>(id);
    const orientation* turn = state.try_get<orientation>(id);
    if (where == nullptr || turn == nullptr) {
        return std::nullopt;
    }
    return transform3{where->value, turn->value};
}

} // namespace

transform3 interpolate(const transform3& from, const transform3& to, scalar fraction) noexcept {
    return {from.position + (to.position - from.position) * fraction,
            nlerp(from.rotation, to.rotation, fraction)};
}

transform3 extrapolate(const transform3& from, vector3 velocity, vector3 spin, scalar seconds) noexcept {
    return {from.position + velocity * seconds, integrate(from.rotation, spin, seconds)};
}

presented_frame::presented_frame(const registry_state& before, const registry_state& newest, presentation how,
                                 scalar time_step, double age) noexcept
    : before_(before)
    , newest_(newest)
    , how_(how)
    , age_(static_cast<scalar>(max(0.0, min(age, static_cast<double>(time_step)))))
    , fraction_(age_ / time_step) {}

std::optional<transform3> presented_frame::placement_of(entity id) const noexcept {
    const std::optional<transform3> newest = placement_in(newest_, id);
    if (!newest) {
        return std::nullopt;
    }
    if (how_ == presentation::interpolated) {
        // What does not move is shown exactly as it is, without the rounding of the way there.
        const std::optional<transform3> before = placement_in(before_, id);
        return before && *before != *newest ? interpolate(*before, *newest, fraction_) : newest;
    }
    const linear_velocity* velocity = newest_.try_get<linear_velocity>(id);
    const angular_velocity* spin = newest_.try_get<angular_velocity>(id);
    if (velocity == nullptr || spin == nullptr ||
        (velocity->value == vector3{} && spin->value == vector3{})) {
        return newest;
    }
    return extrapolate(*newest, velocity->value, spin->value, age_);
}

} // namespace orrery::rigid
