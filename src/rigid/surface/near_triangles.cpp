#include "rigid/surface/near_triangles.hpp"
#include "rigid/surface/surface_room.hpp"

namespace orrery::rigid::detail {
namespace {

// How far beyond what is asked for triangles are kept, as a share of its size.
constexpr scalar kept_share = scalar(0.06);

} // namespace

std::span<const surface_triangle> near_triangles::within(const surface& of, const aabb3& box,
                                                         surface_room& room) {
    if (of.id() != of_ || !contains(around_, box)) {
        look_around(of, box);
    }
    const std::size_t count = kept_.size();
    room.is_met.resize(count);
    std::size_t met = 0;
    for (std::size_t i = 0; i < count; ++i) {
        // Without branches, so that compilers look at many at a time.
        std::uint32_t is_met = 1;
        for (int axis = 0; axis < 3; ++axis) {
            const auto number = static_cast<std::size_t>(axis);
            is_met &= lower_[number][i] <= box.max[axis] ? 1u : 0u;
            is_met &= upper_[number][i] >= box.min[axis] ? 1u : 0u;
        }
        room.is_met[i] = static_cast<std::uint8_t>(is_met);
        met += is_met;
    }
    if (met == count) {
        return kept_;
    }
    room.found.clear();
    for (std::size_t i = 0; i < count; ++i) {
        if (room.is_met[i] != 0) {
            room.found.push_back(kept_[i]);
        }
    }
    return room.found;
}

void near_triangles::look_around(const surface& of, const aabb3& box) {
    of_ = of.id();
    around_ = inflate(box, largest_component(box.max - box.min) * kept_share);
    kept_.clear();
    of.collect(around_, kept_);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<scalar>& lower = lower_[static_cast<std::size_t>(axis)];
        std::vector<scalar>& upper = upper_[static_cast<std::size_t>(axis)];
        lower.resize(kept_.size());
        upper.resize(kept_.size());
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const auto& [a, b, c] = kept_[i].corners;
            lower[i] = min(min(a[axis], b[axis]), c[axis]);
            upper[i] = max(max(a[axis], b[axis]), c[axis]);
        }
    }
}

} // namespace orrery::rigid::detail
