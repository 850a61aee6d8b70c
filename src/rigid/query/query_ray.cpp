// What a ray meets.
#include "rigid/query/query_scene.hpp"
#include "rigid/shape/ray_bound.hpp"

#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/shape_ray.hpp>
#include <orrery/spatial/traverse.hpp>

#include <algorithm>

namespace orrery::rigid {
namespace {

// A box is entered no later than what is in it is hit, but for the rounding of both times.
constexpr scalar rounding_of_times = scalar(1) + scalar(8) * std::numeric_limits<scalar>::epsilon();

// Calls visit(number, hit) for what the ray hits; a visitor that returns false ends the search.
template <typename Visit>
void for_each_hit(const detail::query_scene& scene, const ray_question& asked, Visit&& visit) {
    const scalar farthest = asked.farthest * rounding_of_times;
    const detail::ray_bound enter(asked.ray, farthest);
    spatial::traverse(
        scene.tree(), [&](const aabb3& box) { return enter(box) <= farthest; },
        [&](std::uint32_t number, const aabb3&) {
            if (!scene.is_seen(number, asked.filter)) {
                return true;
            }
            const auto hit = cast_ray(asked.ray, scene.placed(number), asked.farthest);
            return !hit || visit(number, *hit);
        });
}

[[nodiscard]] ray_answer answer_of(const body_part& part, const shape_ray_hit& hit) noexcept {
    return {.body = part.body, .child = part.child, .t = hit.t, .point = hit.point, .normal = hit.normal};
}

} // namespace

std::optional<ray_answer> queries::first_ray_hit(const ray_question& asked) const {
    std::optional<shape_ray_hit> best;
    std::uint32_t best_number = 0;
    scalar limit = asked.farthest * rounding_of_times;
    const auto visit = [&](std::uint32_t number, const aabb3&, scalar) {
        const bool is_seen = scene_->is_seen(number, asked.filter);
        const auto hit = is_seen ? cast_ray(asked.ray, scene_->placed(number), asked.farthest) : std::nullopt;
        if (hit && (!best || hit->t < best->t || (hit->t == best->t && number < best_number))) {
            best = hit;
            best_number = number;
            limit = hit->t * rounding_of_times;
        }
        return limit;
    };
    spatial::traverse_nearest(scene_->tree(), limit, detail::ray_bound(asked.ray, limit), visit);
    return best ? std::optional(answer_of(scene_->part(best_number), *best)) : std::nullopt;
}

bool queries::has_ray_hit(const ray_question& asked) const {
    bool is_hit = false;
    for_each_hit(*scene_, asked, [&](std::uint32_t, const shape_ray_hit&) {
        is_hit = true;
        return false;
    });
    return is_hit;
}

void queries::find_ray_hits(const ray_question& asked, std::vector<ray_answer>& found) const {
    found.clear();
    for_each_hit(*scene_, asked, [&](std::uint32_t number, const shape_ray_hit& hit) {
        found.push_back(answer_of(scene_->part(number), hit));
        return true;
    });
    // total order: a part comes once
    std::ranges::sort(found, {}, [&](const ray_answer& hit) {
        return std::pair(hit.t, scene_->number_of({hit.body, hit.child}));
    });
}

} // namespace orrery::rigid
