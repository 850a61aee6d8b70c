#include "impact.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t most_rounds = 16;
constexpr int most_iterations = 12; // of the contacts around one body

// One point of a touch with both its bodies.
struct impact_point {
    body_row* a;
    body_row* b;
    vector3 arm_a;
    vector3 arm_b;

    impact_point(const touch& pair, const manifold_point& at, std::span<body_row> rows) noexcept
        : a(&rows[pair.row_a])
        , b(&rows[pair.row_b])
        , arm_a(pair.arm_a + at.offset)
        , arm_b(pair.arm_b + at.offset) {}

    [[nodiscard]] vector3 relative_velocity() const noexcept {
        return (b->linear_velocity + cross(b->angular_velocity, arm_b)) -
               (a->linear_velocity + cross(a->angular_velocity, arm_a));
    }

    // What resists a push along a direction.
    [[nodiscard]] scalar effective_mass(vector3 direction) const noexcept {
        const vector3 turn_a = cross(arm_a, direction);
        const vector3 turn_b = cross(arm_b, direction);
        const scalar mobility =
            (a->inverse_mass + b->inverse_mass) +
            (dot(turn_a, a->inverse_inertia * turn_a) + dot(turn_b, b->inverse_inertia * turn_b));
        return mobility > 0 ? scalar(1) / mobility : scalar(0);
    }

    void apply(vector3 impulse) const noexcept {
        a->linear_velocity -= impulse * a->inverse_mass;
        a->angular_velocity -= a->inverse_inertia * cross(arm_a, impulse);
        b->linear_velocity += impulse * b->inverse_mass;
        b->angular_velocity += b->inverse_inertia * cross(arm_b, impulse);
    }
};

} // namespace

scalar approach_speed(const touch& pair, const manifold& where, std::span<const body_row> rows,
                      const world_settings& settings) noexcept {
    const body_row& a = rows[pair.row_a];
    const body_row& b = rows[pair.row_b];
    // With the speed it will have by then, and one sub-step farther than the step: the last pass of the
    // solver looks ahead as far.
    const scalar reach =
        settings.time_step * (scalar(1) + scalar(1) / static_cast<scalar>(settings.substeps));
    const vector3 gained = (b.acceleration + b.pull) - (a.acceleration + a.pull);
    const scalar gain = dot(where.normal, gained) * settings.time_step;
    scalar fastest = 0;
    for (std::uint32_t point = 0; point < where.count; ++point) {
        const manifold_point& at = where.points[point];
        const vector3 velocity = (b.linear_velocity + cross(b.angular_velocity, pair.arm_b + at.offset)) -
                                 (a.linear_velocity + cross(a.angular_velocity, pair.arm_a + at.offset));
        const scalar speed = dot(where.normal, velocity);
        if (at.separation + (speed + gain) * reach < 0) {
            fastest = min(fastest, speed);
        }
    }
    return fastest;
}

void impact_solver::run(std::span<const std::uint32_t> numbers, std::span<touch> touches,
                        std::span<const manifold> manifolds, std::span<body_row> rows,
                        const world_settings& settings) {
    touches_ = touches;
    manifolds_ = manifolds;
    rows_ = rows;
    settings_ = &settings;
    list_members(numbers, touches);
    for (std::uint32_t round = 1; round <= most_rounds; ++round) {
        const edge* hardest = nullptr;
        scalar fastest = -settings_->bounce_speed;
        for (edge& each : edges_) {
            const touch& pair = touches_[each.touch];
            each.approach = approach_speed(pair, manifolds_[pair.candidate], rows_, *settings_);
            if (each.approach < fastest) {
                fastest = each.approach;
                hardest = &each;
            }
        }
        if (hardest == nullptr) {
            return;
        }
        propagate(faster_body(touches_[hardest->touch], rows_), round);
    }
}

void impact_solver::list_members(std::span<const std::uint32_t> numbers, std::span<const touch> touches) {
    edges_.clear();
    members_.clear();
    for (const std::uint32_t number : numbers) {
        edges_.push_back({.touch = number});
        const touch& pair = touches[number];
        if (pair.is_a_dynamic) {
            members_.push_back({.row = pair.row_a});
        }
        if (pair.is_b_dynamic) {
            members_.push_back({.row = pair.row_b});
        }
    }
    std::ranges::sort(members_, {}, &member::row); // total order: equal rows are equal members
    members_.erase(std::ranges::unique(members_, {}, &member::row).begin(), members_.end());
    members_.push_back({}); // whose first edge is the end of the last one's
    const auto for_each_end = [&](auto visit) {
        for (std::uint32_t index = 0; index < edges_.size(); ++index) {
            const touch& pair = touches[edges_[index].touch];
            if (pair.is_a_dynamic) {
                visit(member_of(pair.row_a), index);
            }
            if (pair.is_b_dynamic) {
                visit(member_of(pair.row_b), index);
            }
        }
    };
    for_each_end([&](std::uint32_t which, std::uint32_t) { ++members_[which].first_edge; });
    std::uint32_t end = 0;
    for (member& each : members_) {
        end += each.first_edge;
        each.first_edge = end;
    }
    edges_of_.resize(end);
    for_each_end(
        [&](std::uint32_t which, std::uint32_t index) { edges_of_[--members_[which].first_edge] = index; });
    for (std::size_t which = 0; which + 1 < members_.size(); ++which) {
        std::reverse(edges_of_.begin() + members_[which].first_edge,
                     edges_of_.begin() + members_[which + 1].first_edge);
    }
}

