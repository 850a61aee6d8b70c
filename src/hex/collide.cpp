#include "hex/sweep.hpp"
#include "hex/tile_grid.hpp"

#include <orrery/hex/collide.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace orrery::hex {

namespace {

using detail::fraction_bits;
using detail::fraction_bits_of_cells;
using detail::row_cut;
using detail::tile_grid;

// One of the two, the one with more tiles being `large`.
struct side {
    const passage* how;
    composite_view shape;
};

// Where the smaller one is in the frame of the larger: its centre of mass, seen from that of the larger, and
// where a step to its next cell along A and along B leads. All of it changes evenly in the course of a tick.
struct placing {
    std::int64_t center_a = 0;
    std::int64_t center_b = 0;
    hex_vector i_step{};
    hex_vector j_step{};
};

std::int64_t to_fraction(std::int64_t product) {
    constexpr int surplus = hex_rotation::fraction_bits - fraction_bits;
    return (product + (std::int64_t{1} << (surplus - 1))) >> surplus;
}

placing place_at(hex_vector between, angle16 large, angle16 small) {
    const hex_rotation to_large(-large);
    const hex_vector a = to_large.a_axis();
    const hex_vector b = to_large.b_axis();
    const hex_rotation turn(small - large);
    constexpr int surplus = hex_rotation::fraction_bits - fraction_bits_of_cells;
    const auto step = [](hex_vector axis) {
        constexpr std::int32_t half = 1 << (surplus - 1);
        return hex_vector{(axis.a + half) >> surplus, (axis.b + half) >> surplus};
    };
    return {.center_a = to_fraction(std::int64_t{between.a} * a.a + std::int64_t{between.b} * b.a),
            .center_b = to_fraction(std::int64_t{between.a} * a.b + std::int64_t{between.b} * b.b),
            .i_step = step(turn.a_axis()),
            .j_step = step(turn.b_axis())};
}

placing place_between(const placing& start, const placing& end, const detail::lerp& part,
                      std::int32_t moment) {
    return {.center_a = start.center_a + part(end.center_a - start.center_a, moment),
            .center_b = start.center_b + part(end.center_b - start.center_b, moment),
            .i_step = start.i_step + part(end.i_step - start.i_step, moment),
            .j_step = start.j_step + part(end.j_step - start.j_step, moment)};
}

// The nearest pair so far.
struct meeting {
    std::int32_t distance_squared = contact_distance * contact_distance;
    cell of_large{};
    cell of_small{};
    hex_vector apart{}; // from the tile of the larger to that of the smaller, in the larger's frame

    [[nodiscard]] bool is_one() const noexcept {
        return distance_squared < contact_distance * contact_distance;
    }
};

void take_nearer(meeting& best, cell of_large, cell of_small, std::int32_t a, std::int32_t b) {
    const std::int32_t distance_squared = a * a + b * b - a * b;
    if (distance_squared > best.distance_squared) {
        return;
    }
    if (distance_squared == best.distance_squared &&
        (!best.is_one() || best.of_large < of_large ||
         (best.of_large == of_large && best.of_small < of_small))) {
        return;
    }
    best = {distance_squared, of_large, of_small, {a, b}};
}

// A tile of the smaller one at a point of the larger's grid, in units: the corners of the lattice triangle
// are all that it can be near.
void look_around(meeting& best, const tile_grid& grid, std::int32_t point_a, std::int32_t point_b,
                 std::int32_t i_of_small, std::int32_t j_of_small) {
    const std::int32_t i = point_a >> cell_bits;
    const std::int32_t j = point_b >> cell_bits;
    const std::uint64_t upper = grid.two_of_row(i, j);
    const std::uint64_t lower = grid.two_of_row(i, j + 1);
    if ((upper | lower) == 0) {
        return;
    }
    const std::int32_t a = point_a & (cell_pitch - 1);
    const std::int32_t b = point_b & (cell_pitch - 1);
    const auto look = [&](std::int32_t right, std::int32_t down) {
        take_nearer(best, {static_cast<std::int16_t>(i + right), static_cast<std::int16_t>(j + down)},
                    {static_cast<std::int16_t>(i_of_small), static_cast<std::int16_t>(j_of_small)},
                    a - right * cell_pitch, b - down * cell_pitch);
    };
    if ((upper & 1) != 0) {
        look(0, 0);
    }
    if ((upper & 2) != 0 && a > b) {
        look(1, 0);
    }
    if ((lower & 1) != 0 && a <= b) {
        look(0, 1);
    }
    if ((lower & 2) != 0) {
        look(1, 1);
    }
}

// Where the cells of the smaller one are on the grid of the larger, in fractions.
struct cell_places {
    hex_vector first{}; // of the cell (0, 0), and half a unit for rounding
    hex_vector i_step{};
    hex_vector j_step{};

