#include "bench/spatial/scenarios.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/rotation2.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>
#include <numbers>

namespace bench {
namespace {

template <int N>
basic_vector<double, N> anywhere(xoshiro256& source) {
    using point = basic_vector<double, N>;
    return uniform_point(source, basic_aabb<double, N>{{}, point::filled(world_size)});
}

// Place `number` of `count` on a spiral of golden angles, which fills the circle evenly (Vogel 1979).
vector2d on_sunflower(std::size_t number, std::size_t count) {
    constexpr double golden_angle = 2 * std::numbers::pi * (2 - std::numbers::phi);
    const auto turn = sin_cos(golden_angle * static_cast<double>(number));
    const double radius = world_size / 2 * sqrt(static_cast<double>(number) / static_cast<double>(count));
    return vector2d::filled(world_size / 2) + vector2d{turn.cos, turn.sin} * radius;
}

struct clump {
    vector2d center;
    double deviation = 0;
};

std::vector<clump> make_clumps(xoshiro256& source) {
    constexpr std::size_t clump_count = 200;
    std::vector<clump> clumps(clump_count);
    for (clump& each : clumps) {
        each.center = anywhere<2>(source);
        // Eight times as wide is 64 times as thin.
        each.deviation = world_size * 0.004 * exp(uniform_real<double>(source) * std::numbers::ln2 * 3);
    }
    return clumps;
}

std::vector<vector2d> flat_centers(layout kind, std::size_t count, xoshiro256& source) {
    const std::vector<clump> clumps = make_clumps(source);
    std::vector<vector2d> centers(count);
    for (std::size_t number = 0; number < count; ++number) {
        vector2d& center = centers[number];
        center = anywhere<2>(source);
        if (kind == layout::spiral) {
            center = on_sunflower(number, count);
        } else if (kind == layout::teapot && number % 100 != 0) {
            center = vector2d{0.6, 0.3} * world_size + center * 0.1;
        } else if (kind == layout::clumps) {
            const clump& home = clumps[number % clumps.size()];
            const double x = normal_real<double>(source);
            const double y = normal_real<double>(source);
            center = home.center + vector2d{x, y} * home.deviation;
        }
    }
    return centers;
}

template <int N>
std::vector<basic_vector<double, N>> make_centers(layout kind, std::size_t count, xoshiro256& source) {
    if constexpr (N == 2) {
        return flat_centers(kind, count, source);
    } else {
        std::vector<basic_vector<double, N>> centers(count);
        for (auto& center : centers) {
            center = anywhere<N>(source);
        }
        return centers;
    }
}

} // namespace

template <int N>
crowd<N>::crowd(layout kind, std::size_t count)
    : members_(count) {
    xoshiro256 source(count * 8 + static_cast<std::size_t>(kind));
    const std::vector<point> centers = make_centers<N>(kind, count, source);
    for (std::size_t number = 0; number < count; ++number) {
        const bool is_large = kind == layout::mixed && number % 1000 == 0;
        const vector2d direction = unit_vector<vector2d>(source);
        members_[number] = {centers[number], direction, is_large ? 30.0 : 1.0};
    }
    shuffle(std::span(members_), source);

    // A step is the chord of one part of the circle.
    const double chord = 2 * sin(std::numbers::pi / frame_count);
    circle_radius_ = 0.1 / chord * width_by_sample(0.8);
    for (member& each : members_) {
        each.center[0] += each.direction.x * circle_radius_;
        each.center[1] += each.direction.y * circle_radius_;
    }
}

// The boxes of both intersect from this width on.
template <int N>
double crowd<N>::critical_width(const member& a, const member& b) {
    return 2 * largest_component(abs(a.center - b.center)) / (a.size + b.size);
}

// About what widths_for says, from all pairs of the first few: a fair sample, since the order is random.
template <int N>
double crowd<N>::width_by_sample(double pairs_per_box) const {
    const std::size_t count = std::min<std::size_t>(members_.size(), 3000);
    std::vector<double> widths;
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = a + 1; b < count; ++b) {
            widths.push_back(critical_width(members_[a], members_[b]));
        }
    }
    // A pair is in the sample when both of its boxes are.
    const double share = static_cast<double>(count) / static_cast<double>(members_.size());
    const double wanted = pairs_per_box * static_cast<double>(count) * share;
    const auto place = widths.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::nth_element(widths.begin(), place, widths.end());
    return *place;
}

// The critical widths of all pairs that intersect when boxes are `widest` wide.
template <int N>
std::vector<double> crowd<N>::critical_widths(double widest) const {
    using box = basic_aabb<double, N>;
    std::vector<box> boxes;
    for (const member& each : members_) {
        boxes.push_back(box::from_center(each.center, point::filled(each.size * widest / 2)));
    }
    spatial::grid_hierarchy<box> grid;
    grid.build(boxes);
    std::vector<double> widths;
    for (const auto [first, second] : spatial::pairs(grid)) {
        widths.push_back(critical_width(members_[first], members_[second]));
    }
    return widths;
}

template <int N>
std::vector<double> crowd<N>::widths_for(std::span<const double> pairs_per_box) const {
    const auto pair_count = [&](double per_box) {
        return static_cast<std::size_t>(per_box * static_cast<double>(members_.size()));
    };
    const double most = *std::max_element(pairs_per_box.begin(), pairs_per_box.end());
    double widest = width_by_sample(most);
    std::vector<double> critical;
    do {
        widest *= 1.1; // the sample may be a little off
        critical = critical_widths(widest);
    } while (critical.size() <= pair_count(most));

    std::vector<double> result;
    for (const double per_box : pairs_per_box) {
        const auto place = critical.begin() + static_cast<std::ptrdiff_t>(pair_count(per_box));
        std::nth_element(critical.begin(), place, critical.end());
        result.push_back(*place);
    }
    return result;
}

template <int N>
template <spatial::any_box Box>
    requires(Box::dimension == N)
std::vector<std::vector<Box>> crowd<N>::frames(double width) const {
    using T = typename Box::value_type;
    std::vector<std::vector<Box>> result(frame_count);
    for (int frame = 0; frame < frame_count; ++frame) {
        const rotation2d turned = rotation2d::from_angle(2 * std::numbers::pi * frame / frame_count);
        std::vector<Box>& boxes = result[static_cast<std::size_t>(frame)];
        boxes.reserve(members_.size());
        for (const member& each : members_) {
            const vector2d way = (rotate(turned, each.direction) - each.direction) * circle_radius_;
            point center = each.center;
            center[0] += way.x;
            center[1] += way.y;
            const point half = point::filled(each.size * width / 2);
            boxes.push_back({vector_cast<T>(center - half), vector_cast<T>(center + half)});
        }
    }
    return result;
}

template class crowd<2>;
template class crowd<3>;
template std::vector<std::vector<aabb2f>> crowd<2>::frames<aabb2f>(double) const;
template std::vector<std::vector<aabb3f>> crowd<3>::frames<aabb3f>(double) const;

} // namespace bench
