// The tiles of two composites that touch at a moment of a tick, and which of them approach each other.
#pragma once

#include "hex/collide/sweep.hpp"
#include "hex/collide/tile_grid.hpp"

#include <orrery/hex/collide.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

namespace orrery::hex::detail {

// One of the two, the one with more tiles being `large`.
struct side {
    const passage* how;
    composite_view shape;
};

// Where the smaller one is in the frame of the larger: its centre of mass, seen from that of the larger, and
// where a step to its next cell along A and along B leads.
struct placing {
    std::int64_t center_a = 0;
    std::int64_t center_b = 0;
    hex_vector i_step{};
    hex_vector j_step{};

    [[nodiscard]] hex_vector center() const noexcept {
        return {static_cast<std::int32_t>(center_a >> fraction_bits),
                static_cast<std::int32_t>(center_b >> fraction_bits)};
    }
};

// How fast the smaller one moves at a moment, in the frame of the larger.
class relative_velocity {
public:
    static constexpr int rate_bits = 8;

    relative_velocity(const side& large, const side& small, const placing& at, std::int32_t moment,
                      std::int32_t moments) noexcept
        : center_(at.center())
        , spin_of_small_(small.how->way.turned)
        , spin_of_large_(large.how->way.turned) {
        const hex_vector way = small.how->way.moved - large.how->way.moved;
        const angle16 to_large =
            angle16::from_steps(turn_left(*large.how, moment, moments)) - large.how->angle;
        drift_ = rotate(to_large, way * (1 << rate_bits));
    }

    // How fast the square of the distance `apart` between two tiles changes that touch at `point`: units
    // squared a tick, times 2^rate_bits. Below 0 they approach.
    [[nodiscard]] std::int64_t rate(hex_vector point, hex_vector apart) const noexcept {
        return twice_dot(drift_ + by_spin(spin_of_small_, point - center_) - by_spin(spin_of_large_, point),
                         apart);
    }

private:
    // A turn by one step takes (a, b) by this part of (a - 2b, 2a - b): 2 pi / 65536 / sqrt(3), here times
    // 2^32.
    static hex_vector by_spin(std::int32_t turned, hex_vector arm) noexcept {
        constexpr std::int64_t share = 237'738;
        const auto scaled = [&](std::int64_t across) {
            return static_cast<std::int32_t>((across * turned * share) >> (32 - rate_bits));
        };
        return {scaled(arm.a - 2 * std::int64_t{arm.b}), scaled(2 * std::int64_t{arm.a} - arm.b)};
    }

    hex_vector drift_{};
    hex_vector center_; // of the smaller one
    std::int32_t spin_of_small_;
    std::int32_t spin_of_large_;
};

// Two tiles that touch, if it is one.
struct tile_pair {
    std::int32_t distance_squared = contact_distance * contact_distance;
    cell of_large{};
    cell of_small{};
    hex_vector apart{}; // from the tile of the larger to that of the smaller, in the larger's frame

    [[nodiscard]] bool is_one() const noexcept {
        return distance_squared < contact_distance * contact_distance;
    }

    void take_nearer(const tile_pair& other) noexcept {
        if (std::tie(other.distance_squared, other.of_large, other.of_small) <
            std::tie(distance_squared, of_large, of_small)) {
            *this = other;
        }
    }
};

// Of the tiles that touch at a moment, the two nearest to each other, and the nearest two that approach.
class touching_tiles {
public:
    touching_tiles(const side& large, const side& small, tile_choice choice) noexcept
        : large_(large)
        , small_(small)
        , skips_virtual_(choice == tile_choice::solid &&
                         (large.shape.header().virtual_count | small.shape.header().virtual_count) != 0) {}

    // At this moment nothing has been looked at yet.
    void start(const placing& at, std::int32_t moment, std::int32_t moments) noexcept {
        at_ = &at;
        moment_ = moment;
        moments_ = moments;
        if (nearest_.is_one()) {
            nearest_ = {};
            approaching_ = {};
            age_ = 0;
            velocity_.reset();
        }
    }

    // Takes a look at two tiles, with (a, b) from that of the larger to that of the smaller.
    void take(cell of_large, cell of_small, std::int32_t a, std::int32_t b) noexcept {
        const std::int32_t distance_squared = a * a + b * b - a * b;
        if (distance_squared < contact_distance * contact_distance) [[unlikely]] {
            add({distance_squared, of_large, of_small, {a, b}});
        }
    }

    [[nodiscard]] const tile_pair& nearest() const noexcept { return nearest_; }

    [[nodiscard]] const tile_pair& nearest_approaching() const noexcept { return approaching_; }

    // For how long the tiles that approach have touched, in 65536ths of the tick; rather too long.
    [[nodiscard]] std::int64_t age() const noexcept { return age_; }

private:
    [[nodiscard]] static bool has_virtual_tile(composite_view shape, cell which) noexcept {
        const std::optional<tile> found = shape.at(which);
        return found && found->is_virtual();
    }

    void add(const tile_pair& found) noexcept {
        if (skips_virtual_ && (has_virtual_tile(large_.shape, found.of_large) ||
                               has_virtual_tile(small_.shape, found.of_small))) {
            return;
        }
        nearest_.take_nearer(found);
        if (!velocity_) {
            velocity_.emplace(large_, small_, *at_, moment_, moments_);
        }
        const hex_vector point = large_.shape.header().origin + center_of(found.of_large) +
                                 hex_vector{found.apart.a / 2, found.apart.b / 2};
        const std::int64_t rate = velocity_->rate(point, found.apart);
        if (rate < 0) {
            approaching_.take_nearer(found);
            // On a straight way the rate was higher before; the slack is for ways that are not.
            constexpr std::int64_t slack = 4;
            const std::int64_t depth = square(contact_distance + slack) - found.distance_squared;
            age_ = std::max(age_, (depth << (16 + relative_velocity::rate_bits)) / -rate + 1);
        }
    }

    const side& large_;
    const side& small_;
    bool skips_virtual_;
    const placing* at_ = nullptr;
    std::int32_t moment_ = 0;
    std::int32_t moments_ = 1;
    std::optional<relative_velocity> velocity_{};
    tile_pair nearest_{};
    tile_pair approaching_{};
    std::int64_t age_ = 0;
};

} // namespace orrery::hex::detail
