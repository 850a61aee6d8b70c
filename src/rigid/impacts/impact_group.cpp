// Impacts: the contacts around one body, together with the joints of all bodies that take part.
#include "rigid/impacts/impact.hpp"
#include "rigid/impacts/impact_point.hpp"

#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery::rigid::detail {
namespace {

constexpr int most_iterations = 12; // of the contacts around one body
// Of the limit of friction: by how much less it changes where more iterations are of no use.
constexpr scalar settled_share = scalar(0.001);

} // namespace

void impact_solver::push(const edge& which, const manifold_point& at, vector3 impulse) noexcept {
    const touch& pair = scene_.touches[which.touch];
    if (pair.is_a_dynamic) {
        bodies_[which.a].push(scene_.rows[pair.row_a], -impulse, cross(pair.arm_a + at.offset, -impulse),
                              which.time);
    }
    if (pair.is_b_dynamic) {
        bodies_[which.b].push(scene_.rows[pair.row_b], impulse, cross(pair.arm_b + at.offset, impulse),
                              which.time);
    }
}

void impact_solver::solve_group() {
    if (group_.empty()) {
        return;
    }
    group_rows_.clear();
    scalar last = 0; // time
    for (const std::uint32_t index : group_) {
        list_rows(edges_[index]);
        last = max(last, edges_[index].time);
    }
    const auto for_each_edge = [&](auto solve) {
        std::size_t first = 0;
        for (const std::uint32_t index : group_) {
            const edge& each = edges_[index];
            const std::uint32_t count = scene_.manifolds[scene_.touches[each.touch].candidate].count;
            solve(each, std::span(group_rows_).subspan(first, count));
            first += count;
        }
    };
    const bool is_one_point = group_rows_.size() == 1 && group_joints_.empty();
    const int iterations = is_one_point ? 1 : most_iterations;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        for_each_edge([&](const edge& each, std::span<impact_row> rows) { solve_rows(each, rows); });
        for (const std::uint32_t joint : group_joints_) {
            joints_[joint].solve(bodies_, scene_.rows, last);
        }
    }
    for_each_edge([&](const edge& each, std::span<impact_row> rows) { prepare_friction(each, rows); });
    bool is_settled = false;
    for (int iteration = 0; iteration < iterations && !is_settled; ++iteration) {
        is_settled = true;
        for_each_edge([&](const edge& each, std::span<impact_row> rows) {
            is_settled = solve_friction(each, rows) && is_settled;
        });
    }
    for_each_edge([&](const edge& each, std::span<impact_row> rows) { note_impulses(each, rows); });
    if (!is_timed_) {
        return;
    }
    const auto fixed = bodies_.size() - 1;
    for (const std::uint32_t index : group_) {
        for (const std::uint32_t body : {edges_[index].a, edges_[index].b}) {
            if (body != fixed) {
                bodies_[body].time = max(bodies_[body].time, edges_[index].time);
            }
        }
    }
}

// Each point that has come to the surface parts with a share of its own approach: if all of a body that turns
// parted as fast as the fastest, energy would come from nowhere. The others are left alone.
void impact_solver::list_rows(const edge& each) {
    const touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    const scalar pull = pull_between(each);
    const scalar reach = is_timed_ ? substep_ / 2 : scene_.settings->time_step + substep_;
    const bool is_slowed = each.parting <= 0; // and does not bounce
    for (std::uint32_t number = 0; number < where.count; ++number) {
        const manifold_point& at = where.points[number];
        const impact_point point(pair, at, scene_.rows);
        impact_row& row = group_rows_.emplace_back(point, where.normal);
        const scalar began = dot(where.normal, point.relative_velocity()) + pull * substep_ / 2;
        const scalar approach = began + pull * each.time;
        const scalar gap = at.separation + dot(where.normal, bodies_[each.b].shift_at(point.arm_b) -
                                                                 bodies_[each.a].shift_at(point.arm_a));
        const scalar left = gap + (began + pull * each.time / 2) * each.time;
        if (is_slowed) {
            row.parting = each.parting;
        } else if (left > -each.approach * reach) {
            row.parting = -std::numeric_limits<scalar>::infinity();
        } else {
            row.parting = -pair.material.restitution * approach - pull * (each.time + substep_ / 2);
        }
    }
}

void impact_solver::solve_rows(const edge& each, std::span<impact_row> rows) {
    const touch& pair = scene_.touches[each.touch];
    const vector3 normal = scene_.manifolds[pair.candidate].normal;
    body_row& a = scene_.rows[pair.row_a];
    body_row& b = scene_.rows[pair.row_b];
    for (impact_row& row : rows) {
        const scalar wanted =
            max(row.impulse + row.mass * (row.parting - row.speed(a, b, normal)), scalar(0));
        const scalar more = wanted - row.impulse;
        if (more == 0) {
            continue;
        }
        row.impulse = wanted;
        if (pair.is_a_dynamic) {
            bodies_[each.a].change(a, normal * (-more * a.inverse_mass), row.spin_a * -more, each.time);
        }
        if (pair.is_b_dynamic) {
            bodies_[each.b].change(b, normal * (more * b.inverse_mass), row.spin_b * more, each.time);
        }
    }
}

void impact_solver::prepare_friction(const edge& each, std::span<impact_row> rows) const {
    const touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    for (std::uint32_t number = 0; number < where.count; ++number) {
        if (rows[number].impulse > 0) {
            const impact_point point(pair, where.points[number], scene_.rows);
            rows[number].friction_mass = point.least_effective_mass(where.normal);
        }
    }
}

// Of the blow, by Coulomb's law at each point. A point pushes with no more than what stops its slip along the
// direction in which the bodies yield most, so every pass takes energy away: gradient descent, projected onto
// the limits of friction.
bool impact_solver::solve_friction(const edge& each, std::span<impact_row> rows) {
    const touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    bool is_settled = true;
    for (std::uint32_t number = 0; number < where.count; ++number) {
        impact_row& row = rows[number];
        const scalar limit = pair.material.friction * row.impulse;
        if (!(limit > 0)) {
            continue;
        }
        const vector3 velocity = impact_point(pair, where.points[number], scene_.rows).relative_velocity();
        const vector3 slip = velocity - where.normal * dot(where.normal, velocity);
        vector3 wanted = row.friction - slip * row.friction_mass;
        if (const scalar size = length(wanted); size > limit) {
            wanted = wanted * (limit / size);
        }
        const vector3 more = wanted - row.friction;
        if (more == vector3{}) {
            continue;
        }
        row.friction = wanted;
        push(each, where.points[number], more);
        is_settled = is_settled && length_squared(more) <= (limit * settled_share) * (limit * settled_share);
    }
    return is_settled;
}

void impact_solver::note_impulses(const edge& each, std::span<const impact_row> rows) const {
    touch& pair = scene_.touches[each.touch];
    for (const impact_row& row : rows) {
        pair.impulse += row.impulse;
        pair.friction_impulse += row.friction;
    }
}

} // namespace orrery::rigid::detail