std::uint32_t impact_solver::member_of(std::uint32_t row) const noexcept {
    const auto end = members_.end() - 1;
    return static_cast<std::uint32_t>(std::ranges::lower_bound(members_.begin(), end, row, {}, &member::row) -
                                      members_.begin());
}

std::uint32_t impact_solver::faster_body(const touch& pair, std::span<const body_row> rows) const noexcept {
    const scalar speed_a = pair.is_a_dynamic ? length_squared(rows[pair.row_a].linear_velocity) : scalar(-1);
    const scalar speed_b = pair.is_b_dynamic ? length_squared(rows[pair.row_b].linear_velocity) : scalar(-1);
    return member_of(speed_b > speed_a ? pair.row_b : pair.row_a);
}

void impact_solver::propagate(std::uint32_t start, std::uint32_t round) {
    waiting_.assign(1, start);
    members_[start].round = round;
    for (std::size_t next = 0; next < waiting_.size(); ++next) {
        const std::uint32_t which = waiting_[next];
        solve_around(which, round);
        for (const std::uint32_t index : group_) {
            const touch& pair = touches_[edges_[index].touch];
            for (const auto& [is_dynamic, row] :
                 {std::pair(pair.is_a_dynamic, pair.row_a), std::pair(pair.is_b_dynamic, pair.row_b)}) {
                if (!is_dynamic) {
                    continue;
                }
                const std::uint32_t neighbor = member_of(row);
                if (members_[neighbor].round != round) {
                    members_[neighbor].round = round;
                    waiting_.push_back(neighbor);
                }
            }
        }
    }
}

void impact_solver::solve_around(std::uint32_t which, std::uint32_t round) {
    // The contacts of this body that are run into now, each with the speed at which it should part.
    group_.clear();
    for (std::uint32_t place = members_[which].first_edge; place < members_[which + 1].first_edge; ++place) {
        edge& each = edges_[edges_of_[place]];
        if (each.round == round) {
            continue;
        }
        const touch& pair = touches_[each.touch];
        each.approach = approach_speed(pair, manifolds_[pair.candidate], rows_, *settings_);
        if (each.approach < -settings_->bounce_speed) {
            each.round = round;
            group_.push_back(edges_of_[place]);
        }
    }
    impulses_.assign(group_.size() * manifold::max_points, 0);
    const int iterations =
        group_.size() == 1 && manifolds_[touches_[edges_[group_[0]].touch].candidate].count == 1
            ? 1
            : most_iterations;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        for (std::size_t place = 0; place < group_.size(); ++place) {
            const edge& each = edges_[group_[place]];
            const touch& pair = touches_[each.touch];
            const manifold& where = manifolds_[pair.candidate];
            const scalar parting = -pair.material.restitution * each.approach;
            for (std::uint32_t number = 0; number < where.count; ++number) {
                const impact_point point(pair, where.points[number], rows_);
                const scalar speed = dot(where.normal, point.relative_velocity());
                scalar& impulse = impulses_[place * manifold::max_points + number];
                const scalar wanted =
                    max(impulse + point.effective_mass(where.normal) * (parting - speed), scalar(0));
                point.apply(where.normal * (wanted - impulse));
                impulse = wanted;
            }
        }
    }
    // Friction of the blow.
    for (std::size_t place = 0; place < group_.size(); ++place) {
        touch& pair = touches_[edges_[group_[place]].touch];
        const manifold& where = manifolds_[pair.candidate];
        for (std::uint32_t number = 0; number < where.count; ++number) {
            const scalar impulse = impulses_[place * manifold::max_points + number];
            pair.impulse += impulse;
            const impact_point point(pair, where.points[number], rows_);
            const vector3 velocity = point.relative_velocity();
            const vector3 slip = velocity - where.normal * dot(where.normal, velocity);
            const scalar speed = length(slip);
            if (speed > 0 && impulse > 0) {
                const vector3 direction = slip / speed;
                const scalar share = static_cast<scalar>(where.count);
                const scalar stop = point.effective_mass(direction) * speed / share;
                point.apply(direction * -min(stop, pair.material.friction * impulse));
            }
        }
    }
}

} // namespace orrery::rigid::detail
