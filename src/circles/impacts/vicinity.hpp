// Who can meet whom in a stretch of time: circles in the order of the cells of a dense grid that their
// centres are in when it begins, and their legs side by side. A cell is so wide that two can only meet who
// are in the same cell or in neighbouring ones, as long as nobody goes farther than it was expected to. Who
// does, because it was hit, makes the stretch end before it gets there.
//
// A few circles may be much larger or faster than the rest: they look at more cells, and everyone looks at
// them.
#pragma once

#include "circles/impacts/leg_table.hpp"
#include "circles/impacts/mover.hpp"

#include <orrery/circles/settings.hpp>
#include <orrery/math/vector2.hpp>
#include <orrery/spatial/wrapped_grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// Places that are to be looked at, and who looks.
struct stretch {
    std::uint32_t place = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

class vicinity {
public:
    explicit vicinity(const world_settings& how);

    // For the time from `from` up to horizon(), which is `to` in the beginning.
    void build(std::span<mover> movers, scalar from, scalar to);

    [[nodiscard]] scalar horizon() const noexcept { return horizon_; }

    // What a look around it is going to read.
    void fetch(const mover& who) const noexcept;

    // Follows one that was deflected. The horizon may come nearer by that.
    void follow(const mover& who);

    // Calls visit(a, b) for all that may meet, for some more than once. Returns how many were compared.
    template <typename Visit>
    std::uint64_t each_pair(std::span<const mover> movers, Visit visit);

    // Calls visit(other) for those that may meet one. Returns how many were compared.
    template <typename Visit>
    std::uint64_t each_near(const mover& who, Visit visit);

    [[nodiscard]] std::uint32_t most_in_cell() const noexcept { return grid_.most_in_cell(); }

private:
    // How far from its place in the beginning its leg, and what it can touch, may reach.
    [[nodiscard]] scalar room_of(const mover& who) const noexcept;
    void add_stretches(std::uint32_t place, const spatial::cell_block& cells);
    [[nodiscard]] std::span<const std::uint32_t> search(std::uint32_t place);
    void search_all();

    // The kernels, for the instruction set at hand.
    std::size_t (*find_near_)(const leg_arrays&, std::size_t, scalar, const stretch*, std::size_t,
                              std::uint32_t*) noexcept;
    std::size_t (*find_pairs_)(const leg_arrays&, scalar, const stretch*, std::size_t,
                               std::uint32_t*) noexcept;

    spatial::wrapped_grid<scalar> grid_;
    scalar cell_size_ = 1;
    scalar half_cell_ = 1; // and a little less
    scalar horizon_ = 0;
    std::vector<vector2> starts_;      // by mover
    std::vector<scalar> extents_;      // by mover: how far from there it is expected to reach
    std::vector<std::uint32_t> large_; // movers that reach farther than cells do
    leg_table legs_;                   // by place in the order of cells
    std::vector<stretch> stretches_;
    std::vector<std::uint32_t> found_;
    std::size_t pairs_ = 0;
    std::uint64_t tests_ = 0;
};

template <typename Visit>
std::uint64_t vicinity::each_pair(std::span<const mover> movers, Visit visit) {
    search_all();
    std::uint64_t tests = tests_;
    const std::span<const std::uint32_t> order = grid_.order();
    for (std::size_t i = 0; i < pairs_; ++i) {
        visit(order[found_[2 * i]], order[found_[2 * i + 1]]);
    }
    for (const std::uint32_t who : large_) {
        tests += each_near(movers[who], [&](std::uint32_t other) { visit(who, other); });
    }
    return tests;
}

template <typename Visit>
std::uint64_t vicinity::each_near(const mover& who, Visit visit) {
    const std::span<const std::uint32_t> order = grid_.order();
    const std::uint32_t me = order[who.place];
    stretches_.clear();
    const spatial::cell_block own = grid_.cell_of(starts_[me]);
    // Those who reach no farther than half of a cell meet in neighbouring ones.
    const std::int32_t reach = extents_[me] <= half_cell_
                                   ? 1
                                   : static_cast<std::int32_t>((extents_[me] + half_cell_) / cell_size_) + 1;
    add_stretches(who.place, {own.column - reach, own.row - reach, 2 * reach + 1, 2 * reach + 1});
    std::uint64_t tests = large_.size();
    for (const stretch& each : stretches_) {
        tests += each.end - each.begin;
    }
    for (const std::uint32_t place : search(who.place)) {
        visit(order[place]);
    }
    for (const std::uint32_t other : large_) {
        if (other != me) {
            visit(other);
        }
    }
    return tests;
}

} // namespace orrery::circles::detail
