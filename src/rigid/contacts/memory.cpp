// What a step leaves behind of its contacts: components that the next step reads, and events.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/jobs/parallel_each.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t no_touch = 0xffff'ffffu;

[[nodiscard]] bool is_felt(const touch& pair, const manifold& where) noexcept {
    return pair.is_sensor || pair.impulse > 0 || has_overlap(where);
}

// Points that came along only because the bodies are fast say nothing about a contact that is over.
[[nodiscard]] bool is_near(const manifold& where, scalar margin) noexcept {
    return std::any_of(where.points.begin(), where.points.begin() + where.count,
                       [=](const manifold_point& at) { return at.separation <= margin; });
}

// The middle of the points, from where their offsets begin.
[[nodiscard]] vector3 middle_of(const manifold& where) noexcept {
    vector3 sum;
    for (std::uint32_t point = 0; point < where.count; ++point) {
        sum += where.points[point].offset;
    }
    return sum / static_cast<scalar>(where.count);
}

[[nodiscard]] std::uint32_t material_id_of(const registry_state& state, entity id) noexcept {
    const material* surface = state.try_get<material>(id);
    return surface != nullptr ? surface->id : 0;
}

// What is told of bodies that fly apart may be more than numbers hold, and files take finite numbers only.
[[nodiscard]] scalar finite(scalar value) noexcept {
    constexpr scalar largest = std::numeric_limits<scalar>::max();
    return value != value ? scalar(0) : clamp(value, -largest, largest);
}

[[nodiscard]] vector3 finite(vector3 value) noexcept {
    return {finite(value.x), finite(value.y), finite(value.z)};
}

} // namespace

void pipeline::remember_contacts() {
    ORRERY_ZONE("remember contacts");
    // Where everything rests nothing is written, so that frames go on sharing what they are derived from.
    if (touches_.empty() && !is_any_contact_over()) {
        return;
    }
    const std::span<candidate> candidates = derived.write().candidates;
    // Most contacts go on and are not reported: they are only told where to find their new memory.
    touch_of_slot_.resize(registry.slot_count(), no_touch);
    parallel_for(machine->jobs(), touches_.size(), 256, [&](std::size_t number) {
        const touch& pair = touches_[number];
        const entity contact = candidates[pair.candidate].contact;
        if (contact) {
            touch_of_slot_[contact.index] = static_cast<std::uint32_t>(number);
        }
        const bool is_quiet = contact ? !is_over(number) && !is_reported(pair) : !is_beginning(number);
        if (is_quiet) {
            marks_[pair.candidate] = candidate_mark::settled;
        }
    });
    parallel_each(machine->jobs(), registry.view<contact>(), [&](entity id, contact& memory) {
        if (touch_of_slot_[id.index] != no_touch) {
            memory = touches_[touch_of_slot_[id.index]].memory;
            touch_of_slot_[id.index] = no_touch;
        }
    });
    std::size_t next = 0;
    for (std::size_t number = 0; number < candidates.size(); ++number) {
        candidate& each = candidates[number];
        next += marks_[number] == candidate_mark::settled ? 1 : 0;
        bool has_ended = marks_[number] == candidate_mark::apart || each.is_excluded;
        if (marks_[number] == candidate_mark::touching) {
            remember(next, each);
            has_ended = is_over(next++);
        }
        // Of those at rest nothing is known; they go on as they are.
        if (each.contact && has_ended) {
            end_contact(each.contact);
            each.contact = {};
        }
    }
}

bool pipeline::is_any_contact_over() const noexcept {
    for (std::size_t number = 0; number < derived->candidates.size(); ++number) {
        const candidate& each = derived->candidates[number];
        if (each.contact && (marks_[number] == candidate_mark::apart || each.is_excluded)) {
            return true;
        }
    }
    return false;
}

bool pipeline::is_reported(const touch& pair) const noexcept {
    return !pair.is_sensor && (briefs_[pair.row_a].reports_contacts || briefs_[pair.row_b].reports_contacts);
}