    cell_places(const composite_header& large, const composite_header& small, const placing& at)
        : first{start(at.center_a, at.i_step.a, at.j_step.a, small.origin, large.origin.a),
                start(at.center_b, at.i_step.b, at.j_step.b, small.origin, large.origin.b)}
        , i_step(at.i_step)
        , j_step(at.j_step) {}

    [[nodiscard]] hex_vector of(std::int32_t i, std::int32_t j) const {
        return {first.a + j * j_step.a + i * i_step.a, first.b + j * j_step.b + i * i_step.b};
    }

private:
    static std::int32_t start(std::int64_t center, std::int32_t i_step, std::int32_t j_step, hex_vector by,
                              std::int32_t origin) {
        const std::int64_t offset = (std::int64_t{by.a} * i_step + std::int64_t{by.b} * j_step) >> cell_bits;
        const std::int64_t from = center + offset - (std::int64_t{origin} << fraction_bits);
        return static_cast<std::int32_t>(from + (1 << (fraction_bits - 1)));
    }
};

// Calls visit(i, j) for each tile of the smaller one that is no farther than `margin` from where it can be
// near a tile of the larger.
template <typename Visit>
void each_tile_near(const composite_header& frame, composite_view small, const cell_places& at,
                    std::int32_t margin, Visit visit) {
    const composite_header& shape = small.header();
    const std::int32_t low = -(1 << fraction_bits_of_cells) - margin;
    row_cut by_a(at.first.a, at.i_step.a, at.j_step.a, low, (frame.width << fraction_bits_of_cells) + margin);
    row_cut by_b(at.first.b, at.i_step.b, at.j_step.b, low,
                 (frame.height << fraction_bits_of_cells) + margin);
    // Rows with tiles there are noted before any of them is looked at: whether there are cannot be foretold,
    // and to guess wrong for each row takes longer than all of this.
    std::array<std::uint64_t, max_composite_width> found;
    std::array<std::int32_t, max_composite_width> found_in;
    std::size_t count = 0;
    for (std::int32_t j = 0; j < shape.height; ++j) {
        const std::int32_t first = std::max(std::max(by_a.first(), by_b.first()), 0);
        const std::int32_t last = std::min(std::min(by_a.last(), by_b.last()), 63);
        const std::uint64_t from = ~std::uint64_t{0} << (first & 63);
        const std::uint64_t to = ~std::uint64_t{0} >> ((63 - last) & 63);
        const std::uint64_t any = std::uint64_t{0} - static_cast<std::uint64_t>(first <= last);
        const std::uint64_t bits = small.row(static_cast<std::uint32_t>(j)) & from & to & any;
        found[count] = bits;
        found_in[count] = j;
        count += bits != 0 ? 1 : 0;
        by_a.next();
        by_b.next();
    }
    for (std::size_t k = 0; k < count; ++k) {
        for (std::uint64_t bits = found[k]; bits != 0; bits &= bits - 1) {
            visit(std::countr_zero(bits), found_in[k]);
        }
    }
}

meeting nearest_pair(composite_view large, composite_view small, const placing& at) {
    const tile_grid grid(large);
    const cell_places places(large.header(), small.header(), at);
    meeting best;
    each_tile_near(large.header(), small, places, 0, [&](std::int32_t i, std::int32_t j) {
        const hex_vector point = places.of(i, j);
        if (!grid.is_outside(point.a, point.b)) {
            look_around(best, grid, point.a >> fraction_bits, point.b >> fraction_bits, i, j);
        }
    });
    return best;
}

// The tiles of the smaller one that come near one of the larger at any moment of a tick. Most pairs have
// none, and then no moment has to be looked at.
class tiles_on_the_way {
public:
    // No tile moves by more than `longest` units in the frame of the larger.
    tiles_on_the_way(composite_view large, composite_view small, const placing& start, const placing& end,
                     std::int64_t longest) {
        const tile_grid grid(large);
        const cell_places before(large.header(), small.header(), start);
        const cell_places after(large.header(), small.header(), end);
        // Along an axis a way may be 2 / sqrt(3) times its length.
        const auto margin = static_cast<std::int32_t>((longest + longest / 6 + 2) << fraction_bits);
        each_tile_near(large.header(), small, after, margin, [&](std::int32_t i, std::int32_t j) {
            const hex_vector from = before.of(i, j);
            const hex_vector to = after.of(i, j);
            const auto line = [](std::int32_t x) { return x >> fraction_bits_of_cells; };
            if (grid.has_any(line(std::min(from.a, to.a)), line(std::max(from.a, to.a)) + 1,
                             line(std::min(from.b, to.b)), line(std::max(from.b, to.b)) + 1)) {
                add(i, j);
            }
        });
    }

