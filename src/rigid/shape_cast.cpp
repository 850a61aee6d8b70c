#include "rigid/cast_surface.hpp"
#include "rigid/core_gap.hpp"
#include "rigid/core_support.hpp"

#include <orrery/math/closest_point.hpp>
#include <orrery/math/ray_cast.hpp>
#include <orrery/rigid/shape_cast.hpp>

namespace orrery::rigid {
namespace {

constexpr int max_steps = 64;

// The distance of the point of the core that is farthest from what the shape turns about.
[[nodiscard]] scalar turning_radius(const moving_shape& moving) noexcept {
    const vector3 center = moving.local_center;
    const vector3 size = moving.what.size;
    switch (moving.what.kind) {
    case shape_kind::sphere:
        return length(center);
    case shape_kind::capsule:
        return length(abs(center) + vector3{0, size.y, 0});
    case shape_kind::cylinder:
        return length(abs(center) + vector3{size.x, size.y, size.x});
    case shape_kind::box:
        return length(abs(center) + size);
    case shape_kind::hull: {
        scalar most = 0;
        for (const vector3 vertex : moving.hull->vertices()) {
            most = max(most, distance_squared(vertex, center));
        }
        return sqrt(most);
    }
    case shape_kind::triangle: {
        scalar most = 0;
        for (const vector3 corner : moving.triangle->corners) {
            most = max(most, distance_squared(corner, center));
        }
        return sqrt(most);
    }
    case shape_kind::plane:
    case shape_kind::compound:
    case shape_kind::mesh:
        break;
    }
    return 0;
}

// Of a ball about what the shape turns about, which holds the shape however it turns.
[[nodiscard]] scalar enclosing_radius(const moving_shape& moving) noexcept {
    switch (moving.what.kind) {
    case shape_kind::sphere:
    case shape_kind::capsule:
        return turning_radius(moving) + moving.what.size.x;
    case shape_kind::hull:
        return length(moving.local_center) + moving.hull->outer_radius();
    case shape_kind::plane:
        return std::numeric_limits<scalar>::infinity();
    case shape_kind::cylinder:
    case shape_kind::box:
    case shape_kind::compound:
    case shape_kind::mesh:
    case shape_kind::triangle:
        break;
    }
    return turning_radius(moving);
}

// Whether the balls around the shapes never come near each other: most pairs that are asked about can be told
// so.
[[nodiscard]] bool pass_at_a_distance(const moving_shape& a, const moving_shape& b, scalar slop) noexcept {
    const auto center_of = [](const moving_shape& moving) {
        return vector_cast<double>(moving.start.position) +
               vector_cast<double>(rotate(moving.start.rotation, moving.local_center));
    };
    const double reach = static_cast<double>(enclosing_radius(a)) + enclosing_radius(b) + slop;
    const auto closest = find_closest_approach(center_of(a), vector_cast<double>(a.displacement),
                                               center_of(b), vector_cast<double>(b.displacement), 1.0);
    return closest.distance_squared > reach * reach;
}

// One of the shapes on its way, in coordinates that count from an origin near both: positions are small there
// and keep their digits.
class traveller {
public:
    traveller(const moving_shape& moving, vector3d origin) noexcept
        : moving_(moving)
        , center_(vector_cast<double>(rotate(moving.start.rotation, moving.local_center)) +
                  (vector_cast<double>(moving.start.position) - origin))
        , displacement_(vector_cast<double>(moving.displacement))
        , is_turning_(moving.turn != vector3{} && moving.what.kind != shape_kind::plane)
        , radius_(is_turning_ ? turning_radius(moving) : scalar(0))
        , placed_(place(moving.what, moving.start, moving.hull)) {
        placed_.triangle = moving.triangle;
    }

    [[nodiscard]] vector3d displacement() const noexcept { return displacement_; }

    [[nodiscard]] const placed_shape& at(double time) noexcept {
        if (is_turning_) {
            placed_.rotation =
                to_matrix(integrate(moving_.start.rotation, moving_.turn, static_cast<scalar>(time)));
        }
        const vector3d from_center = vector_cast<double>(placed_.rotation * moving_.local_center);
        placed_.position = vector_cast<scalar>(center_ + displacement_ * time - from_center);
        return placed_;
    }

    // No point of the core gets farther than this along a unit vector by turning.
    [[nodiscard]] double turning_reach(vector3d normal) const noexcept {
        return is_turning_ ? length(cross(vector_cast<double>(moving_.turn), normal)) * radius_ : 0.0;
    }

    [[nodiscard]] bool is_ball_on_a_straight_way() const noexcept {
        return moving_.what.kind == shape_kind::sphere && (!is_turning_ || radius_ == scalar(0));
    }

private:
    const moving_shape& moving_;
    vector3d center_;
    vector3d displacement_;
    bool is_turning_;
    scalar radius_;
    placed_shape placed_;
};

// Rounded down: a hit is never reported later than it is.
[[nodiscard]] scalar to_fraction(double time) noexcept {
    const auto rounded = static_cast<scalar>(time);
    return static_cast<double>(rounded) > time
               ? rounded * (scalar(1) - std::numeric_limits<scalar>::epsilon())
               : rounded;
}

class caster {
public:
    caster(const moving_shape& a, const moving_shape& b, scalar slop) noexcept
        : origin_(vector_cast<double>(a.start.position))
        , a_(a, origin_)
        , b_(b, origin_)
        , radius_a_(detail::core_radius(a_.at(0)))
        , radius_b_(detail::core_radius(b_.at(0)))
        , slop_(slop)
        , approach_(a_.displacement() - b_.displacement()) {}

