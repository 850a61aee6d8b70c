// Sets of boxes of every kind that a spatial structure is asked to cope with.
#pragma once

#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/spatial/box.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace orrery::spatial::test {

enum class distribution {
    uniform,
    clustered,
    spiral,
    identical,
    mixed_by_12,
    mixed_by_1000,
    points,    // no extent at all
    segments,  // no extent on all axes but one
    lattice,   // many touch exactly, many coordinates are equal
    in_a_line, // the same centre on all axes but one
    extreme,   // at the ends of the coordinate's range; infinite for real ones
};

inline constexpr std::array all_distributions{
    distribution::uniform,     distribution::clustered,     distribution::spiral,  distribution::identical,
    distribution::mixed_by_12, distribution::mixed_by_1000, distribution::points,  distribution::segments,
    distribution::lattice,     distribution::in_a_line,     distribution::extreme,
};

inline constexpr double world_size = 1000;

namespace detail {

// A coordinate of any type from one in double.
template <number T>
T coordinate(double value) {
    return static_cast<T>(value);
}

template <any_box Box>
using center_type = std::array<double, Box::dimension>;

template <any_box Box>
Box box_around(const center_type<Box>& center, const center_type<Box>& half) {
    Box box;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        box.min[axis] = coordinate<typename Box::value_type>(center[i] - half[i]);
        box.max[axis] = coordinate<typename Box::value_type>(center[i] + half[i]);
    }
    return box;
}

template <any_box Box>
Box extreme_box(xoshiro256& source) {
    using T = typename Box::value_type;
    using limits = std::numeric_limits<T>;
    Box box;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        const T near = coordinate<T>(uniform_real<double>(source, -world_size, world_size));
        const T width = coordinate<T>(uniform_real<double>(source, 0, 50));
        box.min[axis] = near;
        box.max[axis] = near + width;
        switch (uniform_below(source, 12)) {
        case 0:
            box.min[axis] = limits::lowest();
            break;
        case 1:
            box.max[axis] = limits::max();
            break;
        case 2:
            box.min[axis] = limits::lowest();
            box.max[axis] = limits::lowest();
            break;
        case 3:
            if constexpr (real<T>) {
                box.min[axis] = -limits::infinity();
            }
            break;
        case 4:
            if constexpr (real<T>) {
                box.max[axis] = limits::infinity();
            }
            break;
        default:
            break;
        }
    }
    return box;
}

// Where the box with this number lies, and its half size for a set of `count` that should overlap a little.
template <any_box Box>
center_type<Box> center_of(distribution kind, std::size_t number, xoshiro256& source) {
    center_type<Box> center{};
    for (double& value : center) {
        value = uniform_real<double>(source, -world_size, world_size);
    }
    if (kind == distribution::clustered) {
        const std::uint64_t clump = uniform_below(source, 5);
        xoshiro256 place(clump);
        for (double& value : center) {
            value = uniform_real<double>(place, -world_size, world_size) + value * 0.02;
        }
    } else if (kind == distribution::spiral) {
        const double angle = 2.399963 * static_cast<double>(number);
        const double radius = 12 * std::sqrt(static_cast<double>(number));
        center[0] = radius * std::cos(angle);
        center[1] = radius * std::sin(angle);
    } else if (kind == distribution::in_a_line) {
        const std::size_t axis = 1;
        const double along = center[axis];
        center.fill(7);
        center[axis] = along;
    }
    return center;
}

} // namespace detail

template <any_box Box>
std::vector<Box> make_boxes(distribution kind, std::size_t count, std::uint64_t seed) {
    xoshiro256 source(seed);
    std::vector<Box> boxes;
    const double spacing =
        2 * world_size / std::pow(static_cast<double>(count) + 1, 1.0 / static_cast<double>(Box::dimension));
    for (std::size_t number = 0; number < count; ++number) {
        if (kind == distribution::extreme) {
            boxes.push_back(detail::extreme_box<Box>(source));
            continue;
        }
        detail::center_type<Box> center = detail::center_of<Box>(kind, number, source);
        double scale = 1;
        if (kind == distribution::mixed_by_12) {
            scale = uniform_real<double>(source, 1, 12);
        } else if (kind == distribution::mixed_by_1000) {
            scale = chance(source, 0.05) ? uniform_real<double>(source, 1, 20) : 0.02;
        }
        detail::center_type<Box> half{};
        for (double& value : half) {
            value = spacing * 0.4 * scale * uniform_real<double>(source, 0.5, 1);
        }
        if (kind == distribution::points || kind == distribution::segments) {
            const double kept = half[0];
            half.fill(0);
            half[0] = kind == distribution::segments ? kept : 0;
        } else if (kind == distribution::identical) {
            center.fill(3);
            half.fill(4);
        } else if (kind == distribution::lattice) {
            for (double& value : center) {
                value = std::floor(value / 100) * 16;
            }
            half.fill(chance(source, 0.5) ? 8 : 4);
        }
        boxes.push_back(detail::box_around<Box>(center, half));
    }
    return boxes;
}

} // namespace orrery::spatial::test
