// What is nearest to a shape or a point.
#include "rigid/query/query_scene.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/spatial/traverse.hpp>

#include <algorithm>

namespace orrery::rigid {
namespace {

// Shapes are no nearer than their boxes, but for the rounding of both distances.
constexpr scalar rounding_of_distances = scalar(1) + scalar(8) * std::numeric_limits<scalar>::epsilon();

// The distance from one box to others.
class box_distance {
public:
    explicit box_distance(const aabb3& from) noexcept
        : from_(from) {}

    [[nodiscard]] scalar operator()(const aabb3& to) const noexcept {
        return length(max(max(to.min - from_.max, from_.min - to.max), vector3{}));
    }

private:
    aabb3 from_;
};

// From the nearest piece of the question to a collider.
[[nodiscard]] near_answer look_at(const detail::query_scene& scene, const detail::question_shape& own,
                                  std::uint32_t number) {
    const body_part part = scene.part(number);
    near_answer nearest{
        .body = part.body, .child = part.child, .distance = std::numeric_limits<scalar>::infinity()};
    own.for_each_piece([&](const placed_shape& piece) {
        const shape_gap gap = gap_between(piece, scene.placed(number));
        if (gap.distance < nearest.distance) {
            nearest.distance = gap.distance;
            nearest.on_body = gap.is_overlapping ? vector3{} : gap.on_b;
            nearest.on_question = gap.is_overlapping ? vector3{} : gap.on_a;
            nearest.normal = gap.is_overlapping ? vector3{} : -gap.normal;
        }
    });
    return nearest;
}

// Two planes are infinitely far apart, and so never near.
[[nodiscard]] bool is_within(scalar distance, scalar farthest) noexcept {
    return distance <= farthest && distance < std::numeric_limits<scalar>::infinity();
}

} // namespace

std::optional<near_answer> queries::nearest(const near_question& asked) const {
    const detail::question_shape own(asked.what, asked.where, scene_->shapes());
    std::optional<near_answer> best;
    std::uint32_t best_number = 0;
    scalar limit = asked.farthest * rounding_of_distances;
    spatial::traverse_nearest(scene_->tree(), limit, box_distance(detail::rounded_outwards(own.box())),
                              [&](std::uint32_t number, const aabb3&, scalar) {
                                  if (!scene_->is_seen(number, asked.filter)) {
                                      return limit;
                                  }
                                  const near_answer found = look_at(*scene_, own, number);
                                  const scalar farthest = best ? best->distance : asked.farthest;
                                  const bool is_tied = best && found.distance == farthest;
                                  const bool is_better =
                                      is_tied ? number < best_number : is_within(found.distance, farthest);
                                  if (is_better) {
                                      best = found;
                                      best_number = number;
                                      limit = found.distance * rounding_of_distances;
                                  }
                                  return limit;
                              });
    return best;
}

void queries::find_near(const near_question& asked, std::vector<near_answer>& found) const {
    found.clear();
    const detail::question_shape own(asked.what, asked.where, scene_->shapes());
    const box_distance bound(detail::rounded_outwards(own.box()));
    const scalar limit = asked.farthest * rounding_of_distances;
    spatial::traverse(
        scene_->tree(), [&](const aabb3& box) { return bound(box) <= limit; },
        [&](std::uint32_t number, const aabb3&) {
            if (!scene_->is_seen(number, asked.filter)) {
                return;
            }
            const near_answer nearest = look_at(*scene_, own, number);
            if (is_within(nearest.distance, asked.farthest)) {
                found.push_back(nearest);
            }
        });
    // total order: a part comes once
    std::ranges::sort(found, {}, [&](const near_answer& each) {
        return std::pair(each.distance, scene_->number_of({each.body, each.child}));
    });
}

} // namespace orrery::rigid
