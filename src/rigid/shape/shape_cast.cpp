#include "rigid/collide/core_gap.hpp"
#include "rigid/collide/core_support.hpp"
#include "rigid/shape/cast_convex.hpp"
#include "rigid/surface/cast_surface.hpp"

#include <orrery/math/closest_point.hpp>
#include <orrery/math/ray_cast.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

namespace orrery::rigid {
namespace {

constexpr int max_searches = 64;
constexpr int max_steps_along_a_normal = 16;

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
        , turn_(moving.what.kind == shape_kind::plane ? vector3d{} : vector_cast<double>(moving.turn))
        , radius_(turning_radius(moving))
        , placed_(place(moving.what, moving.start, moving.hull)) {
        placed_.triangle = moving.triangle;
    }

    [[nodiscard]] vector3d displacement() const noexcept { return displacement_; }

    [[nodiscard]] const placed_shape& at(double time) noexcept {
        if (time == time_) {
            return placed_;
        }
        time_ = time;
        if (turn_ != vector3d{}) {
            placed_.rotation =
                to_matrix(integrate(moving_.start.rotation, moving_.turn, static_cast<scalar>(time)));
        }
        const vector3d from_center = vector_cast<double>(placed_.rotation * moving_.local_center);
        placed_.position = vector_cast<scalar>(center_ + displacement_ * time - from_center);
        return placed_;
    }

    // Wherever it is.
    [[nodiscard]] scalar core_radius() const noexcept { return detail::core_radius(placed_); }

    [[nodiscard]] vector3d center(double time) const noexcept { return center_ + displacement_ * time; }

    [[nodiscard]] double turning_rate() const noexcept { return length(turn_); }

    [[nodiscard]] bool turns_otherwise(vector3d spin) const noexcept { return turn_ != spin; }

    // The points of the core get no farther than this times the time along a unit vector that turns by `spin`
    // a unit of time, by their own turning, for a time of at most `ahead` from the last call of at(). To the
    // first order a point p gets by p . swing a time; the farthest then is the farthest along a direction
    // that swings, a convex function of the time, so it lies below the chord. What is left is the bend of
    // their ways. `on_core` is the point of the core farthest along the direction.
    [[nodiscard]] double turning_speed(vector3d direction, vector3 on_core, vector3d spin,
                                       double ahead) const noexcept {
        if (!turns_otherwise(spin)) {
            return 0;
        }
        const vector3d swing = cross(direction, turn_ - spin);
        const vector3 from = placed_.rotation * moving_.local_center; // what it turns about
        const vector3d swung = direction + swing * ahead;
        const vector3 on_core_then = detail::core_support(placed_, vector_cast<scalar>(swung));
        const double growth = (dot(swung, vector_cast<double>(on_core_then - from)) -
                               dot(direction, vector_cast<double>(on_core - from))) /
                              ahead;
        const double rate = length(turn_) + length(spin);
        return growth + rate * rate * radius_ * ahead / 2;
    }

    [[nodiscard]] bool is_ball_on_a_straight_way() const noexcept {
        return moving_.what.kind == shape_kind::sphere && (turn_ == vector3d{} || radius_ == scalar(0));
    }

private:
    const moving_shape& moving_;
    vector3d center_;
    vector3d displacement_;
    vector3d turn_;
    scalar radius_; // of the core, around what it turns about
    placed_shape placed_;
    double time_ = -1; // of the last call of at()
};

// Rounded down: a hit is never reported later than it is.
[[nodiscard]] scalar to_fraction(double time) noexcept {
    const auto rounded = static_cast<scalar>(time);
    return static_cast<double>(rounded) > time
               ? rounded * (scalar(1) - std::numeric_limits<scalar>::epsilon())
               : rounded;
}

class caster {
    // Of the slop, for a distance that counts as near.
    static constexpr double near_enough = 1.25;

public:
    caster(const moving_shape& a, const moving_shape& b, scalar slop,
           const detail::cast_hints& hints) noexcept
        : origin_(vector_cast<double>(a.start.position))
        , a_(a, origin_)
        , b_(b, origin_)
        , radius_a_(a_.core_radius())
        , radius_b_(b_.core_radius())
        , slop_(slop)
        , limit_(hints.limit)
        , needs_search_(detail::needs_search(a.what.kind, b.what.kind))
        , approach_(a_.displacement() - b_.displacement()) {
        gap_.normal = vector_cast<double>(hints.normal);
    }

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
            cast_sphere(basic_ray<double, 3>{{}, approach_}, between, radius_a_ + radius_b_ + slop_, limit_);
        if (!hit) {
            return std::nullopt;
        }
        look(hit->t);
        return hit_now(hit->t);
    }

    [[nodiscard]] std::optional<shape_cast_hit> advance() noexcept {
        double time = 0;
        if (!is_separated_by_hint()) {
            look(time);
            if (distance() <= slop_) {
                return hit_at_start();
            }
        }
        for (int search = 0; search < max_searches && !is_near(); ++search) {
            const vector3d normal = gap_.normal;
            const double since = time;
            if (!advance_along_normal(time)) {
                return std::nullopt;
            }
            const vector3d separating = gap_.normal == vector3d{} ? normal : gap_.normal;
            look(time);
            if (gap_.normal == vector3d{}) {
                // The search takes what is as near as this for an overlap, as it does with large shapes.
                gap_.normal = separating;
            }
            estimate_spin(normal, time - since);
        }
        return hit_now(time);
    }

    [[nodiscard]] bool is_separated_by_hint() noexcept {
        if (!needs_search_ || gap_.normal == vector3d{}) {
            return false;
        }
        look_along_normal(0);
        return distance() > slop_ * near_enough;
    }