    [[nodiscard]] bool are_none() const { return count_ == 0; }

    [[nodiscard]] bool are_too_many() const { return count_ > found_.size(); }

    [[nodiscard]] meeting nearest_pair(composite_view large, composite_view small, const placing& at) const {
        const tile_grid grid(large);
        const cell_places places(large.header(), small.header(), at);
        meeting best;
        for (std::size_t place = 0; place < count_; ++place) {
            const found each = found_[place];
            const hex_vector point = places.of(each.i, each.j);
            if (!grid.is_outside(point.a, point.b)) {
                look_around(best, grid, point.a >> fraction_bits, point.b >> fraction_bits, each.i, each.j);
            }
        }
        return best;
    }

private:
    void add(std::int32_t i, std::int32_t j) {
        if (count_ < found_.size()) {
            found_[count_] = {i, j};
        }
        ++count_;
    }

    // Unlike a cell it is not cleared, which would cost more than to fill in the few that there are.
    struct found {
        std::int32_t i;
        std::int32_t j;
    };

    std::array<found, 64> found_;
    std::size_t count_ = 0;
};

// Whether the two are too far apart at a moment for any of their tiles to meet.
bool is_apart(const placing& at, std::int64_t reach) {
    const std::int64_t a = at.center_a >> fraction_bits;
    const std::int64_t b = at.center_b >> fraction_bits;
    return a * a + b * b - a * b > detail::square(reach + 2);
}

// An order of any two that does not depend on what they are called: the one with fewer tiles first.
bool comes_first(const side& u, const side& v) {
    if (u.shape.tile_count() != v.shape.tile_count()) {
        return u.shape.tile_count() < v.shape.tile_count();
    }
    const auto compare = [](const side& one, const side& other) {
        const auto differ = [](std::int64_t x, std::int64_t y) { return x < y ? -1 : x > y ? 1 : 0; };
        const passage& p = *one.how;
        const passage& q = *other.how;
        const int by_way[] = {differ(p.position.a, q.position.a),       differ(p.position.b, q.position.b),
                              differ(p.angle.steps(), q.angle.steps()), differ(p.way.moved.a, q.way.moved.a),
                              differ(p.way.moved.b, q.way.moved.b),     differ(p.way.turned, q.way.turned)};
        for (const int each : by_way) {
            if (each != 0) {
                return each;
            }
        }
        const std::size_t size = one.shape.bytes().size();
        return size != other.shape.bytes().size()
                   ? differ(static_cast<std::int64_t>(size),
                            static_cast<std::int64_t>(other.shape.bytes().size()))
                   : std::memcmp(one.shape.bytes().data(), other.shape.bytes().data(), size);
    };
    return compare(u, v) < 0;
}

// With the smaller one as a.
contact contact_at(const meeting& met, const placing& at, const side& large, const side& small,
                   std::int32_t moment, std::int32_t moments) {
    const hex_rotation to_world = detail::rotation_at(*large.how, moment, moments);
    const hex_vector tile_of_large = large.shape.header().origin + center_of(met.of_large);
    const hex_vector point = tile_of_large + hex_vector{met.apart.a / 2, met.apart.b / 2};
    const hex_vector center{static_cast<std::int32_t>(at.center_a >> fraction_bits),
                            static_cast<std::int32_t>(at.center_b >> fraction_bits)};
    return {.arm_a = to_world(point - center),
            .arm_b = to_world(point),
            .from_b_to_a = to_world(met.apart),
            .tile_a = *small.shape.at(met.of_small),
            .tile_b = *large.shape.at(met.of_large),
            .moment = moment,
            .moments = moments};
}

contact swapped(const contact& of) {
    return {.arm_a = of.arm_b,
            .arm_b = of.arm_a,
            .from_b_to_a = -of.from_b_to_a,
            .tile_a = of.tile_b,
            .tile_b = of.tile_a,
            .moment = of.moment,
            .moments = of.moments};
}

// Whether the tile of the smaller one nears that of the larger, if it goes as it does in the whole tick.
bool is_nearing(const meeting& met, const placing& start, const placing& end, hex_vector origin) {
    const auto along = [&](std::int64_t center, std::int32_t i_step, std::int32_t j_step) {
        const std::int64_t i = origin.a + (std::int64_t{met.of_small.i} << cell_bits);
        const std::int64_t j = origin.b + (std::int64_t{met.of_small.j} << cell_bits);
        return center + ((i * i_step + j * j_step) >> cell_bits);
    };
    const std::int64_t a =
        along(end.center_a - start.center_a, end.i_step.a - start.i_step.a, end.j_step.a - start.j_step.a);
    const std::int64_t b =
        along(end.center_b - start.center_b, end.i_step.b - start.i_step.b, end.j_step.b - start.j_step.b);
    return 2 * (a * met.apart.a + b * met.apart.b) - a * met.apart.b - b * met.apart.a < 0;
}

// The first moment at which tiles meet and near each other; if there is none, the first at which they meet.
std::optional<contact> sweep(const side& large, const side& small, hex_vector between, hex_vector way,
                             std::int64_t reach, std::int64_t longest) {
    const std::int32_t moments = detail::moments_for(longest);
    const passage& of_large = *large.how;
    const passage& of_small = *small.how;
    const placing end = place_at(between, of_large.angle, of_small.angle);
    const placing start = place_at(between - way, of_large.angle + angle16::from_steps(-of_large.way.turned),
                                   of_small.angle + angle16::from_steps(-of_small.way.turned));
    const tiles_on_the_way tiles(large.shape, small.shape, start, end, longest);
    if (tiles.are_none()) {
        return std::nullopt;
    }
    const detail::lerp part(moments);
    std::optional<contact> first;
    for (std::int32_t moment = 1; moment <= moments; ++moment) {
        const placing at = moment == moments ? end : place_between(start, end, part, moment);
        if (is_apart(at, reach)) {
            continue;
        }
        const meeting met = tiles.are_too_many() ? nearest_pair(large.shape, small.shape, at)
                                                 : tiles.nearest_pair(large.shape, small.shape, at);
        if (!met.is_one()) {
            continue;
        }
        const bool nears = is_nearing(met, start, end, small.shape.header().origin);
        if (nears || !first) {
            first = contact_at(met, at, large, small, moment, moments);
        }
        if (nears) {
            break;
        }
    }
    return first;
}

// With the smaller one as a.
std::optional<contact> find(const side& large, const side& small) {
    const passage& of_large = *large.how;
    const passage& of_small = *small.how;
    const hex_vector between = of_small.position - of_large.position;
    if (detail::is_far(between)) {
        return std::nullopt;
    }
    // Discs reach to the corners of tiles; the centres of two tiles that meet are nearer than two corners.
    const std::int64_t disc_of_large = detail::disc_of(large.shape.header());
    const std::int64_t disc_of_small = detail::disc_of(small.shape.header());
    const std::int64_t reach = disc_of_large + disc_of_small - 2 * cell_circum_radius + contact_distance;
    const hex_vector way = of_small.way.moved - of_large.way.moved;
    const std::int64_t turning_of_small = detail::arc(of_small.way.turned, disc_of_small);
    const std::int64_t near_large = disc_of_large + contact_distance;
    const std::int64_t turning =
        turning_of_small + detail::arc(of_large.way.turned, detail::at_most(near_large, sweep_step));
    if (turning <= sweep_step &&
        length_squared(way) <= static_cast<std::uint64_t>(detail::square(sweep_step - turning))) {
        if (length_squared(between) > static_cast<std::uint64_t>(detail::square(reach))) {
            return std::nullopt;
        }
        const placing at = place_at(between, of_large.angle, of_small.angle);
        const meeting met = nearest_pair(large.shape, small.shape, at);
        return met.is_one() ? std::optional(contact_at(met, at, large, small, 1, 1)) : std::nullopt;
    }
    const std::int64_t way_length = detail::length_at_most(way);
    const std::int64_t bulge =
        detail::bulge(of_large.way.turned, way_length, detail::at_most(reach, way_length));
    if (detail::passes_by(between, way, way_length, reach + bulge)) {
        return std::nullopt;
    }
    const std::int64_t way_of_tiles = way_length + turning_of_small;
    const std::int64_t longest =
        way_of_tiles + detail::arc(of_large.way.turned, detail::at_most(near_large, way_of_tiles));
    return sweep(large, small, between, way, reach, longest);
}

} // namespace

std::optional<contact> find_contact(const passage& a, composite_view shape_a, const passage& b,
                                    composite_view shape_b) noexcept {
    const side of_a{&a, shape_a};
    const side of_b{&b, shape_b};
    if (comes_first(of_b, of_a)) {
        const std::optional<contact> found = find(of_a, of_b);
        return found ? std::optional(swapped(*found)) : std::nullopt;
    }
    return find(of_b, of_a);
}

} // namespace orrery::hex
