// Bodies against meshes: which triangles are near, the patches in which a convex shape touches them, and what
// is remembered of these.
#include "rigid/collide/closest_points.hpp"
#include "rigid/step/pipeline.hpp"
#include "rigid/surface/cast_surface.hpp"
#include "rigid/surface/surface_pair.hpp"

#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// How long before a body gets somewhere the pages there are asked for.
constexpr scalar foresight_seconds = scalar(0.5);

// The others keep their order.
template <typename Unwanted>
void drop_patches(std::array<surface_patch, max_patches>& found, std::uint32_t& count,
                  const Unwanted& is_unwanted) {
    const auto end = std::remove_if(found.begin(), found.begin() + count, is_unwanted);
    count = static_cast<std::uint32_t>(end - found.begin());
}

} // namespace

void pipeline::expect_surfaces() {
    if (!derived->who.has_meshes()) {
        return;
    }
    ORRERY_ZONE("expect surfaces");
    follow_surface_pairs();
    for (const surface_pair_entry& entry : surface_pairs_) {
        const candidate& each = derived->candidates[entry.candidate];
        const surface_pair pair(placed[each.a], placed[each.b]);
        const std::uint32_t row = pair.is_mesh_first() ? each.row_b : each.row_a;
        if (!briefs_[row].is_active) {
            continue;
        }
        const vector3 way = pair.local_direction(rows[row].linear_velocity * foresight_seconds);
        const aabb3 now = inflate(box_of(pair.local_convex()), rows[row].reach);
        pair.mesh().expect(merge(now, {now.min + way, now.max + way}));
    }
}

void pipeline::follow_surface_pairs() {
    constexpr std::uint32_t unknown = ~std::uint32_t{0};
    surface_pairs_.swap(former_surface_pairs_);
    surface_pairs_.clear();
    auto former = former_surface_pairs_.begin();
    const auto end = former_surface_pairs_.end();
    for (std::uint32_t number = 0; number < derived->candidates.size(); ++number) {
        const candidate& each = derived->candidates[number];
        if (!each.has_patches || each.patch != 0) {
            continue;
        }
        const std::uint64_t order = each.order();
        for (; former != end && former->order < order; ++former) {
            free_nearnesses_.push_back(former->nearness);
        }
        const bool is_known = former != end && former->order == order;
        surface_pairs_.push_back({order, number, is_known ? former++->nearness : unknown});
    }
    for (; former != end; ++former) {
        free_nearnesses_.push_back(former->nearness);
    }
    nearness_of_candidate_.resize(derived->candidates.size());
    for (surface_pair_entry& each : surface_pairs_) {
        if (each.nearness == unknown && free_nearnesses_.empty()) {
            each.nearness = static_cast<std::uint32_t>(nearnesses_.size());
            nearnesses_.emplace_back();
        } else if (each.nearness == unknown) {
            each.nearness = free_nearnesses_.back();
            free_nearnesses_.pop_back();
        }
        nearness_of_candidate_[each.candidate] = each.nearness;
    }
}

void pipeline::collide_surface(std::size_t number, surface_room& room) {
    const candidate& first = derived->candidates[number];
    const row_brief& a = briefs_[first.row_a];
    const row_brief& b = briefs_[first.row_b];
    std::array<surface_patch, max_patches> found;
    std::uint32_t count =
        surface_pair(placed[first.a], placed[first.b])
            .find_patches(margin_of(a, b), nearnesses_[nearness_of_candidate_[number]], room, found);
    if (count > 0 && !a.is_sensor && !b.is_sensor) {
        predict_patches(number, found, count, room);
    }
    for (std::uint32_t patch = 0; patch < max_patches; ++patch) {
        manifold& where = manifolds_[number + patch];
        where.count = 0;
        if (patch < count) {
            where = found[patch].where;
            patch_materials_[number + patch] = found[patch].material;
        }
        const bool is_touching = where.count > 0 && ((!a.is_sensor && !b.is_sensor) || has_overlap(where));
        marks_[number + patch] = is_touching ? candidate_mark::touching : candidate_mark::apart;
    }
}

