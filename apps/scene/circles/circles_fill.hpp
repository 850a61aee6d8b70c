// Random places in a box for circles that are to touch nothing: neither walls, nor circles that are there
// before, nor each other. Each circle draws from a stream of random numbers of its own, so that a larger
// count leaves those that were there before where they were.
#pragma once

#include "apps/json/json_cursor.hpp"

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/vector2.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::scene_format {

class circles_fill {
public:
    // The box of a generator of the kind "fill".
    circles_fill(const json::cursor& generator, const circles::rules& rules,
                 std::span<const circles::circle_definition> already);

    // Moves a circle to a place for it and gives it a speed. False if none was found after many tries.
    [[nodiscard]] bool put(circles::circle_definition& what, std::size_t index);

private:
    // What stands in the way: a circle, or an edge of a wall.
    struct obstacle {
        vector2d a{};
        vector2d b{};
        double radius = 0;
    };

    struct cell_range {
        std::size_t x_begin = 0;
        std::size_t x_end = 0;
        std::size_t y_begin = 0;
        std::size_t y_end = 0;
    };

    void add(const obstacle& what);
    [[nodiscard]] bool is_free(vector2d middle, double radius);
    [[nodiscard]] cell_range cells_of(const aabb2d& box) const noexcept;

    aabb2d box_;
    double gap_ = 0;
    double speed_ = 0;
    std::uint64_t seed_ = 1;
    std::size_t columns_ = 1;
    std::size_t rows_ = 1;
    vector2d cell_size_{};
    std::vector<obstacle> obstacles_;
    std::vector<std::vector<std::uint32_t>> cells_; // row by row: which obstacles reach into each
    std::size_t work_left_;                         // comparisons, so that a full box is given up some time
};

} // namespace orrery::scene_format
