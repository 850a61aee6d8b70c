// Says where circles have gone through walls, and how deep they are in each other. An engine is watched from
// outside, by the paths of its circles alone, so that all engines are judged alike. Computes in double; made
// for tests and benchmarks.
//
//   circle_checker checker(scene);
//   ...
//   tunnelled += checker.passes_through(path_of_a_center) ? 1 : 0;
#pragma once

#include "scenes/builders/circle_fields.hpp"

#include <orrery/math/vector2.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace orrery::scenes {

class circle_checker {
public:
    // It is about scenes where all meet all: filters and sensors make no difference.
    explicit circle_checker(const circle_scene& scene);
    ~circle_checker();

    circle_checker(const circle_checker&) = delete;
    circle_checker& operator=(const circle_checker&) = delete;

    // Whether a center that goes straight from each point to the next crosses an edge of a chain, or comes
    // nearer to the middle of a static circle than half of that one's radius. So a circle that is pushed into
    // a wall by less than its radius has not gone through it.
    [[nodiscard]] bool passes_through(std::span<const vector2d> path) const;

    // How many of the circles, by their centers in the order of the scene, are on another side of a closed
    // chain than they were in the scene: inside a polygon, or beyond the border.
    [[nodiscard]] std::size_t count_misplaced(std::span<const vector2d> centers) const;

    // How deep circles are in each other, and in walls, where it is worst. Negative: how far those that are
    // nearest to each other are apart, though not less than -1.
    [[nodiscard]] double deepest_overlap(std::span<const vector2d> centers) const;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

} // namespace orrery::scenes
