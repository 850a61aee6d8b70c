#include "rigid/pairs/pair_finder.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/contact.hpp>

#include <algorithm>
#include <limits>
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

void pair_finder::find(const body_table& bodies, const pair_rules& rules, const registry_state& state,
                       const world_definition& definition, scheduler& jobs, world_changes& changes,
                       contact_store& contacts, copy_on_write<broad_phase_state>& index) {
    ORRERY_ZONE("broad phase");
    list_boxes(*index, bodies, definition.settings, jobs);
    if (!moved_colliders_.empty() || changes.roster) {
        broad_phase::may_meet_function ask = [&](const collider& a, const collider& b) {
            return rules.may_meet(a, b);
        };
        lost_contacts_.clear();
        are_candidates_new_ |= broad_phase_.update(index.write(), moved_colliders_, boxes_, displacements_,
                                                   ask, jobs, lost_contacts_);
        end_lost_contacts(contacts);
    }
    if (world_changes::take(changes.exclusions)) {
        are_candidates_new_ = true;
        excluded_.list(state, definition.constraint_types, index->who);
    }
    if (are_candidates_new_) {
        are_candidates_new_ = false;
        mark_excluded(index);
    }
    if (world_changes::take(changes.contacts)) {
        lost_contacts_.clear();
        find_remembered_contacts(state, index.write());
        end_lost_contacts(contacts);
    }
}

void pair_finder::list_boxes(const broad_phase_state& index, const body_table& bodies,
                             const world_settings& settings, scheduler& jobs) {
    moved_colliders_.clear();
    for (const std::uint32_t row : bodies.gathered) {
        const roster::body_entry& entry = index.who.bodies()[row];
        for (std::uint32_t child = 0; child < entry.collider_count; ++child) {
            moved_colliders_.push_back(entry.first_collider + child);
        }
    }
    boxes_.resize(moved_colliders_.size());
    displacements_.resize(moved_colliders_.size());
    constexpr std::size_t bodies_a_candidate = 8;
    const bool is_sparse = index.candidates.size() * bodies_a_candidate < bodies.rows.size();
    // Where hardly anybody has neighbours, larger boxes cost less than to put bodies into the tree again and
    // again: 3 % of a step of a hundred chains. Still larger ones gain nothing.
    const bool has_room = index.candidates.size() <= 2 * bodies.rows.size();
    // Two boxes meet if their shapes are within the margin of each other, whatever rounding did to the boxes.
    parallel_for(jobs, moved_colliders_.size(), 256, [&](std::size_t place) {
        const std::uint32_t number = moved_colliders_[place];
        const std::uint32_t own = index.who.colliders()[number].row;
        const body_row& row = bodies.rows[own];
        const body_traits& traits = bodies.traits[own];
        aabb3 box = box_of(bodies.placed[number]);
        vector3 displacement = row.linear_velocity * settings.time_step;
        if (is_sparse && traits.was_flying) {
            // On all the way of this step, so that it stays within what the tree knows of it.
            box = merge(box, {box.min + displacement, box.max + displacement});
            displacement *= foresight(row, length(displacement));
        } else if (has_room) {
            displacement *= scalar(2);
        }
        const scalar rounding = scalar(4) * std::numeric_limits<scalar>::epsilon() *
                                max(largest_component(abs(box.min)), largest_component(abs(box.max)));
        boxes_[place] = inflate(box, traits.reach + rounding);
        displacements_[place] = displacement;
    });
}

void pair_finder::mark_excluded(copy_on_write<broad_phase_state>& index) {
    for (candidate& each : index.write().candidates) {
        each.is_excluded = !excluded_.empty() && excluded_.contains(each.row_a, each.row_b);
    }
}

void pair_finder::find_remembered_contacts(const registry_state& state, broad_phase_state& index) {
    std::vector<candidate>& candidates = index.candidates;
    for (candidate& each : candidates) {
        each.contact = {};
    }
    state.view<contact>().each([&](entity id, const contact& memory) {
        const std::uint32_t row_a = index.who.row_of(memory.a);
        const std::uint32_t row_b = index.who.row_of(memory.b);
        if (row_a != no_row && row_b != no_row) {
            const std::span<const roster::body_entry> bodies = index.who.bodies();
            const candidate wanted{.a = bodies[row_a].first_collider + memory.child_a,
                                   .b = bodies[row_b].first_collider + memory.child_b};
            const auto found = std::ranges::lower_bound(candidates, wanted.order(), {}, &candidate::order);
            const bool is_there = found != candidates.end() && found->order() == wanted.order();
            if (is_there && (found->has_patches || memory.patch == 0)) {
                entity& known = found[memory.patch].contact;
                // Of two for the same parts, as somebody may have made them, the one with the lower key
                // counts.
                const bool is_first = !known || state.key_of(id) < state.key_of(known);
                const entity other = is_first ? std::exchange(known, id) : id;
                if (other) {
                    lost_contacts_.push_back(other);
                }
                return;
            }
        }
        lost_contacts_.push_back(id);
    });
}

void pair_finder::end_lost_contacts(contact_store& contacts) {
    for (const entity contact : lost_contacts_) {
        contacts.end(contact);
    }
}

} // namespace orrery::rigid::detail
