// The searches of block_forest, eight elements at a time.
namespace orrery::ORRERY_SIMD_TARGET::forests {

template <typename Box>
struct searcher {
    using view = orrery::spatial::detail::block_forest_view<Box>;
    using value = typename Box::value_type;
    using index_pair = orrery::spatial::index_pair;
    static constexpr int block_size = orrery::spatial::detail::block_forest<Box>::block_size;
    static constexpr int numbers_a_block = 2 * Box::dimension * block_size;
    using numbers = lanes<value, block_size>;

    // Which elements of a block meet the box.
    ORRERY_SIMD_INLINE static std::uint32_t meeting(const view& forest, std::uint32_t block,
                                                    const Box& box) noexcept {
        const value* bounds = forest.numbers + std::size_t{block} * numbers_a_block;
        auto met = numbers::load(bounds) <= numbers(box.max[0]);
        met = met & (numbers::load(bounds + block_size) >= numbers(box.min[0]));
        for (int axis = 1; axis < Box::dimension; ++axis) {
            bounds += 2 * block_size;
            met = met & (numbers::load(bounds) <= numbers(box.max[axis]));
            met = met & (numbers::load(bounds + block_size) >= numbers(box.min[axis]));
        }
        return met.bits() & forest.used[block];
    }

    // Which elements of a block meet which of another: bit 8 * i + k says that element i of the first meets
    // element k of the second. All are compared, because that is quicker than to find out which need not be.
    ORRERY_SIMD_INLINE static std::uint64_t meetings(const view& first, std::uint32_t first_block,
                                                     const view& second,
                                                     std::uint32_t second_block) noexcept {
        const value* const ones = first.numbers + std::size_t{first_block} * numbers_a_block;
        const value* const others = second.numbers + std::size_t{second_block} * numbers_a_block;
        std::uint64_t met = 0;
        for (int lane = 0; lane < block_size; ++lane) {
            auto hit = numbers::load(others) <= numbers(ones[block_size + lane]);
            hit = hit & (numbers::load(others + block_size) >= numbers(ones[lane]));
            for (int number = 2 * block_size; number < numbers_a_block; number += 2 * block_size) {
                hit = hit & (numbers::load(others + number) <= numbers(ones[number + block_size + lane]));
                hit = hit & (numbers::load(others + number + block_size) >= numbers(ones[number + lane]));
            }
            const std::uint32_t used = -(first.used[first_block] >> lane & 1u) & second.used[second_block];
            met |= std::uint64_t{hit.bits() & used} << (lane * block_size);
        }
        return met;
    }

    ORRERY_SIMD_INLINE static void append(std::uint64_t met, const view& first, std::uint32_t first_block,
                                          const view& second, std::uint32_t second_block,
                                          orrery::spatial::pair_buffer& found) {
        const std::uint32_t* const ones = first.indices + std::size_t{first_block} * block_size;
        const std::uint32_t* const others = second.indices + std::size_t{second_block} * block_size;
        index_pair* out = found.room(block_size * block_size);
        for (; met != 0; met &= met - 1) {
            const int bit = std::countr_zero(met);
            *out++ = orrery::spatial::ordered_pair(ones[bit / block_size], others[bit % block_size]);
        }
        found.grow_to(out);
    }

    // Calls function(block) for the blocks below end whose own bounds meet the box, the last one first.
    // Returns how many boxes it looked at.
    template <typename Function>
    ORRERY_SIMD_INLINE static std::uint64_t walk(const view& forest, std::uint32_t end, const Box& box,
                                                 Function&& function) {
        std::uint64_t looks = 0;
        for (; end > 0; ++looks) {
            const std::uint32_t block = end - 1;
            const auto& node = forest.nodes[block];
            const bool is_met = intersects(node.around, box);
            if (is_met && intersects(forest.own_bounds[block], box)) {
                function(block);
            }
            end -= is_met ? 1 : node.size;
        }
        return looks;
    }

    // The pairs of the elements of one block with those of the other forest's blocks below end.
    ORRERY_SIMD_INLINE static void pairs_of_block(const view& own, std::uint32_t block, const view& other,
                                                  std::uint32_t end, orrery::spatial::pair_buffer& found) {
        std::uint64_t block_pairs = 0;
        const std::uint64_t looks = walk(other, end, own.own_bounds[block], [&](std::uint32_t met) {
            append(meetings(own, block, other, met), own, block, other, met, found);
            ++block_pairs;
        });
        found.add_tests(looks + block_pairs * block_size * block_size);
    }

    ORRERY_SIMD_INLINE static void pairs_in_block(const view& own, std::uint32_t block,
                                                  orrery::spatial::pair_buffer& found) {
        constexpr std::uint64_t each_with_those_before = 0x7f3f'1f0f'0703'0100;
        append(meetings(own, block, own, block) & each_with_those_before, own, block, own, block, found);
        found.add_tests(block_size * block_size);
    }

    template <int Width>
    static void pairs_before(const view& own, std::uint32_t begin, std::uint32_t end,
                             orrery::spatial::pair_buffer& found) {
        for (std::uint32_t block = begin; block < end; ++block) {
            pairs_in_block(own, block, found);
            pairs_of_block(own, block, own, block, found);
        }
    }

    template <int Width>
    static void pairs_with(const view& own, std::uint32_t begin, std::uint32_t end, const view& other,
                           orrery::spatial::pair_buffer& found) {
        for (std::uint32_t block = begin; block < end; ++block) {
            pairs_of_block(own, block, other, other.block_count, found);
        }
    }

    // The box around the elements of a block; its empty places have empty boxes.
    ORRERY_SIMD_INLINE static Box bounds_of(const value* bounds) noexcept {
        Box around;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            const numbers lower = numbers::load(bounds);
            const numbers upper = numbers::load(bounds + block_size);
            value least[block_size / 2];
            value most[block_size / 2];
            min(low_half(lower), high_half(lower)).store(least);
            max(low_half(upper), high_half(upper)).store(most);
            around.min[axis] = orrery::min(orrery::min(least[0], least[1]), orrery::min(least[2], least[3]));
            around.max[axis] = orrery::max(orrery::max(most[0], most[1]), orrery::max(most[2], most[3]));
            bounds += 2 * block_size;
        }
        return around;
    }

    template <int Width>
    static void find_bounds(const value* bounds, Box* own_bounds, std::uint32_t block_count) noexcept {
        for (std::uint32_t block = 0; block < block_count; ++block) {
            own_bounds[block] = bounds_of(bounds + std::size_t{block} * numbers_a_block);
        }
    }

    template <int Width>
    static void box_meets(const view& forest, const Box& box, std::vector<std::uint32_t>& found) {
        walk(forest, forest.block_count, box, [&](std::uint32_t block) {
            for (std::uint32_t which = meeting(forest, block, box); which != 0; which &= which - 1) {
                found.push_back(forest.indices[block * block_size + std::countr_zero(which)]);
            }
        });
    }
};

} // namespace orrery::ORRERY_SIMD_TARGET::forests
