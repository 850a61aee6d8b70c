// The narrow phase: where candidates touch, who is woken by it, and what is remembered from the last step.
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// What is known of a candidate in this step.
enum mark : std::uint8_t {
    at_rest, // neither can have moved
    to_collide,
    collided,
};

// A sensor is touched by what overlaps it, not by what comes near.
[[nodiscard]] bool overlaps(const manifold& where) noexcept {
    return std::any_of(where.points.begin(), where.points.begin() + where.count,
                       [](const manifold_point& at) { return at.separation <= 0; });
}

[[nodiscard]] bool is_active(const body_row& row) noexcept {
    return row.is_awake || row.is_moving_kinematic();
}

} // namespace

void pipeline::find_contacts() {
    ORRERY_ZONE("narrow phase");
    const std::size_t count = derived->candidates.size();
    marks_.assign(count, at_rest);
    if (manifolds_.size() < count) {
        manifolds_.resize(count);
    }
    do {
        mark_active_candidates();
        collide_marked();
    } while (wake_touched() || wake_joined());
    list_touches();
}

void pipeline::mark_active_candidates() {
    to_collide_.clear();
    const std::span<const collider> parts = derived->who.colliders();
    const std::span<const candidate> candidates = derived->candidates;
    for (std::uint32_t number = 0; number < candidates.size(); ++number) {
        const candidate& each = candidates[number];
        if (marks_[number] == at_rest && !each.is_excluded &&
            (is_active(rows[parts[each.a].row]) || is_active(rows[parts[each.b].row]))) {
            marks_[number] = to_collide;
            to_collide_.push_back(number);
        }
    }
}

void pipeline::collide_marked() {
    std::vector<candidate>& candidates = own_derived().candidates;
    const std::span<const collider> parts = derived->who.colliders();
    constexpr std::size_t pairs_a_task = 32;
    parallel_for(machine->jobs(), to_collide_.size(), pairs_a_task, [&](std::size_t index) {
        const std::uint32_t number = to_collide_[index];
        candidate& each = candidates[number];
        manifold& found = manifolds_[number];
        const body_row& row_a = rows[parts[each.a].row];
        const body_row& row_b = rows[parts[each.b].row];
        collide(placed[each.a], placed[each.b], row_a.reach + row_b.reach, each.cache, found);
        const bool is_sensor = row_a.is_sensor || row_b.is_sensor;
        if (is_sensor && !overlaps(found)) {
            found.count = 0;
        }
        marks_[number] = collided;
    });
}

bool pipeline::wake_touched() {
    labels_.clear();
    const std::span<const collider> parts = derived->who.colliders();
    for (const std::uint32_t number : to_collide_) {
        if (manifolds_[number].count == 0) {
            continue;
        }
        const std::uint32_t ends[] = {parts[derived->candidates[number].a].row,
                                      parts[derived->candidates[number].b].row};
        if (rows[ends[0]].is_sensor || rows[ends[1]].is_sensor) {
            continue;
        }
        for (const std::uint32_t row : ends) {
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
    return true;
}

void pipeline::list_touches() {
    touches_.clear();
    const std::span<const collider> parts = derived->who.colliders();
    const std::span<const candidate> candidates = derived->candidates;
    for (std::uint32_t number = 0; number < candidates.size(); ++number) {
        if (marks_[number] == collided && manifolds_[number].count > 0) {
            touches_.push_back({.candidate = number,
                                .row_a = parts[candidates[number].a].row,
                                .row_b = parts[candidates[number].b].row});
        }
    }
    constexpr std::size_t touches_a_task = 128;
    parallel_for(machine->jobs(), touches_.size(), touches_a_task,
                 [&](std::size_t index) { recall(touches_[index]); });
}

void pipeline::recall(touch& pair) const {
    const candidate& from = derived->candidates[pair.candidate];
    const manifold& where = manifolds_[pair.candidate];
    const body_row& row_a = rows[pair.row_a];
    const body_row& row_b = rows[pair.row_b];
    pair.is_sensor = row_a.is_sensor || row_b.is_sensor;
    pair.is_a_dynamic = row_a.kind == body_kind::dynamic;
    pair.is_b_dynamic = row_b.kind == body_kind::dynamic;
    pair.arm_a = placed[from.a].position - row_a.position;
    pair.arm_b = placed[from.a].position - row_b.position;
    pair.material = materials.empty() ? mix(row_a.material, row_b.material)
                                      : materials.combine(row_a.material, row_b.material);
    contact& memory = pair.memory;
    memory.a = derived->who.bodies()[pair.row_a].id;
    memory.b = derived->who.bodies()[pair.row_b].id;
    memory.child_a = static_cast<std::uint16_t>(derived->who.colliders()[from.a].child);
    memory.child_b = static_cast<std::uint16_t>(derived->who.colliders()[from.b].child);
    memory.is_sensor = pair.is_sensor ? 1 : 0;
    memory.count = static_cast<std::uint16_t>(where.count);
    for (std::uint32_t point = 0; point < where.count; ++point) {
        memory.features[point] = where.points[point].feature;
    }
    if (!from.contact) {
        return;
    }
    const contact& before = registry.get<contact>(from.contact);
    memory.friction_impulse = before.friction_impulse;
    memory.rolling_impulse = before.rolling_impulse;
    memory.spinning_impulse = before.spinning_impulse;
    for (std::uint32_t point = 0; point < where.count; ++point) {
        for (std::uint32_t old = 0; old < before.count; ++old) {
            if (before.features[old] == memory.features[point]) {
                memory.normal_impulses[point] = before.normal_impulses[old];
            }
        }
    }
}

} // namespace orrery::rigid::detail
