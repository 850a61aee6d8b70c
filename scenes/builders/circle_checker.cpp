#include "scenes/builders/circle_checker.hpp"

#include <orrery/math/aabb.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::scenes {
namespace detail {

struct edge {
    vector2d a;
    vector2d b;
};

struct disc {
    vector2d center;
    double radius = 0;
};

inline aabb2d box_of(const edge& what) {
    return aabb2d::around(what.a, what.b);
}

inline aabb2d box_of(const disc& what) {
    return aabb2d::from_center(what.center, {what.radius, what.radius});
}

// Things in square cells that their boxes meet. What is beyond the region is in the cells at its sides.
template <typename Thing>
class thing_grid {
public:
    thing_grid(const aabb2d& region, std::vector<Thing> all)
        : region_(region)
        , columns_(cell_count(region.max.x - region.min.x))
        , rows_(cell_count(region.max.y - region.min.y))
        , cells_(columns_ * rows_)
        , all_(std::move(all)) {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            each_cell(box_of(all_[i]), [&](std::size_t cell) { cells_[cell].push_back(i); });
        }
    }

    // Calls visit(number, thing) for those whose cells the box meets, for some more than once.
    template <typename Visit>
    void each_near(const aabb2d& box, Visit visit) const {
        each_cell(box, [&](std::size_t cell) {
            for (const std::uint32_t number : cells_[cell]) {
                visit(number, all_[number]);
            }
        });
    }

private:
    static constexpr double pitch = 4;

    static std::size_t cell_count(double length) { return static_cast<std::size_t>(length / pitch) + 1; }

    [[nodiscard]] static std::size_t cell_of(double distance, std::size_t count) {
        return static_cast<std::size_t>(std::clamp(distance / pitch, 0., static_cast<double>(count - 1)));
    }

    template <typename Visit>
    void each_cell(const aabb2d& box, Visit visit) const {
        const std::size_t last_row = cell_of(box.max.y - region_.min.y, rows_);
        const std::size_t last_column = cell_of(box.max.x - region_.min.x, columns_);
        for (std::size_t row = cell_of(box.min.y - region_.min.y, rows_); row <= last_row; ++row) {
            for (std::size_t column = cell_of(box.min.x - region_.min.x, columns_); column <= last_column;
                 ++column) {
                visit(row * columns_ + column);
            }
        }
    }

    aabb2d region_;
    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::vector<std::uint32_t>> cells_;
    std::vector<Thing> all_;
};

} // namespace detail

namespace {

double squared(double x) {
    return x * x;
}

// The nearest of all points from a to b.
double squared_distance(vector2d point, const detail::edge& to) {
    const vector2d along = to.b - to.a;
    const double length = length_squared(along);
    const double share = length > 0 ? std::clamp(dot(point - to.a, along) / length, 0., 1.) : 0.;
    return length_squared(to.a + along * share - point);
}

// Of a point on a line exactly it is decided that it is on the left, so that two steps of a path that meet
// there count as one crossing.
bool is_left_of(const detail::edge& line, vector2d point) {
    return cross(line.b - line.a, point - line.a) >= 0;
}

bool do_cross(const detail::edge& a, const detail::edge& b) {
    return is_left_of(a, b.a) != is_left_of(a, b.b) && is_left_of(b, a.a) != is_left_of(b, a.b);
}

// How often a ray to the right from there crosses the chain, odd or even.
bool is_inside(std::span<const vector2d> closed_chain, vector2d place) {
    bool is_inside = false;
    vector2d before = closed_chain.back();
    for (const vector2d corner : closed_chain) {
        if ((before.y > place.y) != (corner.y > place.y)) {
            const double share = (place.y - before.y) / (corner.y - before.y);
            is_inside = is_inside != (place.x < before.x + share * (corner.x - before.x));
        }
        before = corner;
    }
    return is_inside;
}

std::vector<vector2d> corners_of(const circles::wall& chain) {
    std::vector<vector2d> corners;
    for (const vector2 each : chain.points) {
        corners.push_back(vector_cast<double>(each));
    }
    return corners;
}

std::vector<detail::edge> edges_of(std::span<const circles::wall> walls) {
    std::vector<detail::edge> edges;
    for (const circles::wall& each : walls) {
        const std::vector<vector2d> corners = corners_of(each);
        for (std::size_t i = 1; i < corners.size(); ++i) {
            edges.push_back({corners[i - 1], corners[i]});
        }
        if (each.is_closed) {
            edges.push_back({corners.back(), corners.front()});
        }
    }
    return edges;
}

std::vector<detail::disc> static_circles_of(std::span<const circles::wall> walls) {
    std::vector<detail::disc> all;
    for (const circles::wall& each : walls) {
        if (each.points.size() == 1) {
            all.push_back({vector_cast<double>(each.points.front()), static_cast<double>(each.radius)});
        }
    }
    return all;
}

aabb2d region_of(const circle_scene& scene) {
    aabb2d region = aabb2d::empty();
    for (const circles::wall& each : scene.rules->walls) {
        for (const vector2d corner : corners_of(each)) {
            region = merge(region, corner);
        }
    }
    for (const circles::circle_definition& each : scene.circles) {
        region = merge(region, vector_cast<double>(each.motion.position));
    }
    return is_valid(region) ? region : aabb2d{};
}

} // namespace

