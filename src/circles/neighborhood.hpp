// Who can meet whom: circles in the order of the cells in which they are in the middle of their first leg,
// and the boxes around their legs side by side. Most never leave the surroundings of their cell in an update;
// those that do are also listed in all cells that they pass, as visitors.
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

class neighborhood {
public:
    explicit neighborhood(const world_settings& how)
        : level_(how.simd_level) {}

    // Sorts circles with these boxes around their first legs; movers() are then to be written, in the order
    // of order().
    void sort(std::span<const aabb2> boxes);

    // Places of the boxes, in the order of cells.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return grid_.order(); }

    [[nodiscard]] std::uint32_t most_in_cell() const noexcept { return grid_.most_in_cell(); }

    // The box around the leg of one that was deflected.
    void set_box(std::uint32_t who, const aabb2& box);

    [[nodiscard]] aabb2 box_of(std::uint32_t who) const noexcept {
        return {{low_x_[who], low_y_[who]}, {high_x_[who], high_y_[who]}};
    }

    // Calls visit(a, b) once for every two whose boxes meet, or for (visitor, b) once or more. Returns how
    // many boxes were compared.
    template <typename Visit>
    std::uint64_t each_pair(Visit visit);

    // Calls visit(other) for everyone whose box meets that of `who`, for some more than once. Returns how
    // many boxes were compared.
    template <typename Visit>
    std::uint64_t each_near(std::uint32_t who, Visit visit);

private:
    struct visitor {
        std::uint32_t who = 0;
        std::uint32_t next = nobody;
    };

    void choose_cell_size(std::span<const aabb2> boxes);
    // Beside its cell also in those that it passes.
    void let_visit(std::uint32_t who, const aabb2& box);
    // How far the boxes of those that are no visitors reach from the middle of their first leg.
    [[nodiscard]] bool stays_near(std::uint32_t who, const aabb2& box) const noexcept;

    // Writes those of the places to hits_ whose boxes meet this one.
    [[nodiscard]] std::span<const std::uint32_t> hits_in(index_range places, const aabb2& box);

    simd::level level_;
    spatial::wrapped_grid<scalar> grid_;
    scalar cell_size_ = 1;
    scalar first_reach_ = 1;       // of boxes around first legs, from their middles
    scalar later_reach_ = 1;       // of boxes that are no visitors', later on
    std::vector<vector2> middles_; // of first legs, as they came
    std::vector<scalar> middle_x_; // the same in the order of cells
    std::vector<scalar> middle_y_;
    std::vector<scalar> low_x_;
    std::vector<scalar> low_y_;
    std::vector<scalar> high_x_;
    std::vector<scalar> high_y_;
    std::vector<std::uint32_t> first_visitors_; // by cell
    std::vector<visitor> visitors_;
    std::vector<std::uint32_t> first_guests_; // who were visitors from the beginning
    std::vector<std::uint32_t> hits_;
};

template <typename Visit>
std::uint64_t neighborhood::each_pair(Visit visit) {
    std::uint64_t tests = 0;
    const auto count = static_cast<std::uint32_t>(order().size());
    for (std::uint32_t who = 0; who < count; ++who) {
        const aabb2 box = box_of(who);
        const vector2 middle{middle_x_[who], middle_y_[who]};
        const spatial::cell_block own = grid_.cell_of(middle);
        const auto look_in = [&](const spatial::cell_block& cells) {
            grid_.each_run(cells, [&](index_range places) {
                tests += places.size();
                for (const std::uint32_t other : hits_in(places, box)) {
                    visit(who, other);
                }
            });
        };
        // Half of those around it; for the other half it is they who look.
        grid_.each_run(own, [&](index_range places) {
            const index_range after{who + 1, places.end};
            tests += after.size();
            for (const std::uint32_t other : hits_in(after, box)) {
                visit(who, other);
            }
        });
        look_in({own.column + 1, own.row, 2, 1});
        look_in({own.column - 2, own.row + 1, 5, 2});
    }
    for (const std::uint32_t who : first_guests_) {
        tests += each_near(who, [&](std::uint32_t other) { visit(who, other); });
    }
    return tests;
}

template <typename Visit>
std::uint64_t neighborhood::each_near(std::uint32_t who, Visit visit) {
    std::uint64_t tests = 0;
    const aabb2 box = box_of(who);
    const aabb2 around{{box.min.x - later_reach_, box.min.y - later_reach_},
                       {box.max.x + later_reach_, box.max.y + later_reach_}};
    grid_.each_run(grid_.cells_of(around), [&](index_range places) {
        tests += places.size();
        for (const std::uint32_t other : hits_in(places, box)) {
            if (other != who) {
                visit(other);
            }
        }
    });
    if (!visitors_.empty()) {
        grid_.each_cell(grid_.cells_of(box), [&](std::size_t cell) {
            for (std::uint32_t at = first_visitors_[cell]; at != nobody; at = visitors_[at].next) {
                const std::uint32_t other = visitors_[at].who;
                ++tests;
                if (other != who && intersects(box_of(other), box)) {
                    visit(other);
                }
            }
        });
    }
    return tests;
}

} // namespace orrery::circles::detail
