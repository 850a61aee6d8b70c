// A world's motions as rows of numbers. A world may say what its motions are made of (`motion_number`: float,
// double or std::int32_t, which is taken otherwise), and its model how fast a pose changes (`pose_rates`),
// which otherwise follows from follow().
#pragma once

#include <orrery/core/simulation.hpp>
#include <orrery/timeline/detail/motion_block.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace orrery::time::detail {

template <typename World>
struct motion_number_of {
    using type = std::int32_t;
};

template <typename World>
    requires motion_number<typename World::motion_number>
struct motion_number_of<World> {
    using type = typename World::motion_number;
};

template <typename World>
class world_motion {
public:
    using number = typename motion_number_of<World>::type;
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using source = typename World::source_type;
    using model = typename World::model_type;

    static constexpr std::uint32_t numbers = sizeof(motion) / sizeof(number);
    static constexpr std::uint32_t pose_numbers = World::pose_words * sizeof(std::uint32_t) / sizeof(number);
    static_assert(sizeof(motion) % sizeof(number) == 0 && numbers <= max_block_numbers);

    using row = std::array<number, numbers>;
    using pattern_row = std::array<bits_of<number>, numbers>;

    [[nodiscard]] static pattern_row patterns(const motion& from) noexcept {
        return std::bit_cast<pattern_row>(from);
    }

    static void read(const number* from, motion& into) noexcept {
        std::memcpy(static_cast<void*>(&into), from, sizeof(into));
    }

    // Bit for bit, which is more than == says of zeros.
    [[nodiscard]] static bool is_same(const motion& a, const motion& b) noexcept {
        return patterns(a) == patterns(b);
    }

    [[nodiscard]] static pose_rates<number> rates(const model& flight) noexcept {
        return {.function = &find_rates, .context = &flight};
    }

    // What the model makes of a form, and of the sources of a frame.
    using prepared_form =
        decltype(std::declval<const model&>().prepare(std::declval<const form&>(), entity_key{}));
    using prepared_field = decltype(std::declval<const model&>().field(std::span<const source>{}));

private:
    static void find_rates(const void* context, const number* from, number* rates) {
        const model& flight = *static_cast<const model*>(context);
        motion begin;
        read(from, begin);
        if constexpr (requires { flight.pose_rates(begin); }) {
            const std::array<number, pose_numbers> found = flight.pose_rates(begin);
            std::ranges::copy(found, rates);
        } else {
            motion end = begin;
            flight.follow(begin, end);
            const row before = std::bit_cast<row>(begin);
            const row after = std::bit_cast<row>(end);
            for (std::uint32_t n = 0; n < pose_numbers; ++n) {
                if constexpr (std::floating_point<number>) {
                    rates[n] = after[n] - before[n];
                } else {
                    rates[n] = static_cast<number>(static_cast<std::uint32_t>(after[n]) -
                                                   static_cast<std::uint32_t>(before[n]));
                }
            }
        }
    }
};

} // namespace orrery::time::detail
