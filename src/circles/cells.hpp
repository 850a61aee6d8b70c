// Who is near whom: circles are in the cells of a dense grid that their centres are in, and a cell is as wide
// as circles are, so that two can only meet who are in the same cell or in neighbouring ones. When a centre
// crosses the border of a cell, the circle changes over. Of circles that do not overlap, cells hold no more
// than sixteen if none is smaller than a quarter of the largest; usually there is about one.
//
// A few circles may be much larger than the rest: they look at more cells, and everyone looks at them.
#pragma once

#include "circles/cell_walls.hpp"
#include "circles/mover.hpp"

#include <orrery/math/vector2.hpp>
#include <orrery/spatial/wrapped_grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::circles::detail {

class cells {
public:
    explicit cells(const terrain& among)
        : among_(&among) {}

    // Where circles are in the beginning, most of which are no larger than this, and how far they keep from
    // each other at most. Says in which order movers are to be.
    [[nodiscard]] std::span<const std::uint32_t> sort(std::span<const vector2> positions,
                                                      scalar ordinary_radius, scalar keep);

    // Puts all movers, in that order, into their cells.
    void fill(std::span<mover> movers);

    // When the centre of one leaves its cell.
    [[nodiscard]] scalar leaves_at(const mover& who) const noexcept {
        const vector2 times = border_times(who);
        return min(times.x, times.y);
    }

    // Lets it change over to the next one, and calls visit(other) for those in the cells that are then near
    // it and were not before.
    template <typename Visit>
    void cross(std::uint32_t who, std::span<mover> movers, Visit visit);

    // Calls visit(other) for those in the cells around its own.
    template <typename Visit>
    void each_near(std::uint32_t who, std::span<const mover> movers, Visit visit) const;

    // Calls visit(a, b) for all that are near each other, once for each two.
    template <typename Visit>
    void each_pair(std::span<const mover> movers, Visit visit) const;

    // Calls visit(part) for the parts of walls that it can meet: until it leaves its cell, or up to the end.
    template <typename Visit>
    void each_wall_near(const mover& who, scalar end, Visit visit) const {
        if (walls_.is_made() && !is_large(who)) {
            for (const std::uint32_t part :
                 walls_.parts_near(who.column + first_column_, who.row + first_row_)) {
                visit(part);
            }
        } else {
            among_->each_near(who.box_between(who.since, end), visit);
        }
    }

    [[nodiscard]] std::uint32_t most_in_cell() const noexcept { return grid_.most_in_cell(); }

private:
    // Of all cells a circle of this radius can meet others in, from its own in each direction.
    [[nodiscard]] std::int32_t reach_of(const mover& who) const noexcept {
        return is_large(who) ? static_cast<std::int32_t>((who.radius + size_) / size_) + 1 : 1;
    }

    // When its centre is at the borders of its cell that it goes towards, along x and along y.
    [[nodiscard]] vector2 border_times(const mover& who) const noexcept {
        const std::int32_t right = who.velocity.x > 0 ? 1 : 0;
        const std::int32_t up = who.velocity.y > 0 ? 1 : 0;
        const vector2 borders = grid_.corner_of(who.column + right, who.row + up);
        return {who.velocity.x != 0 ? who.since + (borders.x - who.position.x) / who.velocity.x : never,
                who.velocity.y != 0 ? who.since + (borders.y - who.position.y) / who.velocity.y : never};
    }

    [[nodiscard]] bool is_large(const mover& who) const noexcept { return 2 * who.padded > size_; }

    void put_in(std::uint32_t who, std::span<mover> movers);
    void take_out(std::uint32_t who, std::span<mover> movers);

    template <typename Visit>
    void each_in(const spatial::cell_block& block, std::span<const mover> movers, Visit visit) const {
        grid_.each_cell(block, [&](std::size_t cell) {
            for (std::uint32_t other = heads_[cell]; other != nobody; other = movers[other].next) {
                visit(other);
            }
        });
    }

    // The cells in a row from the one before this to the one after it, whose heads are side by side unless
    // the grid begins anew between them.
    template <typename Visit>
    void each_in_three(std::int32_t column, std::int32_t row, std::span<const mover> movers,
                       Visit visit) const {
        if (column <= 0 || column + 1 >= grid_.columns() || row < 0 || row >= grid_.rows()) {
            each_in({column - 1, row, 3, 1}, movers, visit);
            return;
        }
        const std::uint32_t* const heads =
            heads_.data() + (static_cast<std::ptrdiff_t>(row) * grid_.columns() + column - 1);
        for (int i = 0; i < 3; ++i) {
            for (std::uint32_t other = heads[i]; other != nobody; other = movers[other].next) {
                visit(other);
            }
        }
    }

    const terrain* among_;
    cell_walls walls_;
    std::int32_t first_column_ = 0; // of the grid, counted from the origin
    std::int32_t first_row_ = 0;
    scalar size_ = 1;
    spatial::wrapped_grid<scalar> grid_;
    std::vector<std::uint32_t> heads_; // of each cell
    std::vector<std::uint32_t> large_; // movers
};

template <typename Visit>
void cells::each_near(std::uint32_t who, std::span<const mover> movers, Visit visit) const {
    const mover& me = movers[who];
    const auto look = [&](std::uint32_t other) {
        if (other != who) {
            visit(other);
        }
    };
    if (const std::int32_t reach = reach_of(me); reach > 1) {
        each_in({me.column - reach, me.row - reach, 2 * reach + 1, 2 * reach + 1}, movers, look);
    } else {
        each_in_three(me.column, me.row - 1, movers, visit);
        each_in_three(me.column, me.row, movers, look);
        each_in_three(me.column, me.row + 1, movers, visit);
    }
    for (const std::uint32_t other : large_) {
        look(other);
    }
}

template <typename Visit>
void cells::cross(std::uint32_t who, std::span<mover> movers, Visit visit) {
    mover& me = movers[who];
    const vector2 times = border_times(me);
    take_out(who, movers);
    const std::int32_t reach = reach_of(me);
    const std::int32_t width = 2 * reach + 1;
    if (times.x <= times.y) {
        const std::int32_t step = me.velocity.x > 0 ? 1 : -1;
        me.column += step;
        each_in({me.column + step * reach, me.row - reach, 1, width}, movers, visit);
    } else {
        const std::int32_t step = me.velocity.y > 0 ? 1 : -1;
        me.row += step;
        each_in({me.column - reach, me.row + step * reach, width, 1}, movers, visit);
    }
    for (const std::uint32_t other : large_) {
        if (other != who) {
            visit(other);
        }
    }
    put_in(who, movers);
}

template <typename Visit>
void cells::each_pair(std::span<const mover> movers, Visit visit) const {
    for (std::uint32_t who = 0; who < movers.size(); ++who) {
        const mover& me = movers[who];
        for (std::uint32_t other = me.next; other != nobody; other = movers[other].next) {
            visit(who, other);
        }
        // Half of the cells around its own; from the others it is they who look.
        const auto look = [&](std::uint32_t other) { visit(who, other); };
        const std::size_t right = grid_.number_of(me.column + 1, me.row);
        for (std::uint32_t other = heads_[right]; other != nobody; other = movers[other].next) {
            visit(who, other);
        }
        each_in_three(me.column, me.row + 1, movers, look);
    }
    for (const std::uint32_t who : large_) {
        each_near(who, movers, [&](std::uint32_t other) { visit(who, other); });
    }
}

} // namespace orrery::circles::detail
