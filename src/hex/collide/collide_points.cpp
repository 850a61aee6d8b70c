#include "hex/collide/sweep.hpp"

#include <orrery/hex/collide.hpp>

#include <algorithm>
#include <cstdint>

namespace orrery::hex {

namespace {

// A point in the frame of a composite, counted from the centre of its first cell.
struct point_path {
    hex_vector start{};
    hex_vector way{};
};

// The farthest that a hexagon reaches from its centre along A and along B: two thirds of the pitch.
constexpr std::int32_t cell_reach = cell_pitch * 2 / 3 + 1;

// Whether all of the way lies on one outer side of the rectangle that the composite's tiles are in.
bool stays_outside(const point_path& path, const composite_header& shape) {
    const hex_vector end = path.start + path.way;
    const std::int32_t high_a = (shape.width - 1) * cell_pitch + cell_reach;
    const std::int32_t high_b = (shape.height - 1) * cell_pitch + cell_reach;
    return (path.start.a < -cell_reach && end.a < -cell_reach) ||
           (path.start.b < -cell_reach && end.b < -cell_reach) || (path.start.a > high_a && end.a > high_a) ||
           (path.start.b > high_b && end.b > high_b);
}

// The cell that a point is in: of the corners of its lattice triangle the nearest, and of those the first.
cell cell_at(hex_vector point) {
    const std::int32_t i = point.a >> cell_bits;
    const std::int32_t j = point.b >> cell_bits;
    const std::int32_t a = point.a & (cell_pitch - 1);
    const std::int32_t b = point.b & (cell_pitch - 1);
    // The distances to the corners, compared without squares: the far corner (1, 1) is nearer than (0, 0)
    // beyond the line between the other two, and so on. Without branches, since none of it can be foretold.
    const std::int32_t more = std::max(a, b);
    const std::int32_t less = std::min(a, b);
    const bool is_beyond = a + b > cell_pitch;
    const std::int32_t step_along_more =
        static_cast<int>(is_beyond) | static_cast<int>(2 * more - less > cell_pitch);
    const std::int32_t step_along_less = static_cast<int>(is_beyond) & static_cast<int>(2 * less > more);
    return {static_cast<std::int16_t>(i + (a > b ? step_along_more : step_along_less)),
            static_cast<std::int16_t>(j + (a > b ? step_along_less : step_along_more))};
}

contact contact_in(cell where, hex_vector point, const passage& b, composite_view shape, std::int32_t moment,
                   std::int32_t moments) {
    const hex_rotation to_world = detail::rotation_at(b, moment, moments);
    return {.arm_b = to_world(point + shape.header().origin),
            .from_b_to_a = to_world(point - center_of(where)),
            // NOLINTNEXTLINE(bugprone-unchecked-optional-access): the caller found a tile in this cell
            .tile_b = *shape.at(where),
            .moment = moment,
            .moments = moments};
}

// Whether there is a tile that counts.
bool has_tile(composite_view shape, cell where, tile_choice choice) {
    if (choice == tile_choice::all || shape.header().virtual_count == 0) {
        return shape.has(where);
    }
    const std::optional<tile> found = shape.at(where);
    return found && !found->is_virtual();
}

// Each moment in so many.
constexpr std::int32_t closer = 8;

// From the moment before `seen` on, at which the point was found in a tile: the first time that it is in a
// tile and nears its centre. A point that grazes one tile goes into the next. If it nears none, the first
// time that it is in one.
std::optional<contact> look_closely(const point_path& path, const passage& b, composite_view shape,
                                    tile_choice choice, std::int32_t seen, std::int32_t moments) {
    const std::int32_t last = moments * closer;
    const detail::lerp part(last);
    std::optional<contact> first;
    for (std::int32_t moment = (seen - 1) * closer + 1; moment <= last; ++moment) {
        const hex_vector point = path.start + (moment == last ? path.way : part(path.way, moment));
        const cell where = cell_at(point);
        if (!has_tile(shape, where, choice)) {
            continue;
        }
        const bool is_nearing = twice_dot(point - center_of(where), path.way) < 0;
        if (is_nearing || !first) {
            first = contact_in(where, point, b, shape, moment, last);
            first->free_until = static_cast<std::uint32_t>((std::int64_t{moment - 1} << 16) / last);
        }
        if (is_nearing) {
            first->is_blocking = true;
            first->free_point = path.start + part(path.way, moment - 1) + shape.header().origin;
            break;
        }
    }
    return first;
}

std::optional<contact> look_often(hex_vector end, hex_vector way, const passage& b, composite_view shape,
                                  tile_choice choice, std::int32_t moments) {
    const composite_header& header = shape.header();
    const hex_rotation to_local(-b.angle);
    const hex_rotation was_to_local =
        b.way.turned == 0 ? to_local : hex_rotation(angle16::from_steps(b.way.turned) - b.angle);
    const hex_vector start = was_to_local(end - way) - header.origin;
    const point_path path{.start = start, .way = to_local(end) - header.origin - start};
    if (stays_outside(path, header)) {
        return std::nullopt;
    }
    // What detail::lerp gives, by addition.
    constexpr int shift = detail::lerp::fraction_bits;
    constexpr std::int64_t half = std::int64_t{1} << (shift - 1);
    const std::int64_t part = detail::lerp(moments).step();
    std::int64_t along_a = (std::int64_t{path.start.a} << shift) + half;
    std::int64_t along_b = (std::int64_t{path.start.b} << shift) + half;
    for (std::int32_t moment = 1; moment <= moments; ++moment) {
        along_a += part * path.way.a;
        along_b += part * path.way.b;
        const hex_vector point{static_cast<std::int32_t>(along_a >> shift),
                               static_cast<std::int32_t>(along_b >> shift)};
        if (has_tile(shape, cell_at(point), choice)) {
            return look_closely(path, b, shape, choice, moment, moments);
        }
    }
    return std::nullopt;
}

// If nothing moves by more than sweep_step.
std::optional<contact> look_once(hex_vector end, hex_vector way, const passage& b, composite_view shape,
                                 tile_choice choice) {
    const hex_vector point = hex_rotation(-b.angle)(end) - shape.header().origin;
    return has_tile(shape, cell_at(point), choice) ? look_often(end, way, b, shape, choice, 1) : std::nullopt;
}

} // namespace

std::optional<contact> find_contact(const passage& a, const passage& b, composite_view shape_b,
                                    tile_choice choice) noexcept {
    const hex_vector end = a.position - b.position;
    if (detail::is_far(end)) {
        return std::nullopt;
    }
    const std::int64_t reach = detail::disc_of(shape_b.header());
    const hex_vector way = a.way.moved - b.way.moved;
    const std::int64_t turning = detail::arc(b.way.turned, detail::at_most(reach, sweep_step));
    if (turning <= sweep_step &&
        length_squared(way) <= static_cast<std::uint64_t>(detail::square(sweep_step - turning))) {
        if (length_squared(end) > static_cast<std::uint64_t>(detail::square(reach))) {
            return std::nullopt;
        }
        return look_once(end, way, b, shape_b, choice);
    }
    const std::int64_t way_length = detail::length_at_most(way);
    const std::int64_t farthest = detail::at_most(reach, way_length);
    return look_often(end, way, b, shape_b, choice,
                      detail::moments_for(way_length + detail::arc(b.way.turned, farthest)));
}

} // namespace orrery::hex
