// The legs of movers side by side, in the order of cells, so that several are read at once.
#pragma once

#include "circles/impacts/mover.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::circles::detail {

// What a search reads of movers.
struct leg_arrays {
    const scalar* x = nullptr;
    const scalar* y = nullptr;
    const scalar* velocity_x = nullptr;
    const scalar* velocity_y = nullptr;
    const scalar* since = nullptr;
    const scalar* padded = nullptr;
};

class leg_table {
public:
    // Room for so many, and behind the last for lanes to read.
    void resize(std::size_t count);

    void write(const mover& who) noexcept {
        const std::uint32_t index = who.place;
        x_[index] = who.position.x;
        y_[index] = who.position.y;
        velocity_x_[index] = who.velocity.x;
        velocity_y_[index] = who.velocity.y;
        since_[index] = who.since;
        padded_[index] = who.padded;
    }

    // What is at this index, and for some way behind it, is going to be read.
    void fetch(std::uint32_t index) const noexcept {
        for (const std::vector<scalar>* each : {&x_, &y_, &velocity_x_, &velocity_y_, &since_, &padded_}) {
            __builtin_prefetch(each->data() + index);
        }
    }

    [[nodiscard]] leg_arrays arrays() const noexcept {
        return {x_.data(), y_.data(), velocity_x_.data(), velocity_y_.data(), since_.data(), padded_.data()};
    }

private:
    std::vector<scalar> x_;
    std::vector<scalar> y_;
    std::vector<scalar> velocity_x_;
    std::vector<scalar> velocity_y_;
    std::vector<scalar> since_;
    std::vector<scalar> padded_;
};

} // namespace orrery::circles::detail
