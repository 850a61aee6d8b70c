#include "rigid/collide/closest_points.hpp"
#include "rigid/contacts/pair_collider.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {

void pair_collider::collide(std::size_t begin, std::size_t end) const {
    for (std::size_t number = begin; number < end; ++number) {
        if (!candidates_[number].has_patches && is_due(number)) {
            collide(number);
        }
    }
}

inline void pair_collider::collide(std::size_t number) const {
    candidate& pair = candidates_[number];
    const row_brief& a = bodies_.briefs[pair.row_a];
    const row_brief& b = bodies_.briefs[pair.row_b];
    manifold& found = found_.manifolds[number];
    rigid::collide(bodies_.placed[pair.a], bodies_.placed[pair.b], margin_of(a, b), pair.cache, found);
    bool is_touching = found.count > 0;
    if (a.is_sensor || b.is_sensor) {
        is_touching = has_overlap(found);
    } else if (is_touching && needs_prediction(pair, found)) {
        is_touching = predict(number);
    }
    found_.marks[number] = is_touching ? candidate_mark::touching : candidate_mark::apart;
}

bool pair_collider::needs_prediction(const candidate& pair, const manifold& found) const noexcept {
    // What is as near as this touches. Balls can be told to pass each other at less: their surfaces are known
    // better than those of shapes with faces, which go on as planes besides.
    const auto is_ball = [&](std::uint32_t part) { return parts_[part].what.kind == shape_kind::sphere; };
    const scalar touching_share = is_ball(pair.a) && is_ball(pair.b) ? scalar(1.0 / 1024) : scalar(1.0 / 256);
    const scalar least = least_separation(found);
    const scalar margin = settings_.speculative_margin;
    if (least <= margin * touching_share || least > margin) {
        return least > margin;
    }
    // Over a way d along the surface a plane is wrong by about d^2 / 2r where the surface has a radius r. The
    // solver looks a little farther ahead than the step: what it would stop there must really be met.
    const vector3 way = bodies_.briefs[pair.row_a].displacement - bodies_.briefs[pair.row_b].displacement;
    const scalar approach = dot(way, found.normal);
    const vector3 aside = way - found.normal * approach;
    const scalar radius = min(bodies_.rows[pair.row_a].outer_radius, bodies_.rows[pair.row_b].outer_radius);
    const scalar steps = steps_ahead();
    const scalar farthest = approach * steps > least ? steps : scalar(1);
    const scalar error = dot(aside, aside) * (farthest * farthest);
    if (error <= least * radius) {
        return false;
    }
    // What rolls takes its points with it: where they meet the plane, they are as near each other as they
    // have slid along it.
    const scalar small = margin * scalar(0.25);
    return error > small * radius || slide_of(pair, found) * farthest > small;
}

scalar pair_collider::slide_of(const candidate& pair, const manifold& found) const noexcept {
    const body_sweep a = free_way(pair.row_a);
    const body_sweep b = free_way(pair.row_b);
    const vector3 origin = contact_origin(pair, bodies_.placed);
    const vector3 from_a = origin - transform_point(a.start, bodies_.rows[pair.row_a].center_of_mass);
    const vector3 from_b = origin - transform_point(b.start, bodies_.rows[pair.row_b].center_of_mass);
    scalar most = 0;
    for (std::uint32_t i = 0; i < found.count; ++i) {
        const vector3 offset = found.points[i].offset;
        const vector3 way = (a.displacement + cross(a.turn, from_a + offset)) -
                            (b.displacement + cross(b.turn, from_b + offset));
        most = max(most, length_squared(way - found.normal * dot(way, found.normal)));
    }
    return sqrt(most);
}

// Joints take a body off its free way by about this much.
scalar pair_collider::tolerance_of(const candidate& pair) const noexcept {
    const row_brief& a = bodies_.briefs[pair.row_a];
    const row_brief& b = bodies_.briefs[pair.row_b];
    if (!a.has_joint && !b.has_joint) {
        return 0;
    }
    return settings_.speculative_margin + length(a.displacement - b.displacement) * scalar(0.25);
}

body_sweep pair_collider::free_way(std::uint32_t row) const noexcept {
    const body_row& body = bodies_.rows[row];
    const bool is_moving = bodies_.briefs[row].is_active;
    return {.start = {body.position, body.orientation},
            .displacement = bodies_.briefs[row].displacement,
            .turn = is_moving ? body.angular_velocity * settings_.time_step : vector3{}};
}

moving_shape pair_collider::free_way(const collider& part) const noexcept {
    return moving_collider(part, bodies_.rows[part.row].center_of_mass, free_way(part.row));
}

bool pair_collider::predict(std::size_t number) const {
    const candidate& pair = candidates_[number];
    const manifold now = found_.manifolds[number];
    const moving_shape a = free_way(parts_[pair.a]);
    const moving_shape b = free_way(parts_[pair.b]);
    const scalar slop = cast_slop_of(parts_[pair.a], parts_[pair.b], bodies_.rows, settings_);
    const auto ahead = predict_contact(a, b, settings_.speculative_margin, slop, tolerance_of(pair),
                                       found_.manifolds[number]);
    if (ahead) {
        found_.advances[number] = *ahead;
        found_.is_predicted[number] = 1;
        return true;
    }
    if (may_be_pushed_together(now)) {
        found_.manifolds[number] = now;
        let_pass(a, b, steps_ahead(), slop, contact_origin(pair, bodies_.placed), found_.manifolds[number]);
        return true;
    }
    return false;
}

scalar pair_collider::steps_ahead() const noexcept {
    return scalar(1) + scalar(1) / static_cast<scalar>(settings_.substeps);
}

bool pair_collider::may_be_pushed_together(const manifold& found) const noexcept {
    constexpr scalar share = scalar(1.0 / 16);
    return least_separation(found) <= settings_.speculative_margin * share;
}

} // namespace orrery::rigid::detail
