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

    ORRERY_SIMD_INLINE static Box element(const view& forest, std::uint32_t block, int lane) noexcept {
        const value* const bounds = forest.numbers + std::size_t{block} * numbers_a_block + lane;
        Box box;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            box.min[axis] = bounds[axis * 2 * block_size];
            box.max[axis] = bounds[axis * 2 * block_size + block_size];
        }
        return box;
    }

    ORRERY_SIMD_INLINE static void append(const view& forest, std::uint32_t block, std::uint32_t which,
                                          std::uint32_t index, orrery::spatial::pair_buffer& found) {
        index_pair* out = found.room(block_size);
        const std::uint32_t* const indices = forest.indices + std::size_t{block} * block_size;
        for (; which != 0; which &= which - 1) {
            *out++ = orrery::spatial::ordered_pair(indices[std::countr_zero(which)], index);
        }
        found.grow_to(out);
    }

    // Calls function(block) for the blocks below end whose own bounds meet the box, the last one first.
    template <typename Function>
    ORRERY_SIMD_INLINE static void walk(const view& forest, std::uint32_t end, const Box& box,
                                        Function&& function) {
        while (end > 0) {
            const std::uint32_t block = end - 1;
            const auto& node = forest.nodes[block];
            const bool is_met = intersects(node.around, box);
            if (is_met && intersects(forest.own_bounds[block], box)) {
                function(block);
            }
            end -= is_met ? 1 : node.size;
        }
    }

    // The pairs of the elements of one block with those of the other forest's blocks below end.
    ORRERY_SIMD_INLINE static void pairs_of_block(const view& own, std::uint32_t block, const view& other,
                                                  std::uint32_t end, orrery::spatial::pair_buffer& found) {
        walk(other, end, own.own_bounds[block], [&](std::uint32_t met) {
            std::uint32_t candidates = meeting(own, block, other.own_bounds[met]);
            for (; candidates != 0; candidates &= candidates - 1) {
                const int lane = std::countr_zero(candidates);
                const std::uint32_t which = meeting(other, met, element(own, block, lane));
                if (which != 0) {
                    append(other, met, which, own.indices[block * block_size + lane], found);
                }
            }
        });
    }

    ORRERY_SIMD_INLINE static void pairs_in_block(const view& own, std::uint32_t block,
                                                  orrery::spatial::pair_buffer& found) {
        for (int lane = 1; lane < block_size; ++lane) {
            if ((own.used[block] >> lane & 1) == 0) {
                continue;
            }
            const std::uint32_t before = (1u << lane) - 1;
            const std::uint32_t which = meeting(own, block, element(own, block, lane)) & before;
            if (which != 0) {
                append(own, block, which, own.indices[block * block_size + lane], found);
            }
        }
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
