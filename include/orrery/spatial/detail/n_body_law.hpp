// How n_body applies a law: between single bodies, and between cells that are far from each other.
#pragma once

#include <orrery/math/simd/lanes.hpp>
#include <orrery/spatial/detail/n_body_cells.hpp>

#include <algorithm>
#include <array>
#include <concepts>

namespace orrery::spatial {

template <real_vector V>
struct point_mass {
    V position;
    typename V::value_type mass = 0;
};

namespace detail {

// A function of the squared distance.
template <typename Law, typename T>
concept central_law = requires(Law& law, T squared_distance) {
    { law(squared_distance) } -> std::convertible_to<T>;
};

template <typename Law, typename T>
concept wide_central_law = central_law<Law, T> && central_law<Law, simd::lanes<T, 8>>;

// A function of two bodies: how the second accelerates the first.
template <typename Law, typename V>
concept pair_law = requires(Law& law, const point_mass<V>& on, const point_mass<V>& from) {
    { law(on, from) } -> std::convertible_to<V>;
};

// The field of a far cell, taken as one mass, in another cell. Its slope comes from the law a little nearer
// and a little farther away.
template <typename Law, real_vector V>
    requires central_law<Law, typename V::value_type>
void add_far_field(Law& law, const n_body_cell<V>& target, const n_body_cell<V>& source,
                   n_body_field<V>& field) {
    using real = typename V::value_type;
    const V offset = source.center - target.center;
    const real squared = dot(offset, offset);
    const real step = squared * real(0.0625);
    const real strength = source.mass * law(squared);
    const real change = source.mass * (law(squared + step) - law(squared - step)) / step;
    field.value += offset * strength;
    for (int axis = 0; axis < V::dimension; ++axis) {
        V& slope = field.slope[static_cast<std::size_t>(axis)];
        slope -= offset * (change * offset[axis]);
        slope[axis] -= strength;
    }
}

// For any other law the slope comes from the edges of the cell.
template <typename Law, real_vector V>
    requires pair_law<Law, V>
void add_far_field(Law& law, const n_body_cell<V>& target, const n_body_cell<V>& source,
                   n_body_field<V>& field) {
    using real = typename V::value_type;
    const point_mass<V> from{source.center, source.mass};
    field.value += law(point_mass<V>{target.center, target.mass}, from);
    if (!(target.radius > real{0})) {
        return;
    }
    for (int axis = 0; axis < V::dimension; ++axis) {
        const V step = V::unit(axis) * target.radius;
        const V above = law(point_mass<V>{target.center + step, target.mass}, from);
        const V below = law(point_mass<V>{target.center - step, target.mass}, from);
        field.slope[static_cast<std::size_t>(axis)] += (above - below) / (target.radius + target.radius);
    }
}

// The acceleration of bodies by others, lane by lane. A body is among its own sources: at no distance there
// is no force, whatever the law says.
template <typename Law, typename Wide, std::size_t Dimension>
[[nodiscard]] std::array<Wide, Dimension> wide_pull(Law& law, const std::array<Wide, Dimension>& targets,
                                                    const std::array<Wide, Dimension>& sources, Wide masses) {
    std::array<Wide, Dimension> offset;
    Wide squared(0);
    for (std::size_t axis = 0; axis < Dimension; ++axis) {
        offset[axis] = sources[axis] - targets[axis];
        squared = squared + offset[axis] * offset[axis];
    }
    const Wide strength = select(squared > Wide(0), law(squared) * masses, Wide(0));
    for (Wide& each : offset) {
        each = each * strength;
    }
    return offset;
}

template <typename Wide, std::size_t Dimension, typename Column>
[[nodiscard]] std::array<Wide, Dimension> load_lanes(const std::array<Column, Dimension>& columns,
                                                     std::uint32_t first) {
    std::array<Wide, Dimension> result;
    for (std::size_t axis = 0; axis < Dimension; ++axis) {
        result[axis] = Wide::load(columns[axis].data() + first);
    }
    return result;
}

template <typename Wide, std::size_t Dimension, typename Column>
[[nodiscard]] std::array<Wide, Dimension> spread_lanes(const std::array<Column, Dimension>& columns,
                                                       std::uint32_t place) {
    std::array<Wide, Dimension> result;
    for (std::size_t axis = 0; axis < Dimension; ++axis) {
        result[axis] = Wide(columns[axis][place]);
    }
    return result;
}

// Width targets at a time, one source after the other. The last block may have fewer: what lies behind its
// targets is not touched, for it may belong to another task.
template <std::uint32_t Width, typename Law, any_box Box>
[[gnu::flatten]] void add_to_block(Law& law, n_body_cells<Box>& all, place_range targets,
                                   place_range sources) {
    constexpr std::size_t dimension = Box::dimension;
    using wide = simd::lanes<typename Box::value_type, static_cast<int>(Width)>;
    const auto position = load_lanes<wide>(all.positions, targets.begin);
    std::array<wide, dimension> sum;
    sum.fill(wide(0));
    for (std::uint32_t source = sources.begin; source < sources.end; ++source) {
        const auto pull =
            wide_pull(law, position, spread_lanes<wide>(all.positions, source), wide(all.masses[source]));
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            sum[axis] = sum[axis] + pull[axis];
        }
    }
    const int count = static_cast<int>(targets.size());
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        auto* const to = all.accelerations[axis].data() + targets.begin;
        if (targets.size() == Width) {
            (wide::load(to) + sum[axis]).store(to);
        } else {
            (wide::load(to, count) + sum[axis]).store(to, count);
        }
    }
}

