// Four vectors side by side, or one: formulas written with it hold for both.
#pragma once

#include "rigid/collide/four_lanes.hpp"

namespace orrery::rigid::detail {

template <typename Number>
struct lane_vector {
    Number x;
    Number y;
    Number z;

    lane_vector() = default;

    lane_vector(Number first, Number second, Number third) noexcept
        : x(first)
        , y(second)
        , z(third) {}

    // The same vector in every lane.
    lane_vector(vector3 a) noexcept
        : x(a.x)
        , y(a.y)
        , z(a.z) {}

    friend lane_vector operator+(lane_vector a, lane_vector b) noexcept {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }

    friend lane_vector operator-(lane_vector a, lane_vector b) noexcept {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }

    friend Number dot(lane_vector a, lane_vector b) noexcept { return (a.x * b.x + a.y * b.y) + a.z * b.z; }

    friend lane_vector cross(lane_vector a, lane_vector b) noexcept {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};

using four_vectors = lane_vector<four>;

// Four points that follow each other in memory.
[[nodiscard]] inline four_vectors load_four(const vector3* points) noexcept {
    using simd::target_128::detail::shuffle_blocks;
    const scalar* first = &points->x;
    const four low = four::load(first);
    const four middle = four::load(first + 4);
    const four high = four::load(first + 8);
    return {shuffle_blocks<0, 3, 4, 6>(low, shuffle_blocks<2, 2, 5, 5>(middle, high)),
            shuffle_blocks<0, 2, 4, 6>(shuffle_blocks<1, 1, 4, 4>(low, middle),
                                       shuffle_blocks<3, 3, 6, 6>(middle, high)),
            shuffle_blocks<0, 2, 4, 7>(shuffle_blocks<2, 2, 5, 5>(low, middle), high)};
}

} // namespace orrery::rigid::detail
