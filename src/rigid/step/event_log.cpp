#include "rigid/step/event_log.hpp"

#include <orrery/math/number.hpp>
#include <orrery/math/vector3.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

// Bodies that fly apart may have impulses that are more than numbers hold.
[[nodiscard]] scalar finite(scalar value) noexcept {
    constexpr scalar largest = std::numeric_limits<scalar>::max();
    return value != value ? scalar(0) : clamp(value, -largest, largest);
}

[[nodiscard]] vector3 finite(vector3 value) noexcept {
    return {finite(value.x), finite(value.y), finite(value.z)};
}

} // namespace

void event_log::begin_step() {
    events_.swap(pending_);
    pending_.clear();
    is_stepping_ = true;
}

void event_log::add(const registry_state& state, event what) {
    if (state.valid(what.a)) {
        what.key_a = state.key_of(what.a);
    }
    if (state.valid(what.b)) {
        what.key_b = state.key_of(what.b);
    }
    what.point = finite(what.point);
    what.normal = finite(what.normal);
    what.impulse = finite(what.impulse);
    what.friction_impulse = finite(what.friction_impulse);
    (is_stepping_ ? events_ : pending_).push_back(what);
}

void event_log::clear() noexcept {
    events_.clear();
    pending_.clear();
}

} // namespace orrery::rigid::detail
