#include "rigid/collide/polygon_clip.hpp"

#include <orrery/math/elementary.hpp>

#include <limits>
#include <utility>

namespace orrery::rigid::detail {

void polygon_clip::cut_along(std::span<const scalar> u, std::span<const scalar> v,
                             scalar tolerance) noexcept {
    corner_list* spare = &lists_[1];
    for (std::size_t i = 0; i < u.size() && corners_->count != 0; ++i) {
        const std::size_t next = i + 1 == u.size() ? 0 : i + 1;
        const scalar along_u = u[next] - u[i];
        const scalar along_v = v[next] - v[i];
        const scalar unit = scalar(1) / sqrt(along_u * along_u + along_v * along_v);
        const scalar normal_u = -along_v * unit;
        const scalar normal_v = along_u * unit;
        spare->count = 0;
        cut(*corners_,
            {u[i] - normal_u * tolerance, v[i] - normal_v * tolerance, normal_u, normal_v,
             static_cast<std::uint32_t>(i) | of_reference},
            *spare);
        std::swap(corners_, spare);
    }
}

void polygon_clip::cut(const corner_list& from, const border& along, corner_list& to) noexcept {
    const auto inside = [&](std::size_t i) {
        return (from.u[i] - along.u) * along.normal_u + (from.v[i] - along.v) * along.normal_v;
    };
    std::size_t last = from.count - 1;
    scalar last_inside = inside(last);
    for (std::size_t i = 0; i < from.count; ++i) {
        const scalar now_inside = inside(i);
        if ((last_inside >= 0) != (now_inside >= 0)) {
            const scalar t = last_inside / (last_inside - now_inside);
            to.add(from.u[last] + (from.u[i] - from.u[last]) * t,
                   from.v[last] + (from.v[i] - from.v[last]) * t,
                   from.height[last] + (from.height[i] - from.height[last]) * t,
                   last_inside >= 0 ? along.line : from.line[last]);
        }
        if (now_inside >= 0) {
            to.add(from.u[i], from.v[i], from.height[i], from.line[i]);
        }
        last = i;
        last_inside = now_inside;
    }
}

scalar polygon_clip::smallest_height() const noexcept {
    scalar smallest = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < corners_->count; ++i) {
        smallest = min(smallest, abs(corners_->height[i]));
    }
    return smallest;
}

chosen_points polygon_clip::choose(scalar margin) noexcept {
    corner_list& all = *corners_;
    std::size_t padded = all.count;
    for (; padded % 4 != 0; ++padded) {
        all.u[padded] = all.v[padded] = 0;
        all.height[padded] = std::numeric_limits<scalar>::max();
    }
    return choose_points({all.u.data(), all.v.data(), all.height.data(), static_cast<int>(padded)}, margin);
}

} // namespace orrery::rigid::detail
