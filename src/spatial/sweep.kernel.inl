// Finds the pairs of a stretch of the order: each box looks back at those before it, the nearest first.
namespace orrery::ORRERY_SIMD_TARGET::sweeping {

template <typename Box>
struct scanner {
    template <int Width>
    static void scan(const orrery::spatial::sweep_order<Box>& order, std::size_t begin, std::size_t end,
                     orrery::spatial::pair_buffer& found) {
        using value = typename Box::value_type;
        constexpr int places = 16; // looked at together, whatever the width: half the decisions of eight
        using numbers = lanes<value, places>;
        constexpr int across = Box::dimension - 1;
        std::uint64_t looks = 0;
        for (std::size_t own = begin; own < end; ++own) {
            const value lower = order.lower[own];
            value other_lower[across];
            value other_upper[across];
            for (int axis = 0; axis < across; ++axis) {
                other_lower[axis] = order.other_lower[axis][own];
                other_upper[axis] = order.other_upper[axis][own];
            }
            auto first = static_cast<std::ptrdiff_t>(own);
            do {
                first -= places;
                ++looks;
                auto hit = numbers::load(order.upper + first) >= numbers(lower);
                for (int axis = 0; axis < across; ++axis) {
                    hit =
                        hit & (numbers::load(order.other_lower[axis] + first) <= numbers(other_upper[axis]));
                    hit =
                        hit & (numbers::load(order.other_upper[axis] + first) >= numbers(other_lower[axis]));
                }
                std::uint32_t bits = hit.bits();
                if (bits != 0) [[unlikely]] {
                    if (first < 0) {
                        bits &= ~0u << -first; // what lies before the array is no box
                    }
                    orrery::spatial::index_pair* out = found.room(places);
                    while (bits != 0) {
                        const int lane = 31 - std::countl_zero(bits);
                        bits ^= 1u << lane;
                        *out++ =
                            orrery::spatial::ordered_pair(order.indices[own], order.indices[first + lane]);
                    }
                    found.grow_to(out);
                }
            } while (first > 0 && order.upper[first] >= lower);
        }
        found.add_tests(looks * places);
    }
};

} // namespace orrery::ORRERY_SIMD_TARGET::sweeping
