#include "circles/step/force_stage.hpp"

#include <orrery/circles/motion_model.hpp>
#include <orrery/math/number.hpp>
#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery::circles::detail {

namespace {

// Far from the origin positions are coarse, and more distance is kept: so many steps of the numbers there.
constexpr scalar steps_of_margin = 32;

[[nodiscard]] scalar margin_at(vector2 position, scalar skin) noexcept {
    const scalar farthest = max(abs(position.x), abs(position.y));
    return max(skin, farthest * (steps_of_margin * std::numeric_limits<scalar>::epsilon())) * scalar(0.5);
}

} // namespace

std::uint32_t force_stage::act(std::span<const motion> before, const body_table& bodies, const rules& by) {
    const forces pull(by);
    std::uint32_t fast = 0;
    motions_.resize(before.size());
    margins_.resize(before.size());
    for (std::size_t rank = 0; rank < before.size(); ++rank) {
        motions_[rank] = pull.act_on(before[rank]);
        margins_[rank] = margin_at(before[rank].position, by.skin);
        const scalar width = 2 * bodies[rank].radius;
        const vector2 way = motions_[rank].velocity * by.time_step;
        fast += dot(way, way) > width * width ? 1 : 0;
    }
    return fast;
}

} // namespace orrery::circles::detail
