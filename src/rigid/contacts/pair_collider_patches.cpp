#include "rigid/collide/closest_points.hpp"
#include "rigid/contacts/pair_collider.hpp"
#include "rigid/surface/cast_surface.hpp"
#include "rigid/surface/surface_pair.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// The others keep their order.
template <typename Unwanted>
void drop_patches(std::array<surface_patch, max_patches>& found, std::uint32_t& count,
                  const Unwanted& is_unwanted) {
    const auto end = std::remove_if(found.begin(), found.begin() + count, is_unwanted);
    count = static_cast<std::uint32_t>(end - found.begin());
}

} // namespace

void pair_collider::collide_patches(std::size_t number, surface_room& room) const {
    if (!is_due(number)) {
        return;
    }
    const candidate& first = candidates_[number];
    const row_brief& a = bodies_.briefs[first.row_a];
    const row_brief& b = bodies_.briefs[first.row_b];
    std::array<surface_patch, max_patches> found;
    std::uint32_t count = surface_pair(bodies_.placed[first.a], bodies_.placed[first.b])
                              .find_patches(margin_of(a, b), surfaces_.near(number), room, found);
    if (count > 0 && !a.is_sensor && !b.is_sensor) {
        predict_patches(number, found, count, room);
    }
    for (std::uint32_t patch = 0; patch < max_patches; ++patch) {
        manifold& where = found_.manifolds[number + patch];
        where.count = 0;
        if (patch < count) {
            where = found[patch].where;
            found_.patch_materials[number + patch] = found[patch].material;
        }
        const bool is_touching = where.count > 0 && ((!a.is_sensor && !b.is_sensor) || has_overlap(where));
        found_.marks[number + patch] = is_touching ? candidate_mark::touching : candidate_mark::apart;
    }
}

// The patch that is nearest comes first.
void pair_collider::predict_patches(std::size_t number, std::array<surface_patch, max_patches>& found,
                                    std::uint32_t& count, surface_room& room) const {
    const candidate& first = candidates_[number];
    const scalar margin = settings_.speculative_margin;
    const bool is_touching = !needs_prediction(first, found[0].where);
    const auto is_far = [&](const surface_patch& patch) { return least_separation(patch.where) > margin; };
    if (is_touching && std::none_of(found.begin(), found.begin() + count, is_far)) {
        return;
    }
    const moving_shape a = free_way(parts_[first.a]);
    const moving_shape b = free_way(parts_[first.b]);
    const vector3 origin = contact_origin(first, bodies_.placed);
    const scalar slop = cast_slop_of(parts_[first.a], parts_[first.b], bodies_.rows, settings_);
    if (is_touching) {
        // What else is on the way is judged by how far they approach it.
        drop_patches(found, count, [&](const surface_patch& patch) {
            return is_far(patch) && separation_ahead(a, b, origin, patch.where) > slop;
        });
        return;
    }
    const bool is_mesh_first = a.mesh != nullptr;
    near_triangles& near = surfaces_.near(number);
    const auto cast = [&](scalar distance) {
        return cast_surface(is_mesh_first ? b : a, is_mesh_first ? a : b, distance, near, room, true);
    };
    const scalar tolerance = tolerance_of(first);
    const auto hit = nearest_approach(cast, slop, tolerance);
    if (!hit) {
        drop_patches(found, count,
                     [&](const surface_patch& patch) { return !may_be_pushed_together(patch.where); });
        for (std::uint32_t patch = 0; patch < count; ++patch) {
            let_pass(a, b, steps_ahead(), slop, origin, found[patch].where);
        }
        return;
    }
    const placed_shape at_a = placed_at(a, hit->fraction);
    const placed_shape at_b = placed_at(b, hit->fraction);
    const surface_pair pair(at_a, at_b);
    count = pair.find_patches(margin + tolerance, near, room, found);
    for (std::uint32_t patch = 0; patch < count; ++patch) {
        manifold& where = found[patch].where;
        for (std::uint32_t point = 0; point < where.count; ++point) {
            where.points[point].offset += pair.convex().position - origin;
        }
        found_.advances[number + patch] = rewind_contact(a, b, hit->fraction, origin, where);
        found_.is_predicted[number + patch] = 1;
    }
}

} // namespace orrery::rigid::detail
