// Which of many circles can meet one before a time (vicinity.hpp): the exact condition but for when it
// happens, eight at a time.
namespace orrery::ORRERY_SIMD_TARGET::may_meet {

using ::orrery::circles::detail::leg_arrays;
using ::orrery::circles::detail::stretch;

inline constexpr int width = 8;
using numbers = lanes<scalar, width>;

struct seeker {
    numbers x;
    numbers y;
    numbers velocity_x;
    numbers velocity_y;
    numbers since;
    numbers padded;
};

ORRERY_SIMD_INLINE seeker seeker_at(const leg_arrays& of, std::size_t place) noexcept {
    return {numbers(of.x[place]),          numbers(of.y[place]),     numbers(of.velocity_x[place]),
            numbers(of.velocity_y[place]), numbers(of.since[place]), numbers(of.padded[place])};
}

// Bits for those from `place` on.
ORRERY_SIMD_INLINE std::uint32_t who_can_meet(const leg_arrays& of, const seeker& who, numbers end,
                                              std::size_t place) noexcept {
    const numbers velocity_x = numbers::load(of.velocity_x + place);
    const numbers velocity_y = numbers::load(of.velocity_y + place);
    const numbers since = numbers::load(of.since + place);
    const numbers start = max(who.since, since);
    const numbers mine = start - who.since;
    const numbers theirs = start - since;
    const numbers from_x =
        (who.x + who.velocity_x * mine) - (numbers::load(of.x + place) + velocity_x * theirs);
    const numbers from_y =
        (who.y + who.velocity_y * mine) - (numbers::load(of.y + place) + velocity_y * theirs);
    const numbers relative_x = who.velocity_x - velocity_x;
    const numbers relative_y = who.velocity_y - velocity_y;
    const numbers closing = -(from_x * relative_x + from_y * relative_y);
    const numbers distance = who.padded + numbers::load(of.padded + place);
    const numbers square = distance * distance;
    const numbers outside = (from_x * from_x + from_y * from_y) - square;
    const numbers passing = from_x * relative_y - from_y * relative_x;
    const numbers speed_squared = relative_x * relative_x + relative_y * relative_y;
    // It would have to come nearer by more than twice its speed now, or passes by; with room for rounding.
    return ((closing > numbers(scalar(0))) &
            (speed_squared * square * numbers(scalar(1.001)) >= passing * passing) &
            (outside <= closing * (end - start) * numbers(scalar(2.001))))
        .bits();
}

// Bits for the first so many lanes.
ORRERY_SIMD_INLINE std::uint32_t lanes_before(std::uint32_t count) noexcept {
    return count < width ? (1u << count) - 1u : ~0u;
}

// Those of the stretches that can meet the one of this place, written to `found`.
template <int Width>
std::size_t find_near(const leg_arrays& of, std::size_t place, scalar end, const stretch* stretches,
                      std::size_t count, std::uint32_t* found) noexcept {
    const seeker who = seeker_at(of, place);
    const numbers last(end);
    std::size_t written = 0;
    for (const stretch* each = stretches; each != stretches + count; ++each) {
        for (std::uint32_t at = each->begin; at < each->end; at += width) {
            std::uint32_t bits = who_can_meet(of, who, last, at) & lanes_before(each->end - at);
            for (; bits != 0; bits &= bits - 1) {
                found[written++] = at + static_cast<std::uint32_t>(std::countr_zero(bits));
            }
        }
    }
    return written;
}

// The same for many that look, in one go: pairs of places.
template <int Width>
std::size_t find_pairs(const leg_arrays& of, scalar end, const stretch* stretches, std::size_t count,
                       std::uint32_t* found) noexcept {
    const numbers last(end);
    std::size_t written = 0;
    for (const stretch* each = stretches; each != stretches + count; ++each) {
        const seeker who = seeker_at(of, each->place);
        for (std::uint32_t at = each->begin; at < each->end; at += width) {
            std::uint32_t bits = who_can_meet(of, who, last, at) & lanes_before(each->end - at);
            for (; bits != 0; bits &= bits - 1) {
                found[written++] = each->place;
                found[written++] = at + static_cast<std::uint32_t>(std::countr_zero(bits));
            }
        }
    }
    return written / 2;
}

} // namespace orrery::ORRERY_SIMD_TARGET::may_meet
