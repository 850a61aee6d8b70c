// Where boxes lie on the Hilbert curve: a grid laid over most of them, and the keys of its cells. The few
// that lie far outside do not make the cells of all others large; they count as lying in the outermost cells.
#pragma once

#include <orrery/math/space_curve.hpp>

#include <algorithm>
#include <array>
#include <spatial/finite.hpp>

namespace orrery::spatial {

template <any_box Box>
class curve_grid {
public:
    // Laid over a sample of at least one box.
    explicit curve_grid(const box_sample<Box>& sample) noexcept {
        for (int axis = 0; axis < Box::dimension; ++axis) {
            lay_axis(sample, axis);
        }
    }

    [[nodiscard]] std::uint32_t key(const Box& box) const noexcept {
        std::array<std::uint32_t, Box::dimension> cell;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            const double place = (finite_center(box, axis) - begin_[i]) * cells_per_unit_[i];
            cell[i] = static_cast<std::uint32_t>(min(max(place, 0.0), last_cell));
        }
        if constexpr (Box::dimension == 2) {
            return static_cast<std::uint32_t>(hilbert_key<bits>(cell[0], cell[1]));
        } else {
            return static_cast<std::uint32_t>(hilbert_key<bits>(cell[0], cell[1], cell[2]));
        }
    }

private:
    static constexpr int bits = Box::dimension == 2 ? 16 : 10; // a key has 32
    static constexpr double last_cell = (1 << bits) - 1;

    // From the smallest to the largest centre, but no farther beyond the middle nine tenths than these are
    // long.
    void lay_axis(const box_sample<Box>& sample, int axis) noexcept {
        std::array<double, box_sample<Box>::max_size> centers;
        const std::size_t count = sample.size();
        for (std::size_t number = 0; number < count; ++number) {
            centers[number] = finite_center(sample[number], axis);
        }
        const auto ranked = [&](std::size_t rank) {
            // total order: equal numbers are the same number
            std::nth_element(centers.begin(), centers.begin() + rank, centers.begin() + count);
            return centers[rank];
        };
        double begin = ranked(0);
        double end = ranked(count - 1);
        const double low = ranked(count / 20);
        const double high = ranked(count - 1 - count / 20);
        if (low < high) {
            begin = max(begin, low - (high - low));
            end = min(end, high + (high - low));
        }
        constexpr double too_short = 1e-290; // to divide by
        const auto i = static_cast<std::size_t>(axis);
        begin_[i] = begin;
        cells_per_unit_[i] = end - begin > too_short ? last_cell / (end - begin) : 0;
    }

    std::array<double, Box::dimension> begin_;
    std::array<double, Box::dimension> cells_per_unit_;
};

} // namespace orrery::spatial
