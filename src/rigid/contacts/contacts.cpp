// The narrow phase: where candidates touch, who is woken by it, and what is remembered from the last step.
#include "rigid/collide/closest_points.hpp"
#include "rigid/step/pipeline.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t candidates_a_task = 64;
constexpr std::size_t surface_pairs_a_task = 8;

[[nodiscard]] touch_link link_of(const touch& pair) noexcept {
    if (pair.is_sensor) {
        return {no_row, no_row};
    }
    return {pair.is_a_dynamic ? pair.row_a : pair.row_b,
            pair.is_a_dynamic && pair.is_b_dynamic ? pair.row_b : no_row};
}

} // namespace

void pipeline::find_contacts() {
    ORRERY_ZONE("narrow phase");
    const std::size_t count = derived->candidates.size();
    marks_.assign(count, candidate_mark::at_rest);
    if (manifolds_.size() < count) {
        manifolds_.resize(count);
        patch_materials_.resize(count);
        advances_.resize(count);
    }
    is_predicted_.assign(count, 0);
    do {
        collide_candidates();
    } while (registry.count<asleep>() > 0 && (wake_touched() || wake_joined()));
    list_touches();
}

void pipeline::collide_candidates() {
    const auto is_active = [&](std::uint32_t row) { return briefs_[row].is_active; };
    if (std::ranges::none_of(gathered_rows_, is_active)) {
        return;
    }
    const std::span<candidate> candidates = derived.write().candidates;
    const auto is_due = [&](const candidate& each, std::size_t number) {
        return marks_[number] == candidate_mark::at_rest && !each.is_excluded &&
               (briefs_[each.row_a].is_active || briefs_[each.row_b].is_active);
    };
    if (derived->who.has_meshes()) {
        parallel_for(machine->jobs(), surface_pairs_.size(), surface_pairs_a_task,
                     [&](std::size_t begin, std::size_t end) {
                         surface_rooms::loan room = surface_rooms_.borrow();
                         for (std::size_t index = begin; index < end; ++index) {
                             const std::size_t number = surface_pairs_[index].candidate;
                             if (is_due(candidates[number], number)) {
                                 collide_surface(number, *room);
                             }
                         }
                     });
    }
    parallel_for(machine->jobs(), candidates.size(), candidates_a_task, [&](std::size_t number) {
        candidate& each = candidates[number];
        if (each.has_patches || !is_due(each, number)) {
            return;
        }
        const row_brief& a = briefs_[each.row_a];
        const row_brief& b = briefs_[each.row_b];
        manifold& found = manifolds_[number];
        collide(placed[each.a], placed[each.b], margin_of(a, b), each.cache, found);
        bool is_touching = found.count > 0;
        if (a.is_sensor || b.is_sensor) {
            is_touching = has_overlap(found);
        } else if (is_touching && needs_prediction(each, found)) {
            is_touching = predict(number);
        }
        marks_[number] = is_touching ? candidate_mark::touching : candidate_mark::apart;
    });
}

