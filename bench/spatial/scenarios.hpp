// What the spatial layer is measured with: boxes that lie in one of several ways, in random order, of a size
// at which a wanted number of pairs intersect, and that all move a little from frame to frame. The same
// numbers give the same boxes everywhere.
//
//   const crowd<2> places(layout::clumps, 80'000);
//   const std::vector<double> widths = places.widths_for(std::array{0.8, 3.0});
//   const std::vector<std::vector<aabb2f>> frames = places.frames<aabb2f>(widths[0]); // 64 000 pairs
#pragma once

#include <orrery/math/vector.hpp>
#include <orrery/spatial/box.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace bench {

using namespace orrery;

enum class layout {
    uniform,
    spiral, // a sunflower: each neighbour at about the same distance
    clumps, // 200 Gaussian clumps, the densest 64 times as dense as the thinnest
    teapot, // in a stadium: 99 % of the boxes in 1 % of the area
    mixed,  // uniform, and one box in a thousand is 30 times as wide as the others
};

// All lie in a square or cube with corners 0 and this; some clumps a little outside.
inline constexpr double world_size = 1000;

// Where boxes are and how they move, as long as their size is open. In space all layouts but mixed are
// uniform.
template <int N>
class crowd {
public:
    using point = basic_vector<double, N>;

    crowd(layout kind, std::size_t count);

    // For each wanted number of pairs for one box on average, the width that boxes must have; exact but for
    // the rounding of coordinates to those of a box.
    [[nodiscard]] std::vector<double> widths_for(std::span<const double> pairs_per_box) const;

    // Boxes of this width in some frames, after the last of which comes the first again. From frame to frame
    // each moves on along a small circle, by a tenth of the width at which there are 0.8 pairs a box.
    template <spatial::any_box Box>
        requires(Box::dimension == N)
    [[nodiscard]] std::vector<std::vector<Box>> frames(double width) const;

    static constexpr int frame_count = 8;

private:
    struct member {
        point center;       // in frame 0
        vector2d direction; // from the centre of the circle that it goes round, in frame 0
        double size = 1;    // relative to that of most boxes
    };

    [[nodiscard]] static double critical_width(const member& a, const member& b);
    [[nodiscard]] std::vector<double> critical_widths(double widest) const;
    [[nodiscard]] double width_by_sample(double pairs_per_box) const;

    std::vector<member> members_;
    double circle_radius_ = 0;
};

} // namespace bench
