// Which points of a contact area stand for it. All candidates lie in one plane, given by two coordinates and
// the separation of the surfaces there.
#pragma once

#include <orrery/math/scalar.hpp>
#include <orrery/rigid/shapes/manifold.hpp>

#include <array>

namespace orrery::rigid::detail {

// Candidates come in groups of four; one that does not exist has a separation beyond any margin.
struct contact_candidates {
    const scalar* u;
    const scalar* v;
    const scalar* separation;
    int count; // a multiple of four
};

struct chosen_points {
    std::array<int, manifold::max_points> index;
    int count = 0;
};

// All within the margin, in their order, if they are no more than four. Otherwise the deepest, the farthest
// from it, the one that spans the largest triangle with them, and the one that adds most to its area. A
// preference for one direction decides between points that are about equally deep, so that the choice stays
// the same from step to step while a body rests.
[[nodiscard]] chosen_points choose_points(const contact_candidates& all, scalar margin) noexcept;

} // namespace orrery::rigid::detail
