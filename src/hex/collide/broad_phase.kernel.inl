// Writes swept boxes (broad_phase.hpp) to the blocks of a tree, eight objects at a time.
namespace orrery::ORRERY_SIMD_TARGET::hex_boxes {

using numbers = lanes<std::int32_t, 8>;

struct range {
    numbers low;
    numbers high;
};

// Velocities are the low halves of their words.
ORRERY_SIMD_INLINE range along(numbers end, numbers velocity, numbers reach) noexcept {
    const numbers start = end - ((velocity << 16) >> 18);
    return {min(end, start - numbers(1)) - reach, max(end, start) + reach};
}

struct block {
    range a;
    range b;
};

// Of places and motions as words of 32 bits, four each.
ORRERY_SIMD_INLINE block boxes_of(const std::int32_t* places, const std::int32_t* motions) noexcept {
    constexpr std::int32_t in_turn[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const auto where = gather_four<8>(places, 4, in_turn);
    const auto how = gather_four<8>(motions, 4, in_turn);
    const numbers reach = (where.z >> 8) & numbers(0xff00);
    return {along(where.x, how.x, reach), along(where.y, how.y, reach)};
}

template <int Width>
void write_boxes(const std::int32_t* places, const std::int32_t* motions, std::size_t count,
                 std::int32_t* bounds) noexcept {
    constexpr std::size_t words = 4;
    std::size_t first = 0;
    for (; first + 8 <= count; first += 8) {
        const block made = boxes_of(places + first * words, motions + first * words);
        made.a.low.store(bounds);
        made.a.high.store(bounds + 8);
        made.b.low.store(bounds + 16);
        made.b.high.store(bounds + 24);
        bounds += 32;
    }
    if (first < count) {
        std::int32_t last_places[8 * words] = {};
        std::int32_t last_motions[8 * words] = {};
        const std::size_t bytes = (count - first) * words * sizeof(std::int32_t);
        __builtin_memcpy(last_places, places + first * words, bytes);
        __builtin_memcpy(last_motions, motions + first * words, bytes);
        const block made = boxes_of(last_places, last_motions);
        const auto rest = static_cast<int>(count - first);
        made.a.low.store(bounds, rest);
        made.a.high.store(bounds + 8, rest);
        made.b.low.store(bounds + 16, rest);
        made.b.high.store(bounds + 24, rest);
    }
}

} // namespace orrery::ORRERY_SIMD_TARGET::hex_boxes
