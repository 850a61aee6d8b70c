#include "circles/cells.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/number.hpp>

namespace orrery::circles::detail {

namespace {

// Somewhat larger, so that no rounding loses a neighbour.
constexpr auto rounding = scalar(1.01);

} // namespace

std::span<const std::uint32_t> cells::sort(std::span<const vector2> positions, scalar ordinary_radius,
                                           scalar keep) {
    // In steps, because far from the origin it changes all the time, and walls are sorted anew with the size.
    scalar step = among_->rules().skin;
    while (step < keep) {
        step *= 2;
    }
    keep = step;
    size_ = positions.empty() ? scalar(1) : (2 * ordinary_radius + keep) * rounding;
    grid_.build(positions, size_);
    walls_.follow(*among_, size_, size_ * scalar(0.5) + keep);
    const vector2 first = grid_.corner_of(0, 0);
    first_column_ = static_cast<std::int32_t>(round(first.x / size_));
    first_row_ = static_cast<std::int32_t>(round(first.y / size_));
    return grid_.order();
}

void cells::fill(std::span<mover> movers) {
    heads_.assign(static_cast<std::size_t>(grid_.columns()) * static_cast<std::size_t>(grid_.rows()), nobody);
    large_.clear();
    // From the last to the first, so that those of a cell follow each other as they do in memory.
    for (auto who = static_cast<std::uint32_t>(movers.size()); who-- > 0;) {
        mover& me = movers[who];
        const spatial::cell_block cell = grid_.cell_of(me.position);
        me.column = cell.column;
        me.row = cell.row;
        put_in(who, movers);
        if (is_large(me)) {
            large_.push_back(who);
        }
    }
}

void cells::put_in(std::uint32_t who, std::span<mover> movers) {
    mover& me = movers[who];
    std::uint32_t& head = heads_[grid_.number_of(me.column, me.row)];
    me.next = head;
    me.previous = nobody;
    if (head != nobody) {
        movers[head].previous = who;
    }
    head = who;
}

void cells::take_out(std::uint32_t who, std::span<mover> movers) {
    const mover& me = movers[who];
    (me.previous == nobody ? heads_[grid_.number_of(me.column, me.row)] : movers[me.previous].next) = me.next;
    if (me.next != nobody) {
        movers[me.next].previous = me.previous;
    }
}

} // namespace orrery::circles::detail
