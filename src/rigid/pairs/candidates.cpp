// The broad phase: boxes around what has moved, and who is near whom.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <utility>

namespace orrery::rigid::detail {
namespace {

// What has been flying goes on, most likely, so where there is room the tree may look farther ahead for it
// than for others: so many times as far, unless its box would become as long as the world.
[[nodiscard]] scalar foresight(const body_row& row, scalar displacement) noexcept {
    constexpr scalar most = 4;
    constexpr scalar radii = 8; // that it flies in as many steps
    return clamp(row.outer_radius * radii / max(displacement, scalar(1e-6)), scalar(1), most);
}

} // namespace

void pipeline::find_candidates() {
    ORRERY_ZONE("broad phase");
    moved_colliders_.clear();
    for (const std::uint32_t row : gathered_rows_) {
        const roster::body_entry& entry = derived->who.bodies()[row];
        for (std::uint32_t child = 0; child < entry.collider_count; ++child) {
            moved_colliders_.push_back(entry.first_collider + child);
        }
    }
    moved_boxes_.resize(moved_colliders_.size());
    displacements_.resize(moved_colliders_.size());
    constexpr std::size_t bodies_a_candidate = 8;
    const bool is_sparse = derived->candidates.size() * bodies_a_candidate < rows.size();
    // Where hardly anybody has neighbours, larger boxes cost less than to put bodies into the tree again and
    // again: 3 % of a step of a hundred chains. Still larger ones gain nothing.
    const bool has_room = derived->candidates.size() <= 2 * rows.size();
    // Two boxes meet if their shapes are within the margin of each other, whatever rounding did to the boxes.
    parallel_for(machine->jobs(), moved_colliders_.size(), 256, [&](std::size_t index) {
        const std::uint32_t number = moved_colliders_[index];
        const body_row& row = rows[derived->who.colliders()[number].row];
        aabb3 box = box_of(placed[number]);
        vector3 displacement = row.linear_velocity * settings.time_step;
        if (is_sparse && row.was_flying) {
            // On all the way of this step, so that it stays within what the tree knows of it.
            box = merge(box, {box.min + displacement, box.max + displacement});
            displacement *= foresight(row, length(displacement));
        } else if (has_room) {
            displacement *= scalar(2);
        }
        const scalar rounding = scalar(4) * std::numeric_limits<scalar>::epsilon() *
                                max(largest_component(abs(box.min)), largest_component(abs(box.max)));
        moved_boxes_[index] = inflate(box, row.reach + rounding);
        displacements_[index] = displacement;
    });
    if (!moved_colliders_.empty() || has_structure_changed) {
        broad_phase_state& state = derived.write();
        broad_phase::may_meet_function ask = [&](const collider& a, const collider& b) {
            return may_meet(a, b);
        };
        lost_contacts_.clear();
        have_candidates_changed |= broad_phase_.update(state, moved_colliders_, moved_boxes_, displacements_,
                                                       ask, machine->jobs(), lost_contacts_);
        for (const entity contact : lost_contacts_) {
            end_contact(contact);
        }
    }
    follow_exclusions();
    if (!are_contacts_known) {
        find_remembered_contacts();
    }
}

void pipeline::find_remembered_contacts() {
    are_contacts_known = true;
    std::vector<candidate>& candidates = derived.write().candidates;
    for (candidate& each : candidates) {
        each.contact = {};
    }
    lost_contacts_.clear();
    registry.view<const contact>().each([&](entity id, const contact& memory) {
        const std::uint32_t row_a = derived->who.row_of(memory.a);
        const std::uint32_t row_b = derived->who.row_of(memory.b);
        if (row_a != no_row && row_b != no_row) {
            const std::span<const roster::body_entry> bodies = derived->who.bodies();
            const candidate wanted{.a = bodies[row_a].first_collider + memory.child_a,
                                   .b = bodies[row_b].first_collider + memory.child_b};
            const auto found = std::ranges::lower_bound(candidates, wanted.order(), {}, &candidate::order);
            const bool is_there = found != candidates.end() && found->order() == wanted.order();
            if (is_there && (found->has_patches || memory.patch == 0)) {
                entity& known = found[memory.patch].contact;
                // Of two for the same parts, as somebody may have made them, the one with the lower key
                // counts.
                const bool is_first = !known || registry.key_of(id) < registry.key_of(known);
                const entity other = is_first ? std::exchange(known, id) : id;
                if (other) {
                    lost_contacts_.push_back(other);
                }
                return;
            }
        }
        lost_contacts_.push_back(id);
    });
    for (const entity contact : lost_contacts_) {
        end_contact(contact);
    }
}

bool pipeline::may_meet(const collider& a, const collider& b) {
    if (a.row == b.row || (a.mesh != nullptr && b.mesh != nullptr)) {
        return false;
    }
    const body_row& row_a = rows[a.row];
    const body_row& row_b = rows[b.row];
    if (row_a.kind != body_kind::dynamic && row_b.kind != body_kind::dynamic) {
        // Only a sensor has a use for what cannot be pushed.
        const bool can_either_move = row_a.kind == body_kind::kinematic || row_b.kind == body_kind::kinematic;
        if (!can_either_move || !(row_a.is_sensor || row_b.is_sensor)) {
            return false;
        }
    }
    const entity id_a = derived->who.bodies()[a.row].id;
    const entity id_b = derived->who.bodies()[b.row].id;
    if (carrier_of(id_a) == carrier_of(id_b)) {
        return false;
    }
    return do_filters_agree(id_a, id_b) && (!pair_filter || (*pair_filter)(*owner_, id_a, id_b));
}

bool pipeline::do_filters_agree(entity a, entity b) const {
    const auto filter_of = [&](entity id) {
        const auto* found = registry.try_get<collision_filter>(id);
        return found != nullptr ? *found : collision_filter{};
    };
    const collision_filter filter_a = filter_of(a);
    const collision_filter filter_b = filter_of(b);
    return (filter_a.groups & filter_b.mask) != 0 && (filter_b.groups & filter_a.mask) != 0 &&
           settings.layers.do_meet(filter_a.layer, filter_b.layer);
}

void pipeline::follow_exclusions() {
    if (have_exclusions_changed) {
        have_exclusions_changed = false;
        have_candidates_changed = true;
        list_exclusions();
    }
    if (have_candidates_changed) {
        have_candidates_changed = false;
        broad_phase_state& state = derived.write();
        for (candidate& each : state.candidates) {
            const std::uint64_t pair = std::uint64_t{each.row_a} << 32 | each.row_b;
            each.is_excluded = !excluded_rows_.empty() && std::ranges::binary_search(excluded_rows_, pair);
        }
    }
}

void pipeline::list_exclusions() {
    excluded_rows_.clear();
    const auto add = [&](entity a, entity b) {
        const auto [low, high] = spatial::ordered_pair(pushed_row(a), pushed_row(b));
        if (high != no_row) {
            excluded_rows_.push_back(std::uint64_t{low} << 32 | high);
        }
    };
    registry.view<const excluded_pair>().each([&](const excluded_pair& pair) { add(pair.a, pair.b); });
    std::vector<entity> joints;
    for (const constraint_type& type : constraint_types_) {
        joints.clear();
        type.list(registry, joints);
        for (const entity joint : joints) {
            const constraint_type::ends ends = type.ends_of(registry, joint);
            if (!ends.do_bodies_meet) {
                add(ends.a, ends.b);
            }
        }
    }
    std::ranges::sort(excluded_rows_); // total order: plain numbers
}

} // namespace orrery::rigid::detail
