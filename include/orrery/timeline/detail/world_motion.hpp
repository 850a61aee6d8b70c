// A world's motions as rows of numbers, and its model of free flight with as much of the work done once as
// the world allows. A world may say what its motions are made of (`motion_number`: float, double or
// std::int32_t, which is taken otherwise); its model may prepare what it needs of a form (`prepare`) and of
// the sources of a frame (`field`), and tell how fast a pose changes (`pose_rates`).
#pragma once

#include <orrery/core/simulation.hpp>
#include <orrery/timeline/detail/motion_block.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

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
        return std::memcmp(&a, &b, sizeof(motion)) == 0;
    }

    [[nodiscard]] static pose_rates<number> rates(const model& flight) noexcept {
        return {.function = &find_rates, .context = &flight};
    }

    [[nodiscard]] static auto prepare(const model& flight, const form& what, entity_key key) {
        if constexpr (requires { flight.prepare(what, key); }) {
            return flight.prepare(what, key);
        } else {
            return &what;
        }
    }

    using prepared_form =
        decltype(prepare(std::declval<const model&>(), std::declval<const form&>(), entity_key{}));

    // The sources must stay as long as this is used.
    [[nodiscard]] static auto field(const model& flight, std::span<const source> sources) {
        if constexpr (requires { flight.field(sources); }) {
            return flight.field(sources);
        } else {
            return sources;
        }
    }

    using prepared_field =
        decltype(field(std::declval<const model&>(), std::declval<std::span<const source>>()));

    [[nodiscard]] static motion fly(const model& flight, const prepared_form& what, const motion& before,
                                    const prepared_field& field) {
        if constexpr (std::is_pointer_v<prepared_form>) {
            return flight.fly(*what, before, field);
        } else {
            return flight.fly(what, before, field);
        }
    }

private:
    static void find_rates(const void* context, const number* from, number* rates) {
        const model& flight = *static_cast<const model*>(context);
        motion now;
        read(from, now);
        if constexpr (requires { flight.pose_rates(now); }) {
            const std::array<number, pose_numbers> found = flight.pose_rates(now);
            std::ranges::copy(found, rates);
        } else {
            motion next = now;
            flight.follow(now, next);
            const row before = std::bit_cast<row>(now);
            const row after = std::bit_cast<row>(next);
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
