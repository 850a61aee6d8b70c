// Whether one box intersects each of many others, all sides of a pair compared at once.
#pragma once

#include <orrery/math/simd/lanes.hpp>
#include <orrery/spatial/box.hpp>

#include <array>
#include <cstddef>

namespace orrery::spatial::detail {

template <any_box Box>
class box_test {
public:
    explicit box_test(const Box& box) noexcept
        : box_(box) {}

    [[nodiscard]] bool operator()(const Box& other) const noexcept { return intersects(box_, other); }

private:
    Box box_;
};

// Where the sides fit into registers of four: those of another box, lower ones first, must not be greater
// than those of `upper_` and not less than those of `lower_`, which hold the ends of the range where a side
// is not limited. The four sides of the plane are one block; the six of space are two that overlap.
template <any_box Box>
    requires(sizeof(typename Box::value_type) == 4)
class box_test<Box> {
public:
    explicit box_test(const Box& box) noexcept {
        using simd::target_128::detail::shuffle_blocks;
        const sides most(Box::empty().min.x);
        const sides least(Box::empty().max.x);
        const sides first = load(box, 0);
        if constexpr (Box::dimension == 2) {
            upper_[0] = shuffle_blocks<2, 3, 4, 5>(first, most);
            lower_[0] = shuffle_blocks<4, 5, 0, 1>(first, least);
        } else {
            const sides second = load(box, 1); // from the lower side along z on
            upper_[0] = shuffle_blocks<1, 2, 3, 4>(second, most);
            upper_[1] = shuffle_blocks<3, 4, 5, 6>(second, most);
            lower_[0] = shuffle_blocks<4, 5, 6, 0>(first, least);
            lower_[1] = shuffle_blocks<4, 0, 1, 2>(first, least);
        }
    }

    [[nodiscard]] bool operator()(const Box& other) const noexcept {
        auto is_apart = outside(other, 0);
        if constexpr (Box::dimension == 3) {
            is_apart = is_apart | outside(other, 1);
        }
        return none(is_apart);
    }

private:
    using coordinate = typename Box::value_type;
    using sides = simd::lanes<coordinate, 4>;
    static constexpr std::size_t blocks = Box::dimension - 1;

    // Boxes are plain arrays of their sides (see aabb.hpp).
    [[nodiscard]] static sides load(const Box& box, std::size_t block) noexcept {
        return sides::load(reinterpret_cast<const coordinate*>(&box) + block * 2);
    }

    [[nodiscard]] auto outside(const Box& other, std::size_t block) const noexcept {
        const sides values = load(other, block);
        return (values > upper_[block]) | (values < lower_[block]);
    }

    std::array<sides, blocks> upper_;
    std::array<sides, blocks> lower_;
};

} // namespace orrery::spatial::detail