// Eight sources at a time, for one target.
template <typename Law, any_box Box>
[[gnu::flatten]] void add_to_body(Law& law, n_body_cells<Box>& all, std::uint32_t target,
                                  place_range sources) {
    constexpr std::size_t dimension = Box::dimension;
    using real = typename Box::value_type;
    using wide = simd::lanes<real, 8>;
    const auto position = spread_lanes<wide>(all.positions, target);
    std::array<wide, dimension> sum;
    sum.fill(wide(0));
    for (std::uint32_t first = sources.begin; first < sources.end; first += 8) {
        const wide left(static_cast<real>(sources.end - first));
        const wide masses = select(wide::count_up() < left, wide::load(all.masses.data() + first), wide(0));
        const auto pull = wide_pull(law, position, load_lanes<wide>(all.positions, first), masses);
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            sum[axis] = sum[axis] + pull[axis];
        }
    }
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        all.accelerations[axis][target] += simd::target_128::sum(sum[axis]);
    }
}

// What bodies do to others. For a few targets, most lanes of a block would be idle.
template <typename Law, any_box Box>
    requires wide_central_law<Law, typename Box::value_type>
void add_near_bodies(Law& law, n_body_cells<Box>& all, place_range targets, place_range sources) {
    if (targets.size() <= 2) {
        for (std::uint32_t target = targets.begin; target < targets.end; ++target) {
            add_to_body(law, all, target, sources);
        }
        return;
    }
    for (std::uint32_t first = targets.begin; first < targets.end;) {
        if (targets.end - first > 4) {
            add_to_block<8>(law, all, {first, std::min(first + 8, targets.end)}, sources);
            first += 8;
        } else {
            add_to_block<4>(law, all, {first, targets.end}, sources);
            first += 4;
        }
    }
}

// One pair of bodies after the other.
template <typename Law, any_box Box>
    requires(!wide_central_law<Law, typename Box::value_type>)
void add_near_bodies(Law& law, n_body_cells<Box>& all, place_range targets, place_range sources) {
    using real = typename Box::value_type;
    using vector = typename Box::vector_type;
    for (std::uint32_t target = targets.begin; target < targets.end; ++target) {
        const vector position = all.position(target);
        vector sum = all.row(all.accelerations, target);
        for (std::uint32_t source = sources.begin; source < sources.end; ++source) {
            const vector offset = all.position(source) - position;
            const real squared = dot(offset, offset);
            if (!(squared > real{0})) {
                continue;
            }
            if constexpr (central_law<Law, real>) {
                sum += offset * (law(squared) * all.masses[source]);
            } else {
                sum += law(point_mass<vector>{position, all.masses[target]},
                           point_mass<vector>{all.position(source), all.masses[source]});
            }
        }
        all.set_row(all.accelerations, target, sum);
    }
}

} // namespace detail

} // namespace orrery::spatial
