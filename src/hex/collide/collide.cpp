#include "hex/collide/sweep.hpp"
#include "hex/collide/tile_grid.hpp"
#include "hex/collide/touching.hpp"

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
using detail::placing;
using detail::row_cut;
using detail::side;
using detail::tile_grid;
using detail::tile_pair;
using detail::touching_tiles;

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

// A tile of the smaller one at a point of the larger's grid, in units: the corners of the lattice triangle
// are all that it can be near.
void look_around(touching_tiles& found, const tile_grid& grid, std::int32_t point_a, std::int32_t point_b,
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
        found.take({static_cast<std::int16_t>(i + right), static_cast<std::int16_t>(j + down)},
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
        const std::int32_t first_of_both = std::max(by_a.first(), by_b.first());
        const std::int32_t last_of_both = std::min(by_a.last(), by_b.last());
        const std::int32_t first = std::max(first_of_both, 0);
        const std::int32_t last = std::min(last_of_both, 63);
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

void find_touching(composite_view large, composite_view small, const placing& at, touching_tiles& found) {
    const tile_grid grid(large);
    const cell_places places(large.header(), small.header(), at);
    each_tile_near(large.header(), small, places, 0, [&](std::int32_t i, std::int32_t j) {
        const hex_vector point = places.of(i, j);
        if (!grid.is_outside(point.a, point.b)) {
            look_around(found, grid, point.a >> fraction_bits, point.b >> fraction_bits, i, j);
        }
    });
}

// The tiles of the smaller one that come near one of the larger at any moment of a tick. Most pairs have
// none, and then no moment has to be looked at.
class tiles_on_the_way {
public:
    // No tile moves by more than `longest` units in the frame of the larger, nor farther than `bulge` from
    // the straight way.
    tiles_on_the_way(composite_view large, composite_view small, const placing& start, const placing& end,
                     std::int64_t longest, std::int64_t bulge) {
        const tile_grid grid(large);
        const cell_places before(large.header(), small.header(), start);
        const cell_places after(large.header(), small.header(), end);
        // Along an axis a way may be 2 / sqrt(3) times its length.
        const auto along_axis = [](std::int64_t length) {
            return static_cast<std::int32_t>((length + length / 6 + 2) << fraction_bits);
        };
        const std::int32_t margin = along_axis(longest);
        const std::int32_t beside = bulge == 0 ? 0 : along_axis(bulge);
        each_tile_near(large.header(), small, after, margin, [&](std::int32_t i, std::int32_t j) {
            const hex_vector from = before.of(i, j);
            const hex_vector to = after.of(i, j);
            const auto line = [](std::int32_t x) { return x >> fraction_bits_of_cells; };
            if (grid.has_any(line(std::min(from.a, to.a) - beside), line(std::max(from.a, to.a) + beside) + 1,
                             line(std::min(from.b, to.b) - beside),
                             line(std::max(from.b, to.b) + beside) + 1)) {
                add(i, j);
            }
        });
    }

    [[nodiscard]] bool are_none() const { return count_ == 0; }

    void find_touching(composite_view large, composite_view small, const placing& at,
                       touching_tiles& touching) const {
        if (count_ > found_.size()) { // too many to have been noted
            hex::find_touching(large, small, at, touching);
            return;
        }
        const tile_grid grid(large);
        const cell_places places(large.header(), small.header(), at);
        for (std::size_t place = 0; place < count_; ++place) {
            const found each = found_[place];
            const hex_vector point = places.of(each.i, each.j);
            if (!grid.is_outside(point.a, point.b)) {
                look_around(touching, grid, point.a >> fraction_bits, point.b >> fraction_bits, each.i,
                            each.j);
            }
        }
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
contact contact_at(const tile_pair& met, const placing& at, const side& large, const side& small,
                   std::int32_t moment, std::int32_t moments) {
    const hex_rotation to_world = detail::rotation_at(*large.how, moment, moments);
    const hex_vector tile_of_large = large.shape.header().origin + center_of(met.of_large);
    const hex_vector point = tile_of_large + hex_vector{met.apart.a / 2, met.apart.b / 2};
    return {.arm_a = to_world(point - at.center()),
            .arm_b = to_world(point),
            .from_b_to_a = to_world(met.apart),
            // NOLINTBEGIN(bugprone-unchecked-optional-access): both cells of a pair have tiles
            .tile_a = *small.shape.at(met.of_small),
            .tile_b = *large.shape.at(met.of_large),
            // NOLINTEND(bugprone-unchecked-optional-access)
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
            .moments = of.moments,
            .is_blocking = of.is_blocking,
            .free_until = of.free_until};
}

// Two composites in a tick.
struct encounter {
    const side& large;
    const side& small;
    tile_choice choice;
    hex_vector between{}; // from the larger to the smaller, at the end
    hex_vector way{};

    [[nodiscard]] placing start() const {
        return place_at(between - way, large.how->angle + angle16::from_steps(-large.how->way.turned),
                        small.how->angle + angle16::from_steps(-small.how->way.turned));
    }

    [[nodiscard]] placing place(std::int32_t moment, std::int32_t moments) const {
        const auto left = [&](std::int32_t moved) {
            return static_cast<std::int32_t>(std::int64_t{moved} * (moments - moment) / moments);
        };
        const auto angle_of = [&](const passage& how) {
            return how.angle + angle16::from_steps(-detail::turn_left(how, moment, moments));
        };
        return place_at(between - hex_vector{left(way.a), left(way.b)}, angle_of(*large.how),
                        angle_of(*small.how));
    }
};

// In 65536ths of the tick.
std::uint32_t time_of(std::int32_t moment, std::int32_t moments) {
    return static_cast<std::uint32_t>((std::int64_t{moment} << 16) / moments);
}

enum class preference : std::uint8_t { approaching, nearest };

// The contact at a moment at which tiles touch. It is blocking if its tiles approach each other.
contact chosen(const encounter& of, const touching_tiles& touching, preference by, const placing& at,
               std::int32_t moment, std::int32_t moments) {
    const tile_pair& approaching = touching.nearest_approaching();
    const tile_pair& nearest = touching.nearest();
    const bool is_approaching = by == preference::approaching
                                    ? approaching.is_one()
                                    : approaching.distance_squared == nearest.distance_squared &&
                                          approaching.of_large == nearest.of_large &&
                                          approaching.of_small == nearest.of_small;
    contact made =
        contact_at(is_approaching ? approaching : nearest, at, of.large, of.small, moment, moments);
    made.is_blocking = is_approaching;
    made.free_until = time_of(moment, moments);
    if (is_approaching) {
        made.free_until = static_cast<std::uint32_t>(std::max<std::int64_t>(
            time_of(moment - 1, moments), std::int64_t{made.free_until} - touching.age()));
    }
    return made;
}

// Nearer than this, the lines between the centres of neighbouring tiles may cross those of the other
// composite: it takes 1024 / sqrt(2).
constexpr std::int32_t crossing_distance = 740;

// Whether the two are inside each other.
bool is_inside(const touching_tiles& touching) {
    return touching.nearest().distance_squared < crossing_distance * crossing_distance;
}

// If nothing moves by more than sweep_step.
std::optional<contact> look_once(const encounter& of) {
    const placing at = place_at(of.between, of.large.how->angle, of.small.how->angle);
    touching_tiles touching(of.large, of.small, of.choice);
    touching.start(at, 1, 1);
    find_touching(of.large.shape, of.small.shape, at, touching);
    if (!touching.nearest().is_one()) {
        return std::nullopt;
    }
    const contact found = chosen(of, touching, preference::approaching, at, 1, 1);
    if (!found.is_blocking) {
        return found;
    }
    const placing start = of.start();
    touching_tiles before(of.large, of.small, of.choice);
    before.start(start, 0, 1);
    find_touching(of.large.shape, of.small.shape, start, before);
    if (!is_inside(before)) {
        return found;
    }
    contact nearest = chosen(of, touching, preference::nearest, at, 1, 1);
    nearest.is_blocking = false;
    return nearest;
}

// A way that is nowhere farther than this from a straight one is taken for one.
constexpr std::int64_t max_bulge = 8;

// The first moment at which tiles touch and approach each other; if there is none, the first at which they
// touch. No tile moves by more than `longest` in the frame of the larger, nor farther than `bulge` from the
// straight way.
std::optional<contact> look_often(const encounter& of, std::int64_t reach, std::int64_t longest,
                                  std::int64_t bulge) {
    const bool is_straight = bulge <= max_bulge;
    const std::int32_t moments = detail::moments_for(longest);
    const placing end = place_at(of.between, of.large.how->angle, of.small.how->angle);
    const placing start = of.start();
    const tiles_on_the_way tiles(of.large.shape, of.small.shape, start, end, longest,
                                 is_straight ? 0 : bulge);
    if (tiles.are_none()) {
        return std::nullopt;
    }
    const detail::lerp part(moments);
    touching_tiles touching(of.large, of.small, of.choice);
    bool touches_at_once = false;
    const auto look = [&](preference by) {
        std::optional<contact> first;
        for (std::int32_t moment = 1; moment <= moments && !(first && first->is_blocking); ++moment) {
            const placing at = moment == moments ? end
                               : is_straight     ? place_between(start, end, part, moment)
                                                 : of.place(moment, moments);
            if (is_apart(at, reach)) {
                continue;
            }
            touching.start(at, moment, moments);
            tiles.find_touching(of.large.shape, of.small.shape, at, touching);
            if (!touching.nearest().is_one()) {
                continue;
            }
            touches_at_once |= moment == 1;
            const contact found = chosen(of, touching, by, at, moment, moments);
            if (!first || found.is_blocking) {
                first = found;
            }
        }
        return first;
    };
    const std::optional<contact> found = look(preference::approaching);
    if (!found || !found->is_blocking || !touches_at_once) {
        return found;
    }
    touching.start(start, 0, moments);
    tiles.find_touching(of.large.shape, of.small.shape, start, touching);
    if (!is_inside(touching)) {
        return found;
    }
    std::optional<contact> nearest = look(preference::nearest);
    nearest->free_until = time_of(nearest->moment, moments); // or they might hold each other for ever
    return nearest;
}

// With the smaller one as a. Seen from the larger one, the centre of the smaller one moves along an arc:
//
//     .-----------.
//    /             \             . - ' ' - .     -+- bulge: how far the arc leaves its chord, because
//   |       +-------|---------> o-----------o    -+- the larger one turns
//    \  disc_of    /  between  start  way  end
//     \  _large   /
//      '---------'
//
// If the chord, made thicker by the bulge, stays farther than `reach` (both discs and the distance of
// contact) from the centre of the larger one, the two cannot touch. A short motion, way and turning of the
// discs' rims together, is looked at once; a longer one in steps of sweep_step.
std::optional<contact> find(const side& large, const side& small, tile_choice choice) {
    const passage& of_large = *large.how;
    const passage& of_small = *small.how;
    const hex_vector between = of_small.position - of_large.position;
    if (detail::is_far(between)) {
        return std::nullopt;
    }
    // Discs reach to the corners of tiles; the centres of two touching tiles are closer than two corners.
    const std::int64_t disc_of_large = detail::disc_of(large.shape.header());
    const std::int64_t disc_of_small = detail::disc_of(small.shape.header());
    const std::int64_t reach = disc_of_large + disc_of_small - 2 * cell_circum_radius + contact_distance;
    const hex_vector way = of_small.way.moved - of_large.way.moved;
    const encounter both{large, small, choice, between, way};
    const std::int64_t turning_of_small = detail::arc(of_small.way.turned, disc_of_small);
    const std::int64_t near_large = disc_of_large + contact_distance;
    const std::int64_t turning =
        turning_of_small + detail::arc(of_large.way.turned, detail::at_most(near_large, sweep_step));
    if (turning <= sweep_step &&
        length_squared(way) <= static_cast<std::uint64_t>(detail::square(sweep_step - turning))) {
        return length_squared(between) > static_cast<std::uint64_t>(detail::square(reach)) ? std::nullopt
                                                                                           : look_once(both);
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
    const std::int32_t turned = of_small.way.turned - of_large.way.turned;
    const std::int64_t bulge_of_tiles =
        bulge + (detail::arc(turned, detail::arc(turned, disc_of_small)) >> 3);
    return look_often(both, reach, longest, bulge_of_tiles);
}

} // namespace

std::optional<contact> find_contact(const passage& a, composite_view shape_a, const passage& b,
                                    composite_view shape_b, tile_choice choice) noexcept {
    const side of_a{&a, shape_a};
    const side of_b{&b, shape_b};
    if (comes_first(of_b, of_a)) {
        const std::optional<contact> found = find(of_a, of_b, choice);
        return found ? std::optional(swapped(*found)) : std::nullopt;
    }
    return find(of_b, of_a, choice);
}

} // namespace orrery::hex
