// Whether two objects have met during a tick, and where. A point meets a composite in the cell it is in; two
// composites meet where the centres of two tiles are nearer than contact_distance, and of all such pairs the
// nearest counts.
//
// Nothing passes through: the tick is looked at in moments between which nothing moves by more than
// sweep_step relative to the other, rotation included, and the first moment with a meeting is the moment of
// impact. Every point goes in a straight line in the frame of the composite that is looked at.
//
// Whether the two approach each other there, and what follows from it, is for impact.hpp.
#pragma once

#include <orrery/hex/composite.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <cstdint>
#include <optional>

namespace orrery::hex {

// Tiles overlap from here on: seven eighths of two in-radii, less what rounding may add. Of all cells nearer
// than this to a point, each is a corner of the lattice triangle that the point is in, so three looks find
// them all.
inline constexpr std::int32_t contact_distance = 880;
// A quarter of a cell: less than half of the thinnest wall (pitch / sqrt(3) / 2 at the seam of two cells), so
// that what enters a wall is seen on the side it came from.
inline constexpr std::int32_t sweep_step = cell_pitch / 4;

// Where an object is at the end of a tick, and how it came there.
struct passage {
    hex_vector position{};
    angle16 angle{};
    displacement way{};
};

// At the moment of impact, on the axes of the world. For a point, tile_a is not used.
struct contact {
    hex_vector arm_a{}; // from the centre of mass of a to where they meet; none for a point
    hex_vector arm_b{};
    hex_vector from_b_to_a{}; // from the tile of b to the tile (or the point) of a; may be zero
    tile tile_a{};
    tile tile_b{};
    std::int32_t moment = 0; // 1 .. moments of the tick
    std::int32_t moments = 1;
};

// `a` is a point.
[[nodiscard]] std::optional<contact> find_contact(const passage& a, const passage& b,
                                                  composite_view shape_b) noexcept;

// Nothing depends on which of the two is called a, except what is called a in the result.
[[nodiscard]] std::optional<contact> find_contact(const passage& a, composite_view shape_a, const passage& b,
                                                  composite_view shape_b) noexcept;

} // namespace orrery::hex
