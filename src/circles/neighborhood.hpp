// Who can meet whom: circles in the order of the cells in which they are in the middle of their first leg,
// and their legs side by side. Most never leave the surroundings of their cell in an update; those that do
// are also listed in all cells that they pass, as visitors.
#pragma once

#include "circles/mover.hpp"

#include <orrery/circles/settings.hpp>
#include <orrery/core/chunks.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/spatial/wrapped_grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// What a search reads of movers.
struct leg_arrays {
    const scalar* x = nullptr;
    const scalar* y = nullptr;
    const scalar* velocity_x = nullptr;
    const scalar* velocity_y = nullptr;
    const scalar* since = nullptr;
    const scalar* padded = nullptr;
};

class neighborhood {
public:
    explicit neighborhood(const world_settings& how)
        : level_(how.simd_level) {}

    // Sorts circles with these boxes around their first legs, which end after so many seconds. set_first() is
    // then to be called for all of them, in the order of order().
    void sort(std::span<const aabb2> boxes, scalar end);

    // Places of the boxes, in the order of cells.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return grid_.order(); }

    [[nodiscard]] std::uint32_t most_in_cell() const noexcept { return grid_.most_in_cell(); }

    void set_first(std::uint32_t place, const mover& what) noexcept { write(place, what); }

    // The leg of one that was deflected, and the box around it.
    void set(std::uint32_t place, const mover& what, const aabb2& box);

    // Calls visit(a, b) for all that can meet, for some more than once. Returns how many were compared.
    template <typename Visit>
    std::uint64_t each_pair(std::span<const mover> movers, Visit visit);

    // Calls visit(other) for everyone that can meet the one in this place, for some more than once. Returns
    // how many were compared.
    template <typename Visit>
    std::uint64_t each_near(std::uint32_t place, const mover& who, const aabb2& box, Visit visit);

private:
    struct visitor {
        std::uint32_t place = 0;
        std::uint32_t next = nobody;
    };

    void choose_cell_size(std::span<const aabb2> boxes);
    void write(std::uint32_t place, const mover& what) noexcept;
    // Beside its cell also in those that it passes.
    void let_visit(std::uint32_t place, const aabb2& box);
    // Whether the box reaches no farther from the middle of its first leg than those that are no visitors.
    [[nodiscard]] bool stays_near(std::uint32_t place, const aabb2& box) const noexcept;

    // Those in runs_ that can meet `who`, and perhaps some behind them.
    [[nodiscard]] std::span<const std::uint32_t> candidates(const mover& who);

    simd::level level_;
    spatial::wrapped_grid<scalar> grid_;
    scalar end_ = 0;
    scalar first_reach_ = 1;              // of boxes around first legs, from their middles
    scalar later_reach_ = 1;              // of boxes later on, but for visitors
    std::vector<vector2> middles_;        // of first legs, as they came
    std::vector<vector2> sorted_middles_; // in the order of cells

    // In the order of cells, with room behind the last for lanes to read.
    std::vector<scalar> x_;
    std::vector<scalar> y_;
    std::vector<scalar> velocity_x_;
    std::vector<scalar> velocity_y_;
    std::vector<scalar> since_;
    std::vector<scalar> padded_;

    std::vector<std::uint32_t> first_visitors_; // by cell
    std::vector<visitor> visitors_;
    std::vector<std::uint32_t> first_guests_; // places of those that were visitors from the beginning
    std::vector<aabb2> guest_boxes_;
    std::vector<index_range> runs_;
    std::vector<std::uint32_t> found_;
};

template <typename Visit>
std::uint64_t neighborhood::each_pair(std::span<const mover> movers, Visit visit) {
    std::uint64_t tests = 0;
    for (std::uint32_t place = 0; place < movers.size(); ++place) {
        const spatial::cell_block own = grid_.cell_of(sorted_middles_[place]);
        const auto add = [&](index_range places) {
            tests += places.size();
            runs_.push_back(places);
        };
        // Half of those around it; for the other half it is they who look.
        runs_.clear();
        grid_.each_run({own.column, own.row, 3, 1}, add);
        tests -= place + 1 - runs_.front().begin;
        runs_.front().begin = place + 1;
        grid_.each_run({own.column - 2, own.row + 1, 5, 2}, add);
        for (const std::uint32_t other : candidates(movers[place])) {
            visit(place, other);
        }
    }
    for (std::size_t i = 0; i < first_guests_.size(); ++i) {
        const std::uint32_t place = first_guests_[i];
        tests += each_near(place, movers[place], guest_boxes_[i],
                           [&](std::uint32_t other) { visit(place, other); });
    }
    return tests;
}

template <typename Visit>
std::uint64_t neighborhood::each_near(std::uint32_t place, const mover& who, const aabb2& box, Visit visit) {
    std::uint64_t tests = 0;
    const aabb2 around{{box.min.x - later_reach_, box.min.y - later_reach_},
                       {box.max.x + later_reach_, box.max.y + later_reach_}};
    runs_.clear();
    grid_.each_run(grid_.cells_of(around), [&](index_range places) {
        tests += places.size();
        runs_.push_back(places);
    });
    for (const std::uint32_t other : candidates(who)) {
        visit(other);
    }
    if (!visitors_.empty()) {
        grid_.each_cell(grid_.cells_of(box), [&](std::size_t cell) {
            for (std::uint32_t at = first_visitors_[cell]; at != nobody; at = visitors_[at].next) {
                ++tests;
                if (visitors_[at].place != place) {
                    visit(visitors_[at].place);
                }
            }
        });
    }
    return tests;
}

} // namespace orrery::circles::detail
