// A tick of passive motion on words of 32 bits. The words of a place and of a motion stand beside each other:
// a, b and turn each have a coordinate in one and a drive in the other; in the fourth the place keeps what it
// has and the motion counts its alarm down. So every lane does the same, and masks say which bits are taken.
namespace orrery::ORRERY_SIMD_TARGET::passive_motion {

// Four words for each object, repeated.
template <int Width>
ORRERY_SIMD_INLINE lanes<std::int32_t, Width> for_each_object(std::int32_t a, std::int32_t b,
                                                              std::int32_t turn, std::int32_t rest) noexcept {
    std::int32_t values[Width];
    for (int i = 0; i < Width; i += 4) {
        values[i] = a;
        values[i + 1] = b;
        values[i + 2] = turn;
        values[i + 3] = rest;
    }
    return lanes<std::int32_t, Width>::load(values);
}

template <int Width>
struct tick {
    using words = lanes<std::int32_t, Width>;

    words friction_dither;
    words quarter_dither;
    words lowest;  // of a coordinate; angles and the rest have no end
    words highest;
    words moved_bits; // of a place: what a motion changes
    words velocity_bits;
    words alarm_bits;

    ORRERY_SIMD_INLINE explicit tick(std::uint64_t frame) noexcept
        : friction_dither(orrery::hex::detail::friction_dither(frame)),
          quarter_dither(orrery::hex::detail::quarter_dither(frame + 1)),
          lowest(for_each_object<Width>(-coordinate_limit, -coordinate_limit, no_limit::min(),
                                        no_limit::min())),
          highest(for_each_object<Width>(coordinate_limit, coordinate_limit, no_limit::max(),
                                         no_limit::max())),
          moved_bits(for_each_object<Width>(-1, -1, 0xffff, 0)),
          velocity_bits(for_each_object<Width>(0xffff, 0xffff, 0xffff, 0)),
          alarm_bits(for_each_object<Width>(0, 0, 0, 0xff)) {}

    // The velocities of all lanes after the tick.
    [[nodiscard]] ORRERY_SIMD_INLINE words velocity(words motion) const noexcept {
        const words before = (motion << 16) >> 16;
        const words sign = before >> 31;
        const words size = (before ^ sign) - sign;
        const words speed = size - (size >> 15); // 32768 counts as 32767
        const words friction = (motion >> 16) & words(0xff);
        const words loss = (small_product(speed, friction) + friction_dither) >> 8;
        const words kept = ((speed - loss) ^ sign) - sign;
        const words after = kept + (motion >> 24);
        return max(min(after, words(orrery::hex::max_velocity)), words(-orrery::hex::max_velocity));
    }

    [[nodiscard]] ORRERY_SIMD_INLINE words moved(words place, words velocity) const noexcept {
        const words sum = place + ((velocity + quarter_dither) >> 2);
        const words stopped = max(min(sum, highest), lowest);
        return ((stopped ^ place) & moved_bits) ^ place;
    }

    // An alarm that is not 0 loses one: then, and only then, it reaches 256 with 255 more.
    [[nodiscard]] ORRERY_SIMD_INLINE words changed(words motion, words velocity) const noexcept {
        const words with_velocity = ((velocity ^ motion) & velocity_bits) ^ motion;
        return with_velocity - (((motion & alarm_bits) + words(0xff)) >> 8);
    }

    // One bit for each object, in its fourth lane: its alarm runs out.
    [[nodiscard]] ORRERY_SIMD_INLINE std::uint32_t wakes(words motion) const noexcept {
        return ((motion & alarm_bits) == words(1)).bits();
    }

private:
    using no_limit = std::numeric_limits<std::int32_t>;
};

template <int Width>
void advance(const std::int32_t* places, const std::int32_t* motions, std::uint64_t frame, std::size_t count,
             std::int32_t* next_places, std::int32_t* next_motions, std::vector<std::uint32_t>& woken) {
    using words = lanes<std::int32_t, Width>;
    constexpr std::size_t objects = Width / 4;
    const tick<Width> by(frame);
    const auto note = [&woken](std::uint32_t bits, std::size_t first) {
        for (; bits != 0; bits &= bits - 1) {
            woken.push_back(static_cast<std::uint32_t>(first) +
                            static_cast<std::uint32_t>(std::countr_zero(bits)) / 4);
        }
    };
    std::size_t first = 0;
    for (; first + objects <= count; first += objects) {
        const words place = words::load(places + 4 * first);
        const words motion = words::load(motions + 4 * first);
        const words velocity = by.velocity(motion);
        by.moved(place, velocity).store(next_places + 4 * first);
        by.changed(motion, velocity).store(next_motions + 4 * first);
        if (const std::uint32_t bits = by.wakes(motion); bits != 0) [[unlikely]] {
            note(bits, first);
        }
    }
    if (first < count) {
        const int rest = static_cast<int>(4 * (count - first));
        const words place = words::load(places + 4 * first, rest);
        const words motion = words::load(motions + 4 * first, rest);
        const words velocity = by.velocity(motion);
        by.moved(place, velocity).store(next_places + 4 * first, rest);
        by.changed(motion, velocity).store(next_motions + 4 * first, rest);
        note(by.wakes(motion), first);
    }
}

} // namespace orrery::ORRERY_SIMD_TARGET::passive_motion
