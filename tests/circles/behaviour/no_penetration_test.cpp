// Nothing comes into anything and nothing passes through anything, in worlds of all kinds. What was apart at
// the start of an update is apart at its end, and no centre has crossed an edge on its way.
// ORRERY_LONG_TESTS=1 in the environment makes it fifty times as many updates.
#include "tests/circles/random_world.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

using point = vector2d;

[[nodiscard]] point exact(vector2 what) {
    return {what.x, what.y};
}

[[nodiscard]] double distance_to_segment(point from, point a, point b) {
    const point side = b - a;
    const double along = std::clamp(dot(from - a, side) / dot(side, side), 0.0, 1.0);
    return length(from - (a + side * along));
}

// Whether two segments cross: each has the ends of the other on either side.
[[nodiscard]] bool do_cross(point a, point b, point c, point d) {
    const double c_side = cross(b - a, c - a);
    const double d_side = cross(b - a, d - a);
    const double a_side = cross(d - c, a - c);
    const double b_side = cross(d - c, b - c);
    return c_side * d_side < 0 && a_side * b_side < 0;
}

struct edge {
    point a{};
    point b{};
};

// A world as it is watched from outside, in double.
class watcher {
public:
    // Where nothing overlaps, the paths of circles are known from their impacts, and watched as well.
    watcher(const world& of, bool are_paths_known)
        : world_(of)
        , are_paths_known_(are_paths_known) {
        for (const wall& each : of.rules().walls) {
            const std::size_t count = each.points.size();
            for (std::size_t place = 0; count > 1 && place + (each.is_closed ? 0 : 1) < count; ++place) {
                edges_.push_back({exact(each.points[place]), exact(each.points[(place + 1) % count])});
            }
        }
        look();
    }

    // Before an update: where everybody is.
    void look() {
        before_ = world_.current().motions;
        roster_ = world_.current().roster;
    }

    // After it: what went wrong, or nothing.
    [[nodiscard]] std::string problem() const {
        const frame& now = world_.current();
        for (std::uint32_t a = 0; a < now.size(); ++a) {
            const motion& how = now.motions[a];
            if (!is_finite(how.position) || !is_finite(how.velocity) || !is_finite(how.spin)) {
                return text("the motion of ", key(a), " is no number");
            }
            const auto old_a = roster_->find(now.roster->keys[a]);
            const point here = exact(how.position);
            const double radius = now.roster->forms[a].radius;
            const point from = exact(before_[*old_a].position);
            if (const std::string wall = wall_problem(a, from, here, radius); !wall.empty()) {
                return wall;
            }
            for (std::uint32_t b = a + 1; b < now.size(); ++b) {
                const form& other = now.roster->forms[b];
                if (!do_meet(now.roster->forms[a].filter, other.filter)) {
                    continue;
                }
                const double sum = radius + other.radius;
                const double gap = length(here - exact(now.motions[b].position)) - sum;
                if (gap > 0) {
                    continue;
                }
                const auto old_b = roster_->find(now.roster->keys[b]);
                const double gap_before = length(from - exact(before_[*old_b].position)) - sum;
                if (gap_before > 0) {
                    return text("circles ", key(a), " and ", key(b), " were ", gap_before,
                                " apart and are at ", gap);
                }
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::uint64_t key(std::uint32_t place) const {
        return static_cast<std::uint64_t>(world_.current().roster->keys[place]);
    }

    [[nodiscard]] std::string wall_problem(std::uint32_t who, point from, point here, double radius) const {
        for (const wall& each : world_.rules().walls) {
            if (each.points.size() == 1) {
                const point middle = exact(each.points[0]);
                const double sum = radius + each.radius;
                if (length(here - middle) <= sum && length(from - middle) > sum) {
                    return text("circle ", key(who), " was ", length(from - middle) - sum,
                                " from a round wall and is at ", length(here - middle) - sum);
                }
            }
        }
        path_.clear();
        for (const edge& each : edges_) {
            const double gap_before = distance_to_segment(from, each.a, each.b) - radius;
            const double gap = distance_to_segment(here, each.a, each.b) - radius;
            if (gap <= 0 && gap_before > 0) {
                return text("circle ", key(who), " was ", gap_before, " from an edge and is at ", gap);
            }
            if (gap_before <= 0 || !is_path_known(from, radius)) {
                continue;
            }
            if (path_.empty()) {
                find_path(who, from, here, radius);
            }
            for (std::size_t leg = 1; leg < path_.size(); ++leg) {
                if (do_cross(path_[leg - 1], path_[leg], each.a, each.b)) {
                    return text("circle ", key(who), " of radius ", radius, " went through an edge, from ",
                                gap_before, " to ", gap);
                }
            }
        }
        return {};
    }

    // The distance that is kept between circles, which grows with that from the origin, is small against one.
    [[nodiscard]] bool is_path_known(point from, double radius) const {
        const double kept = std::max<double>(world_.rules().skin, length(from) * 4e-6);
        return are_paths_known_ && radius > 2 * kept;
    }

    // Where the centre went: straight from impact to impact. Events tell where they were, but for the small
    // distance between two.
    void find_path(std::uint32_t who, point from, point here, double radius) const {
        const entity_key me = world_.current().roster->keys[who];
        path_.push_back(from);
        for (const event& each : world_.events()) {
            if (each.kind == event_kind::impact && (each.key_a == me || each.key_b == me)) {
                const double side = each.key_a == me ? radius : -radius;
                path_.push_back(exact(each.point) + exact(each.normal) * side);
            }
        }
        path_.push_back(here);
    }

    const world& world_;
    bool are_paths_known_;
    std::vector<edge> edges_;
    std::vector<motion> before_;
    std::shared_ptr<const roster> roster_;
    mutable std::vector<point> path_;
};

[[nodiscard]] std::uint64_t how_many(std::uint64_t usual) {
    return std::getenv("ORRERY_LONG_TESTS") != nullptr ? usual * 50 : usual;
}

// Runs one world, and says what went wrong.
[[nodiscard]] std::string run(std::uint64_t seed, bool is_apart, std::uint64_t& impacts) {
    constexpr int updates = 150;
    random_world made(seed, is_apart);
    small_world at(made.by);
    if (const status answer = at.world.add(made.circles); !answer) {
        return answer.reason().message;
    }
    watcher watching(at.world, is_apart);
    for (int update = 0; update < updates; ++update) {
        watching.look();
        at.world.step(made.inputs());
        impacts += at.world.statistics().impacts;
        if (const std::string problem = watching.problem(); !problem.empty()) {
            return text("world ", seed, ", update ", update, ": ", problem);
        }
    }
    return {};
}

void run_all(std::uint64_t count, bool is_apart) {
    std::uint64_t impacts = 0;
    int failures = 0;
    for (std::uint64_t seed = 1; seed <= how_many(count) && failures < 5; ++seed) {
        const std::string problem = run(seed, is_apart, impacts);
        EXPECT_EQ(problem, "");
        failures += problem.empty() ? 0 : 1;
    }
    EXPECT_GT(impacts, 100 * count) << "something happened";
}

} // namespace

TEST(circles_no_penetration, what_was_apart_stays_apart_in_worlds_of_all_kinds) {
    run_all(1000, true);
}

TEST(circles_no_penetration, what_was_apart_stays_apart_where_others_overlap) {
    run_all(200, false);
}
