// Finds out where an environment acts, without looking at objects one by one.
namespace orrery::ORRERY_SIMD_TARGET::environment {

// One rectangle below each object.
template <int Width>
struct limits {
    using words = lanes<std::int32_t, Width>;

    words lowest;
    words highest;

    ORRERY_SIMD_INLINE explicit limits(const orrery::hex::detail::rectangle_words& from) noexcept {
        std::int32_t low[Width];
        std::int32_t high[Width];
        for (int i = 0; i < Width; ++i) {
            low[i] = from.lowest[i % 4];
            high[i] = from.highest[i % 4];
        }
        lowest = words::load(low);
        highest = words::load(high);
    }

    // One bit for each object, the lowest of four: whether it is outside of the rectangle.
    [[nodiscard]] ORRERY_SIMD_INLINE std::uint32_t outside(words twice_x_and_b) const noexcept {
        const std::uint32_t bits = ((twice_x_and_b < lowest) | (twice_x_and_b > highest)).bits();
        return (bits | bits >> 1) & 0x1111'1111u;
    }
};

template <bool HasRegions>
struct search {
    // The first block of objects, at or after `first`, that has one outside of `inside` or, if there are
    // regions, in `around`. Objects at the end that are no whole block are not looked at.
    template <int Width>
    static std::size_t next_block(const std::int32_t* places, std::size_t first, std::size_t count,
                                  const orrery::hex::detail::rectangle_words& inside,
                                  const orrery::hex::detail::rectangle_words& around) noexcept {
        using words = lanes<std::int32_t, Width>;
        constexpr std::size_t block = orrery::hex::detail::environment_block;
        constexpr auto every_object = static_cast<std::uint32_t>(0x1111'1111u & ((1ull << Width) - 1));
        const limits<Width> keeping(inside);
        const limits<Width> regions(around);
        for (; first + block <= count; first += block) {
            std::uint32_t touched = 0;
            for (std::size_t i = 0; i < 4 * block; i += Width) {
                const words place = words::load(places + 4 * first + i);
                const words twice_x_and_b =
                    place + place - detail::shuffle_blocks<1, 1, 2, 3>(place, place);
                touched |= keeping.outside(twice_x_and_b);
                if constexpr (HasRegions) {
                    touched |= regions.outside(twice_x_and_b) ^ every_object;
                }
            }
            if (touched != 0) {
                break;
            }
        }
        return first;
    }
};

} // namespace orrery::ORRERY_SIMD_TARGET::environment
