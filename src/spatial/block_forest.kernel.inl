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
    static constexpr std::uint32_t blocks_at_once = 32;
    static constexpr std::uint64_t all = ~std::uint64_t{0};

    // Which of eight boxes meet the box.
    ORRERY_SIMD_INLINE static std::uint32_t meeting(const value* bounds, const Box& box) noexcept {
        auto met = numbers::load(bounds) <= numbers(box.max[0]);
        met = met & (numbers::load(bounds + block_size) >= numbers(box.min[0]));
        for (int axis = 1; axis < Box::dimension; ++axis) {
            bounds += 2 * block_size;
            met = met & (numbers::load(bounds) <= numbers(box.max[axis]));
            met = met & (numbers::load(bounds + block_size) >= numbers(box.min[axis]));
        }
        return met.bits();
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
            // Who misses, because integers have an instruction for "less" and none for "not more".
            auto misses = numbers(ones[block_size + lane]) < numbers::load(others);
            misses = misses | (numbers::load(others + block_size) < numbers(ones[lane]));
            for (int number = 2 * block_size; number < numbers_a_block; number += 2 * block_size) {
                misses =
                    misses | (numbers(ones[number + block_size + lane]) < numbers::load(others + number));
                misses =
                    misses | (numbers::load(others + number + block_size) < numbers(ones[number + lane]));
            }
            const std::uint32_t used = -(first.used[first_block] >> lane & 1u) & second.used[second_block];
            met |= std::uint64_t{~misses.bits() & used} << (lane * block_size);
        }
        return met;
    }

    // The pairs of a block's elements with those of some blocks of a forest. First all are compared and then
    // all pairs are written, each in a loop without decisions: decisions that nobody can foresee took half of
    // the time when each block was done at once.
    ORRERY_SIMD_INLINE static void append(const view& first, std::uint32_t first_block, const view& second,
                                          const std::uint32_t* blocks, std::uint32_t count,
                                          std::uint64_t wanted, orrery::spatial::pair_buffer& found) {
        std::uint64_t met[blocks_at_once + 1];
        const std::uint32_t* others[blocks_at_once + 1];
        std::uint32_t some = 0; // so many of them are met at all
        for (std::uint32_t next = 0; next < count; ++next) {
            met[some] = meetings(first, first_block, second, blocks[next]) & wanted;
            others[some] = second.indices + std::size_t{blocks[next]} * block_size;
            some += met[some] != 0 ? 1 : 0;
        }
        found.add_tests(std::uint64_t{count} * block_size * block_size);
        if (some == 0) {
            return;
        }
        met[some] = 0;
        const std::uint32_t* const ones = first.indices + std::size_t{first_block} * block_size;
        index_pair* out = found.room(std::size_t{some} * block_size * block_size);
        std::uint32_t place = 0;
        std::uint64_t left = met[0];
        do {
            const int bit = std::countr_zero(left);
            *out++ = orrery::spatial::ordered_pair(ones[bit / block_size], others[place][bit % block_size]);
            left &= left - 1;
            place += left == 0 ? 1 : 0;
            left = left == 0 ? met[place] : left;
        } while (place < some);
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

    // The same from level to level.
    template <typename Function>
    ORRERY_SIMD_INLINE static std::uint64_t descend(const view& forest, std::uint32_t end, const Box& box,
                                                    Function&& function) {
        std::uint64_t looks = 0;
        std::uint32_t met[orrery::spatial::detail::max_forest_levels];
        std::uint32_t groups[orrery::spatial::detail::max_forest_levels];
        const std::uint32_t top = forest.level_count - 1;
        std::uint32_t level = top;
        std::uint32_t group = 0;
        const auto look = [&]() {
            // Those that begin below the end.
            const std::uint32_t shift = 3 * level;
            const std::uint32_t members = (end + (1u << shift) - 1) >> shift;
            const std::uint32_t first = group * block_size;
            const std::uint32_t wanted = members - first < block_size ? (1u << (members - first)) - 1 : 0xffu;
            met[level] = meeting(forest.levels[level] + std::size_t{group} * numbers_a_block, box) & wanted;
            groups[level] = group;
            ++looks;
        };
        look();
        while (true) {
            if (met[level] == 0) {
                if (level == top) {
                    return looks * block_size;
                }
                ++level;
                continue;
            }
            const auto lane = static_cast<std::uint32_t>(31 - std::countl_zero(met[level]));
            met[level] ^= 1u << lane;
            group = groups[level] * block_size + lane;
            if (level == 0) {
                function(group);
            } else {
                --level;
                look();
            }
        }
    }

    // The pairs of the elements of one block with those of the other forest's blocks below end.
    ORRERY_SIMD_INLINE static void pairs_of_block(const view& own, std::uint32_t block, const view& other,
                                                  std::uint32_t end, orrery::spatial::pair_buffer& found) {
        if (end == 0) {
            return;
        }
        std::uint32_t blocks[blocks_at_once];
        std::uint32_t count = 0;
        const auto meet = [&](std::uint32_t met) {
            blocks[count++] = met;
            if (count == blocks_at_once) [[unlikely]] {
                append(own, block, other, blocks, count, all, found);
                count = 0;
            }
        };
        found.add_tests(other.level_count > 0 ? descend(other, end, own.own_bounds[block], meet)
                                              : walk(other, end, own.own_bounds[block], meet));
        append(own, block, other, blocks, count, all, found);
    }

    template <int Width>
    static void pairs_before(const view& own, std::uint32_t begin, std::uint32_t end,
                             orrery::spatial::pair_buffer& found) {
        constexpr std::uint64_t each_with_those_before = 0x7f3f'1f0f'0703'0100;
        for (std::uint32_t block = begin; block < end; ++block) {
            append(own, block, own, &block, 1, each_with_those_before, found);
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

    // Writes the bounds of the boxes to the first level, and from each level to the next.
    template <int Width>
    static void raise_levels(const Box* boxes, std::uint32_t count, value* const* levels,
                             std::uint32_t level_count) noexcept {
        const auto put = [](value* level, std::uint32_t place, const Box& box) {
            value* bounds = level + std::size_t{place / block_size} * numbers_a_block + place % block_size;
            for (int axis = 0; axis < Box::dimension; ++axis) {
                bounds[0] = box.min[axis];
                bounds[block_size] = box.max[axis];
                bounds += 2 * block_size;
            }
        };
        for (std::uint32_t block = 0; block < count; ++block) {
            put(levels[0], block, boxes[block]);
        }
        for (std::uint32_t level = 0;; ++level) {
            for (; count % block_size != 0; ++count) {
                put(levels[level], count, Box::empty());
            }
            if (level + 1 == level_count) {
                return;
            }
            count /= block_size;
            for (std::uint32_t group = 0; group < count; ++group) {
                put(levels[level + 1], group,
                    bounds_of(levels[level] + std::size_t{group} * numbers_a_block));
            }
        }
    }

    template <int Width>
    static void box_meets(const view& forest, const Box& box, std::vector<std::uint32_t>& found) {
        walk(forest, forest.block_count, box, [&](std::uint32_t block) {
            const value* const bounds = forest.numbers + std::size_t{block} * numbers_a_block;
            std::uint32_t which = meeting(bounds, box) & forest.used[block];
            for (; which != 0; which &= which - 1) {
                found.push_back(forest.indices[block * block_size + std::countr_zero(which)]);
            }
        });
    }
};

} // namespace orrery::ORRERY_SIMD_TARGET::forests