    [[nodiscard]] std::optional<shape_cast_hit> run() noexcept {
        return a_.is_ball_on_a_straight_way() && b_.is_ball_on_a_straight_way() ? cast_balls() : advance();
    }

private:
    [[nodiscard]] std::optional<shape_cast_hit> cast_balls() noexcept {
        look(0);
        if (distance() <= slop_) {
            return hit_at_start();
        }
        const vector3d between = gap_.normal * gap_.distance;
        const auto hit =
            cast_sphere(basic_ray<double, 3>{{}, approach_}, between, radius_a_ + radius_b_ + slop_, 1.0);
        if (!hit) {
            return std::nullopt;
        }
        look(hit->t);
        return hit_now(hit->t);
    }

    // The planes at right angles to the normal with the shapes on either side move towards each other no
    // faster than the approach and the turning allow.
    [[nodiscard]] std::optional<shape_cast_hit> advance() noexcept {
        double time = 0;
        look(time);
        if (distance() <= slop_) {
            return hit_at_start();
        }
        for (int step = 0; step < max_steps && distance() > slop_ * 1.25; ++step) {
            const double closing = closing_speed();
            // Also ends what never meets, at an infinite distance.
            if (!(closing > 0) || !(time + (distance() - slop_) / closing <= 1)) {
                return std::nullopt;
            }
            time += (distance() - slop_) / closing;
            look(time);
        }
        return hit_now(time);
    }

    void look(double time) noexcept {
        const placed_shape& a = a_.at(time);
        const placed_shape& b = b_.at(time);
        position_a_ = a.position;
        const vector3d guess = gap_.normal == vector3d{} ? detail::first_guess(a, b) : gap_.normal;
        gap_ = detail::find_core_gap(a, b, guess);
    }

    // Along the normal: never more than the true distance. Negative where only radii overlap.
    [[nodiscard]] double distance() const noexcept {
        return gap_.is_overlapping ? -1 : gap_.least_distance - (radius_a_ + radius_b_);
    }

    [[nodiscard]] double closing_speed() const noexcept {
        return dot(gap_.normal, approach_) + a_.turning_reach(gap_.normal) + b_.turning_reach(gap_.normal);
    }

    [[nodiscard]] std::optional<shape_cast_hit> hit_at_start() const noexcept {
        return distance() > 0 && !(closing_speed() > 0) ? std::nullopt : std::optional(hit_now(0));
    }

    [[nodiscard]] shape_cast_hit hit_now(double time) const noexcept {
        const vector3d on_a = gap_.on_a + gap_.normal * radius_a_;
        const vector3d on_b = gap_.on_b - gap_.normal * radius_b_;
        const vector3d middle = vector_cast<double>(position_a_) + (on_a + on_b) * 0.5;
        return {.fraction = to_fraction(time),
                .point = vector_cast<scalar>(origin_ + middle),
                .normal = vector_cast<scalar>(gap_.normal)};
    }

    vector3d origin_;
    traveller a_;
    traveller b_;
    double radius_a_;
    double radius_b_;
    double slop_;
    vector3d approach_;
    detail::core_gap gap_{};
    vector3 position_a_;
};

[[nodiscard]] std::optional<shape_cast_hit> cast_with_mesh(const moving_shape& a, const moving_shape& b,
                                                           scalar slop) {
    if (a.what.kind == b.what.kind) {
        return std::nullopt;
    }
    std::vector<surface_triangle> room;
    if (b.what.kind == shape_kind::mesh) {
        return detail::cast_surface(a, b, slop, room);
    }
    auto hit = detail::cast_surface(b, a, slop, room);
    if (hit) {
        hit->normal = -hit->normal;
    }
    return hit;
}

} // namespace

moving_shape moving_shape::between(const shape& what, const convex_hull* hull, const transform3& start,
                                   const transform3& end, vector3 local_center) noexcept {
    return {.what = what,
            .hull = hull,
            .start = start,
            .local_center = local_center,
            .displacement = transform_point(end, local_center) - transform_point(start, local_center),
            .turn = rotation_vector(end.rotation * inverse(start.rotation))};
}

transform3 moving_shape::at(scalar fraction) const noexcept {
    const vector3 center = transform_point(start, local_center) + displacement * fraction;
    const quaternion rotation = integrate(start.rotation, turn, fraction);
    return {center - rotate(rotation, local_center), rotation};
}

std::optional<shape_cast_hit> cast_shapes(const moving_shape& a, const moving_shape& b,
                                          scalar slop) noexcept {
    if (a.what.kind == shape_kind::mesh || b.what.kind == shape_kind::mesh) {
        return cast_with_mesh(a, b, slop);
    }
    return pass_at_a_distance(a, b, slop) ? std::nullopt : caster(a, b, slop).run();
}

} // namespace orrery::rigid