std::span<const touch> pipeline::patches_of(std::size_t number) const noexcept {
    const std::span<const touch> rest = std::span<const touch>(touches_).subspan(number);
    const candidate& first = derived->candidates[rest[0].candidate];
    const auto is_of_same_pair = [&](const touch& other) {
        const candidate& where = derived->candidates[other.candidate];
        return where.a == first.a && where.b == first.b;
    };
    std::size_t count = 1;
    while (first.patch == 0 && count < rest.size() && is_of_same_pair(rest[count])) {
        ++count;
    }
    return rest.first(count);
}

bool pipeline::is_beginning(std::size_t number) const noexcept {
    return std::ranges::any_of(
        patches_of(number), [&](const touch& patch) { return is_felt(patch, manifolds_[patch.candidate]); });
}

bool pipeline::is_over(std::size_t number) const noexcept {
    return std::ranges::none_of(patches_of(number), [&](const touch& patch) {
        return patch.impulse != 0 || is_near(manifolds_[patch.candidate], settings.speculative_margin);
    });
}

void pipeline::remember(std::size_t number, candidate& from) {
    const bool is_new = !from.contact;
    if (is_new ? !is_beginning(number) : !is_reported(touches_[number])) {
        return;
    }
    // What begins is told of once, as it is where it is felt most.
    const touch& pair =
        is_new ? *std::ranges::max_element(patches_of(number), {}, &touch::impulse) : touches_[number];
    const manifold& where = manifolds_[pair.candidate];
    const event_kind new_kind = pair.is_sensor ? event_kind::sensor_entered : event_kind::contact_began;
    if (!is_new || from.patch == 0) {
        note({.kind = is_new ? new_kind : event_kind::contact_persisted,
              .a = pair.memory.a,
              .b = pair.memory.b,
              .point = origin_of(from) + middle_of(where),
              .normal = where.normal,
              .impulse = pair.impulse,
              .friction_impulse = pair.friction_impulse,
              .friction = pair.is_sensor ? scalar(0) : pair.material.friction,
              .restitution = pair.is_sensor ? scalar(0) : pair.material.restitution,
              .material_a = rows[pair.row_a].material.id,
              .material_b = rows[pair.row_b].material.id});
    }
    if (is_new) {
        from.contact = create_contact(touches_[number]);
    }
}

entity pipeline::create_contact(const touch& pair) {
    const std::uint32_t children = std::uint32_t{pair.memory.child_a} << 16 | pair.memory.child_b;
    entity_key key = derive_key(registry.key_of(pair.memory.a),
                                static_cast<std::uint64_t>(registry.key_of(pair.memory.b)), children);
    if (pair.memory.patch != 0) {
        key = derive_key(key, pair.memory.patch, 0);
    }
    entity id = registry.create(key);
    while (!id) { // somebody else has this key
        key = derive_key(key, 0, 0);
        id = registry.create(key);
    }
    registry.emplace<contact>(id, pair.memory);
    return id;
}

void pipeline::note(event what) {
    // Who is not there, or not any more, is named by whoever notes it.
    if (registry.valid(what.a)) {
        what.key_a = registry.key_of(what.a);
    }
    if (registry.valid(what.b)) {
        what.key_b = registry.key_of(what.b);
    }
    what.point = finite(what.point);
    what.normal = finite(what.normal);
    what.impulse = finite(what.impulse);
    what.friction_impulse = finite(what.friction_impulse);
    (is_stepping_ ? events : pending_events_).push_back(what);
}

void pipeline::end_contact(entity which) {
    if (!registry.all_of<contact>(which)) {
        return; // somebody else has destroyed it
    }
    const contact& memory = registry.get<const contact>(which);
    if (memory.patch == 0) {
        note({.kind = memory.is_sensor != 0 ? event_kind::sensor_left : event_kind::contact_ended,
              .a = memory.a,
              .b = memory.b,
              .material_a = material_id_of(registry, memory.a),
              .material_b = material_id_of(registry, memory.b)});
    }
    // First of all, so that whoever hears of the entity's end does not find it again.
    registry.remove<contact>(which);
    if (!is_body_or_joint(which)) { // to which somebody may have given one
        registry.destroy(which);
    }
}

bool pipeline::is_body_or_joint(entity id) const {
    return registry.all_of<body>(id) ||
           std::ranges::any_of(constraint_types_,
                               [&](const constraint_type& type) { return type.has(registry, id); });
}

} // namespace orrery::rigid::detail