// The patch that is nearest comes first.
void pipeline::predict_patches(std::size_t number, std::array<surface_patch, max_patches>& found,
                               std::uint32_t& count, surface_room& room) {
    const candidate& first = derived->candidates[number];
    const scalar margin = settings.speculative_margin;
    const bool is_touching = !needs_prediction(first, found[0].where);
    const auto is_far = [&](const surface_patch& patch) { return least_separation(patch.where) > margin; };
    if (is_touching && std::none_of(found.begin(), found.begin() + count, is_far)) {
        return;
    }
    const std::span<const collider> parts = derived->who.colliders();
    const moving_shape a = free_way(parts[first.a]);
    const moving_shape b = free_way(parts[first.b]);
    const vector3 origin = origin_of(first);
    const scalar slop = slop_of(parts[first.a], parts[first.b]);
    if (is_touching) {
        // What else is on the way is judged by how far they approach it.
        drop_patches(found, count, [&](const surface_patch& patch) {
            return is_far(patch) && separation_ahead(a, b, origin, patch.where) > slop;
        });
        return;
    }
    const bool is_mesh_first = a.mesh != nullptr;
    near_triangles& near = nearnesses_[nearness_of_candidate_[number]];
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
        advances_[number + patch] = rewind_contact(a, b, hit->fraction, origin, where);
        is_predicted_[number + patch] = 1;
    }
}

vector3 pipeline::origin_of(const candidate& pair) const noexcept {
    // Of a mesh the other shape's, which is near.
    return placed[placed[pair.a].mesh != nullptr ? pair.b : pair.a].position;
}

material pipeline::surface_of(std::size_t number, std::uint32_t side, const body_row& row) const noexcept {
    material what = row.material;
    if (const surface* mesh = placed[side].mesh; mesh != nullptr && mesh->has_materials()) {
        what.friction = patch_materials_[number].friction;
        what.restitution = patch_materials_[number].restitution;
    }
    return what;
}

void pipeline::recall_patch(touch& pair, const manifold& where) const {
    const std::size_t first = pair.candidate - derived->candidates[pair.candidate].patch;
    contact& memory = pair.memory;
    const auto is_here = [&](std::uint32_t feature) {
        for (std::size_t number = first; number < first + max_patches; ++number) {
            const manifold& other = manifolds_[number];
            for (std::uint32_t point = 0; point < other.count; ++point) {
                if (other.points[point].feature == feature) {
                    return true;
                }
            }
        }
        return false;
    };
    std::uint32_t known = 0; // points, as bits
    bool is_friction_known = false;
    scalar left = 0; // what points of the same patch bore that are nowhere any more
    for (std::size_t number = first; number < first + max_patches; ++number) {
        const entity id = derived->candidates[number].contact;
        if (!id) {
            continue;
        }
        const contact& before = registry.get<contact>(id);
        for (std::uint32_t old = 0; old < before.count; ++old) {
            for (std::uint32_t point = 0; point < where.count; ++point) {
                if (where.points[point].feature == before.features[old]) {
                    memory.normal_impulses[point] = before.normal_impulses[old];
                    known |= 1u << point;
                    if (!is_friction_known) {
                        is_friction_known = true;
                        memory.friction_impulse = before.friction_impulse;
                        memory.rolling_impulse = before.rolling_impulse;
                        memory.spinning_impulse = before.spinning_impulse;
                    }
                }
            }
            if (number == pair.candidate && !is_here(before.features[old])) {
                left += before.normal_impulses[old];
            }
        }
    }
    scalar unknown = 0;
    for (std::uint32_t point = 0; point < where.count; ++point) {
        unknown += (known >> point & 1) == 0 ? scalar(1) : scalar(0);
    }
    for (std::uint32_t point = 0; point < where.count; ++point) {
        if ((known >> point & 1) == 0) {
            memory.normal_impulses[point] = left / unknown;
        }
    }
}

} // namespace orrery::rigid::detail
