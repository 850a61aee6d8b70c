// Which of many circles can meet one before an update ends (neighborhood.hpp): the exact condition but for
// when it happens, eight at a time.
namespace orrery::ORRERY_SIMD_TARGET::may_meet {

template <int Width>
std::size_t find(const ::orrery::circles::detail::leg_arrays& of, const ::orrery::circles::detail::mover& who,
                 scalar end, const index_range* runs, std::size_t run_count, std::uint32_t* found) noexcept {
    constexpr int width = Width < 8 ? Width : 8;
    using numbers = lanes<scalar, width>;
    const numbers x(who.position.x);
    const numbers y(who.position.y);
    const numbers velocity_x(who.velocity.x);
    const numbers velocity_y(who.velocity.y);
    const numbers since(who.since);
    const numbers padded(who.padded);
    const numbers last(end);
    // Twice, and a little more for rounding.
    const numbers twice(scalar(2.001));
    std::size_t count = 0;
    for (const index_range* run = runs; run != runs + run_count; ++run) {
        // What lies behind the end of a run are others that are looked at in vain.
        for (std::size_t place = run->begin; place < run->end; place += width) {
            const numbers their_velocity_x = numbers::load(of.velocity_x + place);
            const numbers their_velocity_y = numbers::load(of.velocity_y + place);
            const numbers their_since = numbers::load(of.since + place);
            const numbers start = max(since, their_since);
            const numbers mine = start - since;
            const numbers theirs = start - their_since;
            const numbers from_x =
                (x + velocity_x * mine) - (numbers::load(of.x + place) + their_velocity_x * theirs);
            const numbers from_y =
                (y + velocity_y * mine) - (numbers::load(of.y + place) + their_velocity_y * theirs);
            const numbers relative_x = velocity_x - their_velocity_x;
            const numbers relative_y = velocity_y - their_velocity_y;
            const numbers approach = -(from_x * relative_x + from_y * relative_y);
            const numbers distance = padded + numbers::load(of.padded + place);
            const numbers distance_squared = distance * distance;
            const numbers outside = (from_x * from_x + from_y * from_y) - distance_squared;
            const numbers passing = from_x * relative_y - from_y * relative_x;
            const numbers speed_squared = relative_x * relative_x + relative_y * relative_y;
            const auto meets = (approach > numbers(scalar(0))) &
                               (speed_squared * distance_squared >= passing * passing) &
                               (outside <= twice * approach * (last - start));
            for (std::uint32_t bits = meets.bits(); bits != 0; bits &= bits - 1) {
                found[count++] =
                    static_cast<std::uint32_t>(place) + static_cast<std::uint32_t>(std::countr_zero(bits));
            }
        }
    }
    return count;
}

} // namespace orrery::ORRERY_SIMD_TARGET::may_meet
