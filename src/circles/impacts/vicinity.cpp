#include "circles/impacts/vicinity.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#define ORRERY_SIMD_KERNELS "circles/impacts/may_meet.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::circles::detail {

namespace {

// Somewhat larger, so that no rounding loses a neighbour.
constexpr auto rounding = scalar(1.001);

// Who reaches farther than so many times the mean is large, unless there are too many of them.
constexpr scalar most_times_mean = 2;
constexpr std::size_t most_large = 64;

} // namespace

vicinity::vicinity(const world_settings& how)
    : find_near_(ORRERY_SIMD_KERNEL(how.simd_level, may_meet::find_near))
    , find_pairs_(ORRERY_SIMD_KERNEL(how.simd_level, may_meet::find_pairs)) {}

void vicinity::build(std::span<mover> movers, scalar from, scalar to) {
    horizon_ = to;
    starts_.resize(movers.size());
    extents_.resize(movers.size());
    scalar speeds = 0;
    for (std::size_t who = 0; who < movers.size(); ++who) {
        starts_[who] = movers[who].position_at(from);
        extents_[who] = sqrt(dot(movers[who].velocity, movers[who].velocity));
        speeds += extents_[who];
    }
    const scalar count = static_cast<scalar>(std::max<std::size_t>(movers.size(), 1));
    const scalar usual = speeds / count;
    scalar sum = 0;
    scalar largest = 0;
    for (std::size_t who = 0; who < movers.size(); ++who) {
        extents_[who] = (max(extents_[who], usual) * (to - from) + movers[who].touching_reach()) * rounding;
        sum += extents_[who];
        largest = max(largest, extents_[who]);
    }
    scalar reach = min(largest, most_times_mean * sum / count);
    large_.clear();
    for (std::uint32_t who = 0; who < movers.size() && large_.size() <= most_large; ++who) {
        if (extents_[who] > reach) {
            large_.push_back(who);
        }
    }
    if (large_.size() > most_large) {
        large_.clear();
        reach = largest;
    }
    half_cell_ = reach;
    cell_size_ = max(2 * reach * rounding, std::numeric_limits<scalar>::min());
    grid_.build(starts_, cell_size_);
    legs_.resize(movers.size());
    found_.resize(std::max(found_.size(), movers.size())); // as many as one can find
    const std::span<const std::uint32_t> order = grid_.order();
    for (std::uint32_t place = 0; place < order.size(); ++place) {
        mover& who = movers[order[place]];
        who.place = place;
        legs_.write(who);
    }
}

scalar vicinity::room_of(const mover& who) const noexcept {
    const std::uint32_t me = grid_.order()[who.place];
    return max(extents_[me], half_cell_);
}

void vicinity::follow(const mover& who) {
    legs_.write(who);
    const vector2 way = who.position - starts_[grid_.order()[who.place]];
    const scalar room = room_of(who) - who.touching_reach() - sqrt(dot(way, way));
    const scalar speed = sqrt(dot(who.velocity, who.velocity));
    if (speed * (horizon_ - who.since) > room) {
        horizon_ = who.since + max(room, scalar(0)) / speed;
    }
}

void vicinity::fetch(const mover& who) const noexcept {
    const spatial::cell_block own = grid_.cell_of(starts_[grid_.order()[who.place]]);
    if (!grid_.is_in_one_piece({own.column - 1, own.row - 1, 3, 3})) {
        return;
    }
    const std::uint32_t* begin =
        grid_.begins().data() + (static_cast<std::ptrdiff_t>(own.row - 1) * grid_.columns() + own.column - 1);
    for (int row = 0; row < 3; ++row, begin += grid_.columns()) {
        legs_.fetch(*begin);
    }
}

void vicinity::add_stretches(std::uint32_t place, const spatial::cell_block& cells) {
    if (!grid_.is_in_one_piece(cells)) {
        grid_.each_run(cells, [&](index_range run) {
            stretches_.push_back(
                {place, static_cast<std::uint32_t>(run.begin), static_cast<std::uint32_t>(run.end)});
        });
        return;
    }
    // Nearly always, and much faster.
    const std::uint32_t* begin =
        grid_.begins().data() + (static_cast<std::ptrdiff_t>(cells.row) * grid_.columns() + cells.column);
    for (std::int32_t row = 0; row < cells.rows; ++row) {
        stretches_.push_back({place, begin[0], begin[cells.columns]});
        begin += grid_.columns();
    }
}

std::span<const std::uint32_t> vicinity::search(std::uint32_t place) {
    const std::size_t count =
        find_near_(legs_.arrays(), place, horizon_, stretches_.data(), stretches_.size(), found_.data());
    return {found_.data(), count};
}

// Everyone looks at half of the cells around its own; from the others it is they who look.
void vicinity::search_all() {
    const std::uint32_t* const begins = grid_.begins().data();
    const std::int32_t columns = grid_.columns();
    stretches_.clear();
    for (std::int32_t row = 0; row < grid_.rows(); ++row) {
        const std::uint32_t* cell = begins + static_cast<std::ptrdiff_t>(row) * columns;
        for (std::int32_t column = 0; column < columns; ++column, ++cell) {
            if (cell[0] == cell[1]) {
                continue;
            }
            // Who is on the right and who is above, where the grid does not begin anew.
            const bool is_inside = column > 0 && column + 1 < columns && row + 1 < grid_.rows();
            for (std::uint32_t place = cell[0]; place < cell[1]; ++place) {
                if (is_inside) {
                    stretches_.push_back({place, place + 1, cell[2]});
                    stretches_.push_back({place, cell[columns - 1], cell[columns + 2]});
                    continue;
                }
                const std::size_t first = stretches_.size();
                add_stretches(place, {column, row, 2, 1});
                stretches_[first].begin = place + 1;
                add_stretches(place, {column - 1, row + 1, 3, 1});
            }
        }
    }
    tests_ = 0;
    for (const stretch& each : stretches_) {
        tests_ += each.end - each.begin;
    }
    found_.resize(std::max(found_.size(), 2 * static_cast<std::size_t>(tests_)));
    pairs_ = find_pairs_(legs_.arrays(), horizon_, stretches_.data(), stretches_.size(), found_.data());
}

} // namespace orrery::circles::detail