    // Where a face or two edges meet, the normal turns with them: it is expected to go on as it did since
    // the search before. What turns much faster than the shapes belongs to corners that pass each other.
    void estimate_spin(vector3d normal_before, double time) noexcept {
        const vector3d spin = cross(normal_before, gap_.normal) / time;
        const double most = 4 * (a_.turning_rate() + b_.turning_rate());
        spin_ = length_squared(spin) <= most * most ? spin : vector3d{};
    }

    // Goes on to when the shapes may be near each other, as far as one normal can tell: the planes at right
    // angles to it with the shapes on either side move towards each other no faster than the approach and the
    // turning allow. False if that is not before the limit. The bound on the turning is the tighter the
    // shorter the time that it is for, so steps look ahead no farther than they are likely to get.
    [[nodiscard]] bool advance_along_normal(double& time) noexcept {
        const vector3d first = gap_.normal;
        const double since = time;
        double ahead = limit_ - time;
        for (int step = 0; step < max_steps_along_a_normal && !is_near(); ++step) {
            const double closing = closing_speed(time, ahead);
            const double missing = distance() - slop_;
            // Also for what never meets, at an infinite distance.
            if (!(missing < closing * ahead)) {
                if (!(time + ahead < limit_)) {
                    return false;
                }
                time += ahead;
                ahead = min(ahead * 4, limit_ - time);
            } else {
                time += missing / closing;
                ahead = min(missing / closing * 2, limit_ - time);
            }
            if (!(ahead > 0)) {
                return false;
            }
            if (needs_search_) {
                gap_.normal = turned(first, time - since);
                look_along_normal(time);
            } else {
                look(time);
            }
        }
        return true;
    }

    // The spin is at right angles to the normal.
    [[nodiscard]] vector3d turned(vector3d normal, double time) const noexcept {
        const double rate = length(spin_);
        if (rate == 0.0) {
            return normal;
        }
        const auto [sine, cosine] = sin_cos(rate * time);
        return normalize(normal * cosine + cross(spin_ / rate, normal) * sine);
    }

    [[nodiscard]] bool is_near() const noexcept { return distance() <= slop_ * near_enough; }

    // The distance of the planes at that time, which is far cheaper than a search for the best normal.
    void look_along_normal(double time) noexcept {
        const placed_shape& a = a_.at(time);
        const placed_shape& b = b_.at(time);
        const vector3 normal = vector_cast<scalar>(gap_.normal);
        const vector3d offset = vector_cast<double>(b.position) - vector_cast<double>(a.position);
        support_a_ = detail::core_support(a, normal);
        support_b_ = detail::core_support(b, -normal);
        are_supports_known_ = true;
        const vector3d on_a = vector_cast<double>(support_a_);
        const vector3d on_b = vector_cast<double>(support_b_) + offset;
        gap_.is_overlapping = false;
        gap_.least_distance = dot(gap_.normal, on_b - on_a);
    }

    void look(double time) noexcept {
        const placed_shape& a = a_.at(time);
        const placed_shape& b = b_.at(time);
        position_a_ = a.position;
        const vector3d guess = gap_.normal == vector3d{} ? detail::first_guess(a, b) : gap_.normal;
        gap_ = detail::find_core_gap(a, b, guess);
        are_supports_known_ = false;
    }

    void find_supports(double time) noexcept {
        if (!are_supports_known_) {
            const vector3 normal = vector_cast<scalar>(gap_.normal);
            support_a_ = detail::core_support(a_.at(time), normal);
            support_b_ = detail::core_support(b_.at(time), -normal);
            are_supports_known_ = true;
        }
    }

    // Along the normal: never more than the true distance. Negative where only radii overlap.
    [[nodiscard]] double distance() const noexcept {
        return gap_.is_overlapping ? -1 : gap_.least_distance - (radius_a_ + radius_b_);
    }

    // Of the planes, at most, for a time of `ahead`: as seen from the centre of the first shape, in axes that
    // turn with the normal.
    [[nodiscard]] double closing_speed(double time, double ahead) noexcept {
        if (a_.turns_otherwise(spin_) || b_.turns_otherwise(spin_)) {
            find_supports(time);
        }
        const vector3d apart = b_.center(time) - a_.center(time);
        const double spin = length(spin_);
        const double bend = spin * (2 * length(approach_) + spin * length(apart));
        return dot(gap_.normal, approach_ + cross(spin_, apart)) + bend * ahead / 2 +
               a_.turning_speed(gap_.normal, support_a_, spin_, ahead) +
               b_.turning_speed(-gap_.normal, support_b_, spin_, ahead);
    }

    [[nodiscard]] std::optional<shape_cast_hit> hit_at_start() noexcept {
        return distance() > 0 && !(closing_speed(0, 1) > 0) ? std::nullopt : std::optional(hit_now(0));
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
    double limit_;
    bool needs_search_;
    vector3d approach_;
    vector3d spin_; // of the normal, a unit of time
    detail::core_gap gap_{};
    // The points of the cores farthest along the normal and against it, from the shapes' positions.
    vector3 support_a_;
    vector3 support_b_;
    bool are_supports_known_ = false;
    vector3 position_a_;
};

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
    if (a.what.kind != shape_kind::mesh && b.what.kind != shape_kind::mesh) {
        return detail::cast_convex(a, b, slop, {});
    }
    detail::surface_room room;
    return detail::cast_shapes(a, b, slop, room);
}

std::optional<shape_cast_hit> detail::cast_convex(const moving_shape& a, const moving_shape& b, scalar slop,
                                                  const cast_hints& hints) noexcept {
    return pass_at_a_distance(a, b, slop) ? std::nullopt : caster(a, b, slop, hints).run();
}

} // namespace orrery::rigid
