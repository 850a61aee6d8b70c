// Boxes with half of their digits: a little larger than those they stand for, never smaller.
#pragma once

#include <orrery/timeline/detail/number_code.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace orrery::time::detail {

// Of a box with numbers `min` and `max` along each axis.
template <typename Box>
class reach_code {
public:
    reach_code() = default;

    explicit reach_code(const Box& box) noexcept {
        for (int axis = 0; axis < Box::dimension; ++axis) {
            put(2 * axis, to_ordered(box.min[axis]) >> dropped);
            const bits upper = to_ordered(box.max[axis]);
            const bits rounded = (upper >> dropped) + ((upper & mask) != 0 ? 1u : 0u);
            put(2 * axis + 1, rounded);
        }
    }

    [[nodiscard]] Box box() const noexcept {
        Box made{};
        for (int axis = 0; axis < Box::dimension; ++axis) {
            made.min[axis] = from_ordered<number>(static_cast<bits>(get(2 * axis) << dropped));
            made.max[axis] = from_ordered<number>(static_cast<bits>(get(2 * axis + 1) << dropped));
        }
        return made;
    }

private:
    using number = std::remove_cvref_t<decltype(Box{}.min[0])>;
    using bits = bits_of<number>;

    // Whole numbers are kept as they are.
    static constexpr unsigned kept_bytes = std::floating_point<number> && sizeof(number) == 4 ? 3 : 4;
    static constexpr unsigned dropped = width_of<bits> - 8 * kept_bytes;
    static constexpr bits mask = (bits{1} << dropped) - 1;

    void put(int place, bits value) noexcept {
        for (unsigned byte = 0; byte < kept_bytes; ++byte) {
            bytes_[static_cast<std::size_t>(place) * kept_bytes + byte] =
                static_cast<std::uint8_t>(value >> (8 * byte));
        }
    }

    [[nodiscard]] bits get(int place) const noexcept {
        bits value = 0;
        for (unsigned byte = 0; byte < kept_bytes; ++byte) {
            value |= static_cast<bits>(bits{bytes_[static_cast<std::size_t>(place) * kept_bytes + byte]}
                                       << (8 * byte));
        }
        return value;
    }

    std::array<std::uint8_t, std::size_t{2} * kept_bytes * Box::dimension> bytes_{};
};

} // namespace orrery::time::detail