struct circle_checker::parts {
    explicit parts(const circle_scene& scene)
        : region(region_of(scene))
        , edges(region, edges_of(scene.rules->walls))
        , static_circles(region, static_circles_of(scene.rules->walls)) {
        for (const circles::wall& each : scene.rules->walls) {
            if (each.is_closed) {
                closed_chains.push_back(corners_of(each));
                boxes.push_back(aabb2d::empty());
                for (const vector2d corner : closed_chains.back()) {
                    boxes.back() = merge(boxes.back(), corner);
                }
            }
        }
        for (const circles::circle_definition& each : scene.circles) {
            radii.push_back(static_cast<double>(each.form.radius));
            around_at_start.push_back(chains_around(vector_cast<double>(each.motion.position)));
        }
    }

    [[nodiscard]] std::vector<std::size_t> chains_around(vector2d place) const {
        std::vector<std::size_t> around;
        for (std::size_t i = 0; i < closed_chains.size(); ++i) {
            if (contains(boxes[i], place) && is_inside(closed_chains[i], place)) {
                around.push_back(i);
            }
        }
        return around;
    }

    aabb2d region;
    detail::thing_grid<detail::edge> edges;
    detail::thing_grid<detail::disc> static_circles;
    std::vector<std::vector<vector2d>> closed_chains;
    std::vector<aabb2d> boxes; // of closed chains
    std::vector<double> radii;
    std::vector<std::vector<std::size_t>> around_at_start;
};

circle_checker::circle_checker(const circle_scene& scene)
    : parts_(std::make_unique<parts>(scene)) {}

circle_checker::~circle_checker() = default;

bool circle_checker::passes_through(std::span<const vector2d> path) const {
    bool is_through = false;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const detail::edge step{path[i - 1], path[i]};
        parts_->edges.each_near(detail::box_of(step), [&](std::uint32_t, const detail::edge& each) {
            is_through = is_through || do_cross(step, each);
        });
        parts_->static_circles.each_near(detail::box_of(step), [&](std::uint32_t, const detail::disc& each) {
            is_through = is_through || squared_distance(each.center, step) < squared(each.radius / 2);
        });
    }
    return is_through;
}

std::size_t circle_checker::count_misplaced(std::span<const vector2d> centers) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < centers.size(); ++i) {
        count += parts_->chains_around(centers[i]) != parts_->around_at_start[i] ? 1 : 0;
    }
    return count;
}

double circle_checker::deepest_overlap(std::span<const vector2d> centers) const {
    constexpr double look = 1; // so far beyond a circle
    std::vector<detail::disc> discs;
    for (std::size_t i = 0; i < centers.size(); ++i) {
        discs.push_back({centers[i], parts_->radii[i]});
    }
    const detail::thing_grid<detail::disc> moving(parts_->region, discs);
    double deepest = -look;
    for (std::uint32_t i = 0; i < discs.size(); ++i) {
        const detail::disc& one = discs[i];
        const aabb2d box = inflate(detail::box_of(one), look);
        const auto compare = [&](double squared, double together) {
            deepest = std::max(deepest, together - sqrt(squared));
        };
        const auto compare_with = [&](const detail::disc& other) {
            compare(length_squared(other.center - one.center), one.radius + other.radius);
        };
        moving.each_near(box, [&](std::uint32_t j, const detail::disc& each) {
            if (j > i) {
                compare_with(each);
            }
        });
        parts_->static_circles.each_near(
            box, [&](std::uint32_t, const detail::disc& each) { compare_with(each); });
        parts_->edges.each_near(box, [&](std::uint32_t, const detail::edge& each) {
            compare(squared_distance(one.center, each), one.radius);
        });
    }
    return deepest;
}

} // namespace orrery::scenes
