#include "rigid/collide/choose_points.hpp"
#include "rigid/collide/four_lanes.hpp"

#include <bit>
#include <limits>

namespace orrery::rigid::detail {
namespace {

struct best_candidate {
    scalar score;
    int index;
};

// The highest score of the candidates within the margin, the first of equals.
template <typename Score>
[[nodiscard]] best_candidate find_best(const contact_candidates& all, scalar margin, Score score) noexcept {
    constexpr scalar lowest = std::numeric_limits<scalar>::lowest();
    four best = lowest;
    four place = 0;
    four current = four::count_up();
    for (int i = 0; i < all.count; i += 4) {
        const four separation = four::load(all.separation + i);
        const four raw = score(four::load(all.u + i), four::load(all.v + i), separation);
        const four value = select(separation <= four(margin), raw, four(lowest));
        const auto is_better = value > best;
        best = select(is_better, value, best);
        place = select(is_better, current, place);
        current = current + four(4);
    }
    const scalar highest = largest_of_four(best);
    const four places = select(best == four(highest), place, four(scalar(all.count)));
    return {highest, static_cast<int>(-largest_of_four(-places))};
}

} // namespace

chosen_points choose_points(const contact_candidates& all, scalar margin) noexcept {
    // The first four, and one place for all the others.
    std::array<int, manifold::max_points + 1> places{};
    int within = 0;
    for (int i = 0; i < all.count; i += 4) {
        for (std::uint32_t bits = (four::load(all.separation + i) <= four(margin)).bits(); bits != 0;
             bits &= bits - 1) {
            const int slot = within < 4 ? within : 4;
            places[static_cast<std::size_t>(slot)] = i + std::countr_zero(bits);
            ++within;
        }
    }
    if (within <= 4) {
        return {{places[0], places[1], places[2], places[3]}, within};
    }

    // A body that rocks a little on an area with many corners must not change its points all the time: what
    // the impulses of the last step know is then worth nothing, and the rocking goes on. A slope of one in
    // thirty-two is more than what rocks and less than what falls.
    const four along_u = scalar(1) / 32;
    const four along_v = scalar(0.2) / 32;
    const int first = find_best(all, margin, [&](four u, four v, four separation) {
                          return (u * along_u + v * along_v) - separation;
                      }).index;
    const four first_u = all.u[first];
    const four first_v = all.v[first];
    const int second = find_best(all, margin, [&](four u, four v, four) {
                           const four du = u - first_u;
                           const four dv = v - first_v;
                           return du * du + dv * dv;
                       }).index;
    const four second_u = all.u[second];
    const four second_v = all.v[second];
    // Twice the signed area of the triangle that a point forms with two others.
    const auto area = [](four u0, four v0, four u1, four v1, four u, four v) {
        return (u1 - u0) * (v - v0) - (v1 - v0) * (u - u0);
    };
    const int third = find_best(all, margin, [&](four u, four v, four) {
                          return abs(area(first_u, first_v, second_u, second_v, u, v));
                      }).index;
    const four third_u = all.u[third];
    const four third_v = all.v[third];
    const scalar turn = area(first_u, first_v, second_u, second_v, third_u, third_v)[0];
    const four side = turn < 0 ? scalar(1) : scalar(-1);
    const best_candidate fourth = find_best(all, margin, [&](four u, four v, four) {
        return max(max(area(first_u, first_v, second_u, second_v, u, v) * side,
                       area(second_u, second_v, third_u, third_v, u, v) * side),
                   area(third_u, third_v, first_u, first_v, u, v) * side);
    });
    return {{first, second, third, fourth.index}, fourth.score > 0 ? 4 : 3};
}

} // namespace orrery::rigid::detail
