// What a ray or a moving circle hits first.
#include "circles/query/query_scene.hpp"

#include <orrery/circles/sweep.hpp>
#include <orrery/math/ray_cast.hpp>
#include <orrery/spatial/ray_query.hpp>
#include <orrery/spatial/traverse.hpp>

namespace orrery::circles {

namespace {

// Where on its way it hits something, and what it looks like there.
struct cast_hit {
    scalar distance = 0;
    vector2 point{};
    vector2 normal{};
};

// A circle on its way. A ray is one without a radius.
class cast_circle_way {
public:
    cast_circle_way(vector2 from, scalar radius, vector2 direction, scalar length) noexcept
        : from_(from)
        , direction_(direction)
        , radius_(radius)
        , length_(length)
        , enter_({from, direction}, length * (1 + rounding)) {}

    [[nodiscard]] std::optional<cast_hit> meet_disc(vector2 center, scalar radius) const noexcept {
        const vector2 offset = from_ - center;
        const scalar apart = radius_ + radius;
        if (dot(offset, offset) < apart * apart) {
            return begin_inside(detail::nearest_of_disc(from_, center, radius).point);
        }
        const auto distance = time_to_point(offset, direction_, apart, length_);
        if (!distance) {
            return std::nullopt;
        }
        const vector2 normal = normalize_or(offset + direction_ * *distance, -direction_);
        return cast_hit{*distance, center + normal * radius, normal};
    }

    // With its ends.
    [[nodiscard]] std::optional<cast_hit> meet_edge(vector2 a, vector2 b) const noexcept {
        return radius_ > 0 ? meet_thick(a, b) : meet_thin(a, b);
    }

    // No later than anything in a box is hit, whatever is rounded; NaN for a miss.
    [[nodiscard]] scalar operator()(const aabb2& box) const noexcept {
        const vector2 reach = vector2::filled(radius_ * (1 + rounding)) + detail::doubt_about(box, from_);
        return enter_({box.min - reach, box.max + reach}) * (1 - rounding);
    }

private:
    static constexpr scalar rounding = scalar(16) * std::numeric_limits<scalar>::epsilon();

    [[nodiscard]] cast_hit begin_inside(vector2 nearest) const noexcept { return {0, nearest, -direction_}; }

    [[nodiscard]] std::optional<cast_hit> meet_thin(vector2 a, vector2 b) const noexcept {
        const auto hit = cast_segment(ray2{from_, direction_}, a, b, length_);
        return hit ? std::optional(cast_hit{hit->t, from_ + direction_ * hit->t, hit->normal}) : std::nullopt;
    }

    [[nodiscard]] std::optional<cast_hit> meet_thick(vector2 a, vector2 b) const noexcept {
        const detail::nearest_place start = detail::nearest_of_edge(from_, a, b);
        if (start.distance < radius_) {
            return begin_inside(start.point);
        }
        std::optional<cast_hit> best = meet_disc(a, 0);
        if (const auto other = meet_disc(b, 0); other && (!best || other->distance < best->distance)) {
            best = other;
        }
        const auto distance = time_to_edge(from_, direction_, a, b, radius_, length_);
        if (distance && (!best || *distance < best->distance)) {
            const vector2 center = from_ + direction_ * *distance;
            const vector2 along = normalize_or(b - a, {});
            const vector2 normal = orrery::detail::facing(perpendicular(along), direction_);
            best = cast_hit{*distance, a + along * dot(along, center - a), normal};
        }
        return best;
    }

    vector2 from_;
    vector2 direction_; // of unit length
    scalar radius_;
    scalar length_;
    spatial::detail::entry_time<aabb2> enter_;
};

// The first hit of what meet(number) finds, among those that are as early the one with the lowest number.
template <typename Tree, typename Meet, typename Name>
void find_first(const Tree& tree, const cast_circle_way& way, scalar length, std::optional<query_hit>& best,
                Meet meet, Name name) {
    const std::optional<query_hit> before = best;
    std::uint32_t best_number = 0;
    bool is_found = false;
    scalar limit = before ? before->distance : length;
    spatial::traverse_nearest(tree, limit, way, [&](std::uint32_t number, const aabb2&, scalar) {
        const std::optional<cast_hit> hit = meet(number);
        const bool is_first = hit && (is_found ? hit->distance < best->distance ||
                                                     (hit->distance == best->distance && number < best_number)
                                               : !before || hit->distance < before->distance);
        if (is_first) {
            is_found = true;
            best_number = number;
            best = query_hit{name(number), hit->distance, hit->point, hit->normal};
            limit = hit->distance;
        }
        return limit;
    });
}

} // namespace

std::optional<query_hit> query::cast_ray(vector2 from, vector2 direction, scalar length,
                                         const query_settings& which) const {
    return cast_circle(from, 0, direction, length, which);
}

std::optional<query_hit> query::cast_circle(vector2 from, scalar radius, vector2 direction, scalar length,
                                            const query_settings& which) const {
    const std::optional<vector2> unit = try_normalize(direction);
    if (!unit || !is_finite(from) || !(radius >= 0 && is_finite(radius)) || !(length >= 0)) {
        return std::nullopt;
    }
    const cast_circle_way way(from, radius, *unit, length);
    std::optional<query_hit> best;
    if (which.finds_circles) {
        find_first(
            scene_->circles(), way, length, best,
            [&](std::uint32_t circle) {
                return scene_->sees_circle(circle, which)
                           ? way.meet_disc(scene_->center(circle), scene_->form_of(circle).radius)
                           : std::nullopt;
            },
            [&](std::uint32_t circle) { return scene_->circle_found(circle); });
    }
    if (which.finds_walls) {
        find_first(
            scene_->walls(), way, length, best,
            [&](std::uint32_t number) -> std::optional<cast_hit> {
                const detail::wall_part& part = scene_->part(number);
                if (!scene_->sees_part(number, which)) {
                    return std::nullopt;
                }
                if (part.is_edge) {
                    return way.meet_edge(part.a, part.b);
                }
                // Corners are the ends of edges.
                return part.radius > 0 ? way.meet_disc(part.a, part.radius) : std::nullopt;
            },
            [&](std::uint32_t number) { return scene_->wall_found(number); });
    }
    return best;
}

} // namespace orrery::circles