bool pipeline::needs_prediction(const candidate& pair, const manifold& found) const noexcept {
    // What is as near as this touches. Balls can be told to pass each other at less: their surfaces are known
    // better than those of shapes with faces, which go on as planes besides.
    const std::span<const collider> parts = derived->who.colliders();
    const auto is_ball = [&](std::uint32_t part) { return parts[part].what.kind == shape_kind::sphere; };
    const scalar touching_share = is_ball(pair.a) && is_ball(pair.b) ? scalar(1.0 / 1024) : scalar(1.0 / 256);
    const scalar least = least_separation(found);
    const scalar margin = settings.speculative_margin;
    if (least <= margin * touching_share || least > margin) {
        return least > margin;
    }
    // Over a way d along the surface a plane is wrong by about d^2 / 2r where the surface has a radius r. The
    // solver looks a little farther ahead than the step: what it would stop there must really be met.
    const vector3 way = briefs_[pair.row_a].displacement - briefs_[pair.row_b].displacement;
    const scalar approach = dot(way, found.normal);
    const vector3 aside = way - found.normal * approach;
    const scalar radius = min(rows[pair.row_a].outer_radius, rows[pair.row_b].outer_radius);
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

scalar pipeline::slide_of(const candidate& pair, const manifold& found) const noexcept {
    const body_sweep a = free_way(pair.row_a);
    const body_sweep b = free_way(pair.row_b);
    const vector3 origin = origin_of(pair);
    const vector3 from_a = origin - transform_point(a.start, rows[pair.row_a].center_of_mass);
    const vector3 from_b = origin - transform_point(b.start, rows[pair.row_b].center_of_mass);
    scalar most = 0;
    for (std::uint32_t i = 0; i < found.count; ++i) {
        const vector3 offset = found.points[i].offset;
        const vector3 way = (a.displacement + cross(a.turn, from_a + offset)) -
                            (b.displacement + cross(b.turn, from_b + offset));
        most = max(most, length_squared(way - found.normal * dot(way, found.normal)));
    }
    return sqrt(most);
}

scalar pipeline::slop_of(const collider& a, const collider& b) const noexcept {
    const auto radius = [&](const collider& part) { // a plane has no points to search among
        return part.what.kind == shape_kind::plane ? scalar(0) : rows[part.row].outer_radius;
    };
    return cast_slop(settings.speculative_margin, max(radius(a), radius(b)));
}

// Joints take a body off its free way by about this much.
scalar pipeline::tolerance_of(const candidate& pair) const noexcept {
    const row_brief& a = briefs_[pair.row_a];
    const row_brief& b = briefs_[pair.row_b];
    if (!a.has_joint && !b.has_joint) {
        return 0;
    }
    return settings.speculative_margin + length(a.displacement - b.displacement) * scalar(0.25);
}

body_sweep pipeline::free_way(std::uint32_t row) const noexcept {
    const body_row& body = rows[row];
    const bool is_moving = briefs_[row].is_active;
    return {.start = {body.position, body.orientation},
            .displacement = briefs_[row].displacement,
            .turn = is_moving ? body.angular_velocity * settings.time_step : vector3{}};
}

moving_shape pipeline::free_way(const collider& part) const noexcept {
    return moving_collider(part, rows[part.row].center_of_mass, free_way(part.row));
}

bool pipeline::predict(std::size_t number) {
    const candidate& pair = derived->candidates[number];
    const std::span<const collider> parts = derived->who.colliders();
    const manifold now = manifolds_[number];
    const moving_shape a = free_way(parts[pair.a]);
    const moving_shape b = free_way(parts[pair.b]);
    const scalar slop = slop_of(parts[pair.a], parts[pair.b]);
    const auto ahead =
        predict_contact(a, b, settings.speculative_margin, slop, tolerance_of(pair), manifolds_[number]);
    if (ahead) {
        advances_[number] = *ahead;
        is_predicted_[number] = 1;
        return true;
    }
    if (may_be_pushed_together(now)) {
        manifolds_[number] = now;
        let_pass(a, b, steps_ahead(), slop, origin_of(pair), manifolds_[number]);
        return true;
    }
    return false;
}

scalar pipeline::steps_ahead() const noexcept {
    return scalar(1) + scalar(1) / static_cast<scalar>(settings.substeps);
}

bool pipeline::may_be_pushed_together(const manifold& found) const noexcept {
    constexpr scalar share = scalar(1.0 / 16);
    return least_separation(found) <= settings.speculative_margin * share;
}

bool pipeline::wake_touched() {
    labels_.clear();
    for (std::size_t number = 0; number < marks_.size(); ++number) {
        const candidate& each = derived->candidates[number];
        if (marks_[number] != candidate_mark::touching || briefs_[each.row_a].is_sensor ||
            briefs_[each.row_b].is_sensor) {
            continue;
        }
        for (const std::uint32_t row : {each.row_a, each.row_b}) {
            if (rows[row].kind == body_kind::dynamic && !rows[row].is_awake) {
                labels_.push_back(registry.get<const asleep>(derived->who.bodies()[row].id).island);
            }
        }
    }
    return wake_labels();
}

bool pipeline::wake_labels() {
    if (labels_.empty()) {
        return false;
    }
    std::ranges::sort(labels_); // total order: plain numbers
    labels_.erase(std::ranges::unique(labels_).begin(), labels_.end());
    wake_islands(labels_);
    gathered_rows_.clear();
    for (const entity id : woken_) {
        gathered_rows_.push_back(derived->who.row_of(id));
    }
    place_colliders(gathered_rows_);
    moving_rows_.insert(moving_rows_.end(), gathered_rows_.begin(), gathered_rows_.end());
    return true;
}

void pipeline::list_touches() {
    // Counted piece by piece, so that each piece knows where its touches go.
    const chunks pieces(marks_.size(), std::size_t{8} * candidates_a_task);
    piece_ends_.resize(pieces.size());
    const auto is_touching = [](candidate_mark mark) { return mark == candidate_mark::touching; };
    parallel_for(machine->jobs(), pieces.size(), 1, [&](std::size_t piece) {
        const index_range range = pieces[static_cast<std::uint32_t>(piece)];
        piece_ends_[piece] = static_cast<std::uint32_t>(
            std::count_if(marks_.data() + range.begin, marks_.data() + range.end, is_touching));
    });
    std::partial_sum(piece_ends_.begin(), piece_ends_.end(), piece_ends_.begin());
    touches_.resize(piece_ends_.empty() ? 0 : piece_ends_.back());
    links_.resize(touches_.size());
    parallel_for(machine->jobs(), pieces.size(), 1, [&](std::size_t piece) {
        const index_range range = pieces[static_cast<std::uint32_t>(piece)];
        std::size_t next = piece == 0 ? 0 : piece_ends_[piece - 1];
        for (std::size_t number = range.begin; number < range.end; ++number) {
            if (is_touching(marks_[number])) {
                touches_[next] = {};
                touches_[next].candidate = static_cast<std::uint32_t>(number);
                recall(touches_[next]);
                links_[next] = link_of(touches_[next]);
                ++next;
            }
        }
    });
}

void pipeline::recall(touch& pair) const {
    const candidate& from = derived->candidates[pair.candidate];
    const manifold& where = manifolds_[pair.candidate];
    pair.row_a = from.row_a;
    pair.row_b = from.row_b;
    const body_row& row_a = rows[pair.row_a];
    const body_row& row_b = rows[pair.row_b];
    pair.is_sensor = row_a.is_sensor || row_b.is_sensor;
    pair.is_a_dynamic = row_a.kind == body_kind::dynamic;
    pair.is_b_dynamic = row_b.kind == body_kind::dynamic;
    const vector3 origin = origin_of(from);
    pair.arm_a = origin - row_a.position;
    pair.arm_b = origin - row_b.position;
    if (is_predicted_[pair.candidate] != 0) {
        pair.arm_a -= advances_[pair.candidate].of_a;
        pair.arm_b -= advances_[pair.candidate].of_b;
    } else if (const scalar gap = least_separation(where); gap > 0) {
        // Points lie midway between the surfaces. Friction has to act on the surfaces themselves when they
        // meet.
        pair.arm_a -= where.normal * (gap / 2);
        pair.arm_b += where.normal * (gap / 2);
    }
    const material of_a = surface_of(pair.candidate, from.a, row_a);
    const material of_b = surface_of(pair.candidate, from.b, row_b);
    pair.material = materials_.empty() ? mix(of_a, of_b) : materials_.combine(of_a, of_b);
    contact& memory = pair.memory;
    memory.a = derived->who.bodies()[pair.row_a].id;
    memory.b = derived->who.bodies()[pair.row_b].id;
    memory.child_a = static_cast<std::uint16_t>(derived->who.colliders()[from.a].child);
    memory.child_b = static_cast<std::uint16_t>(derived->who.colliders()[from.b].child);
    memory.is_sensor = pair.is_sensor ? 1 : 0;
    memory.patch = from.patch;
    memory.count = static_cast<std::uint16_t>(where.count);
    for (std::uint32_t point = 0; point < where.count; ++point) {
        memory.features[point] = where.points[point].feature;
    }
    if (from.has_patches) {
        recall_patch(pair, where);
        return;
    }
    if (!from.contact) {
        return;
    }
    const contact& before = registry.get<contact>(from.contact);
    memory.friction_impulse = before.friction_impulse;
    memory.rolling_impulse = before.rolling_impulse;
    memory.spinning_impulse = before.spinning_impulse;
    // Points are known again by their features. What the points that are gone have carried is shared by the
    // new ones, so that the bodies do not fall a little whenever their points change.
    scalar left = 0;
    std::uint32_t known = 0;
    for (std::uint32_t old = 0; old < before.count; ++old) {
        const std::uint32_t* const begin = memory.features.data();
        const std::uint32_t* const end = begin + where.count;
        const std::uint32_t* const found = std::find(begin, end, before.features[old]);
        if (found == end) {
            left += before.normal_impulses[old];
        } else {
            memory.normal_impulses[static_cast<std::size_t>(found - begin)] = before.normal_impulses[old];
            known |= 1u << (found - begin);
        }
    }
    const auto unknown = where.count - static_cast<std::uint32_t>(std::popcount(known));
    for (std::uint32_t point = 0; point < where.count; ++point) {
        if ((known >> point & 1) == 0) {
            memory.normal_impulses[point] = left / static_cast<scalar>(unknown);
        }
    }
}

} // namespace orrery::rigid::detail
