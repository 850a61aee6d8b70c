#include "rigid/shape/shape_check.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/number.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/shatter.hpp>

#include <optional>

namespace orrery::rigid {
namespace {

// Of the volume of the whole: what rounding may lose between the cells.
constexpr scalar least_share = scalar(0.999);

// What is nearer to one seed than to another.
struct half_space {
    vector3 outwards;
    scalar offset;

    half_space(vector3 inside, vector3 outside) noexcept
        : outwards(outside - inside)
        , offset(dot(outwards, (inside + outside) * scalar(0.5))) {}

    [[nodiscard]] scalar height(vector3 point) const noexcept { return dot(outwards, point) - offset; }
};

// The farthest points in directions that a grid on a cube gives: all corners of what has corners, and points
// all round of what is round. No direction lies in a plane of symmetry, so that both ends of a capsule get
// their share.
[[nodiscard]] std::vector<vector3> points_of(const placed_shape& whole) {
    if (whole.kind == shape_kind::hull) {
        return {whole.hull->vertices().begin(), whole.hull->vertices().end()};
    }
    constexpr scalar grid[] = {-3, -1, 1, 3};
    std::vector<vector3> points;
    for (const scalar x : grid) {
        for (const scalar y : grid) {
            for (const scalar z : grid) {
                if (max(abs(x), max(abs(y), abs(z))) == scalar(3)) {
                    points.push_back(support(whole, {x, y, z}));
                }
            }
        }
    }
    return points;
}

// Nothing when no volume is left.
[[nodiscard]] std::optional<convex_hull> cut(const convex_hull& cell, const half_space& along) {
    std::vector<vector3> left;
    for (const vector3 vertex : cell.vertices()) {
        if (along.height(vertex) <= 0) {
            left.push_back(vertex);
        }
    }
    if (left.size() == cell.vertices().size()) {
        return cell;
    }
    for (const convex_hull::edge& edge : cell.edges()) {
        const vector3 from = cell.vertices()[edge.from];
        const vector3 to = cell.vertices()[edge.to];
        const scalar height_from = along.height(from);
        const scalar height_to = along.height(to);
        if ((height_from < 0 && height_to > 0) || (height_from > 0 && height_to < 0)) {
            left.push_back(from + (to - from) * (height_from / (height_from - height_to)));
        }
    }
    auto made = convex_hull::from_points(left);
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

[[nodiscard]] std::optional<convex_hull> cell_of(const convex_hull& whole, std::span<const vector3> seeds,
                                                 std::size_t own) {
    std::optional<convex_hull> cell = whole;
    for (std::size_t other = 0; other < seeds.size() && cell; ++other) {
        if (other != own) {
            cell = cut(*cell, half_space(seeds[own], seeds[other]));
        }
    }
    return cell;
}

[[nodiscard]] status check_seeds(std::span<const vector3> seeds) {
    if (seeds.size() < 2) {
        return error{text("a shape is cut by ", seeds.size(), " seeds, expected at least 2")};
    }
    for (std::size_t number = 0; number < seeds.size(); ++number) {
        if (!all_less_equal(abs(seeds[number]), vector3::filled(largest_measure))) {
            return error{text("seed ", number, " must lie within 1e6 m of the origin along each axis")};
        }
        for (std::size_t other = 0; other < number; ++other) {
            if (seeds[other] == seeds[number]) {
                return error{text("seeds ", other, " and ", number, " are the same")};
            }
        }
    }
    return {};
}

} // namespace

result<std::vector<shape_piece>> shatter(const shape& whole, std::span<const vector3> seeds,
                                         shape_store& store) {
    if (whole.kind == shape_kind::plane || whole.kind == shape_kind::compound) {
        return error{text("a ", name_of(whole.kind), " cannot be cut into cells, only what is convex")};
    }
    if (const status answer = detail::check_shape(whole, store); !answer) {
        return answer.reason();
    }
    if (const status answer = check_seeds(seeds); !answer) {
        return answer.reason();
    }
    const placed_shape at_origin = place(whole, {}, store.find_hull(whole.id));
    const auto uncut = convex_hull::from_points(points_of(at_origin));
    if (!uncut) {
        return uncut.reason();
    }
    std::vector<shape_piece> pieces;
    scalar volume = 0;
    for (std::size_t number = 0; number < seeds.size(); ++number) {
        const std::optional<convex_hull> cell = cell_of(*uncut, seeds, number);
        if (!cell) {
            continue;
        }
        volume += cell->volume();
        const vector3 center = cell->center_of_mass();
        std::vector<vector3> around_center(cell->vertices().begin(), cell->vertices().end());
        for (vector3& vertex : around_center) {
            vertex -= center;
        }
        const auto piece = store.add_hull(around_center);
        if (!piece) {
            return piece.reason();
        }
        pieces.push_back({.what = *piece, .where = {center, {}}});
    }
    if (!(volume > uncut->volume() * least_share)) {
        return error{"the cells do not fill the shape: it is too flat, or has too many corners"};
    }
    return pieces;
}

} // namespace orrery::rigid
