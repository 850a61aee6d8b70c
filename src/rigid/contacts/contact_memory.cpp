#include "rigid/contacts/contact_finder.hpp"

#include <orrery/core/jobs/parallel_each.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>
#include <span>

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

// What the touches of a step say about their contacts.
class contact_outcome {
public:
    contact_outcome(const broad_phase_state& index, const body_table& bodies, const contact_set& found,
                    const world_settings& settings) noexcept
        : index_(index)
        , bodies_(bodies)
        , found_(found)
        , settings_(settings) {}

    // Of those that do not touch any more.
    [[nodiscard]] bool is_any_over() const noexcept;
    [[nodiscard]] bool is_reported(const touch& pair) const noexcept;
    // The touch with this number and, if it is of a pair's first patch, those of all others: the first one
    // stands for the pair, which begins and ends with it.
    [[nodiscard]] std::span<const touch> patches_of(std::size_t number) const noexcept;
    [[nodiscard]] bool is_beginning(std::size_t number) const noexcept;
    [[nodiscard]] bool is_over(std::size_t number) const noexcept;
    // The event of a touch whose contact begins or goes on.
    [[nodiscard]] event event_of(const touch& pair, event_kind kind) const noexcept;

private:
    const broad_phase_state& index_;
    const body_table& bodies_;
    const contact_set& found_;
    const world_settings& settings_;
};

bool contact_outcome::is_any_over() const noexcept {
    for (std::size_t number = 0; number < index_.candidates.size(); ++number) {
        const candidate& each = index_.candidates[number];
        if (each.contact && (found_.marks[number] == candidate_mark::apart || each.is_excluded)) {
            return true;
        }
    }
    return false;
}

bool contact_outcome::is_reported(const touch& pair) const noexcept {
    return !pair.is_sensor &&
           (bodies_.briefs[pair.row_a].reports_contacts || bodies_.briefs[pair.row_b].reports_contacts);
}

std::span<const touch> contact_outcome::patches_of(std::size_t number) const noexcept {
    const std::span<const touch> rest = std::span(found_.touches).subspan(number);
    const candidate& first = index_.candidates[rest[0].candidate];
    const auto is_of_same_pair = [&](const touch& other) {
        const candidate& where = index_.candidates[other.candidate];
        return where.a == first.a && where.b == first.b;
    };
    std::size_t count = 1;
    while (first.patch == 0 && count < rest.size() && is_of_same_pair(rest[count])) {
        ++count;
    }
    return rest.first(count);
}

bool contact_outcome::is_beginning(std::size_t number) const noexcept {
    return std::ranges::any_of(patches_of(number), [&](const touch& patch) {
        return is_felt(patch, found_.manifolds[patch.candidate]);
    });
}

bool contact_outcome::is_over(std::size_t number) const noexcept {
    return std::ranges::none_of(patches_of(number), [&](const touch& patch) {
        return patch.impulse != 0 || is_near(found_.manifolds[patch.candidate], settings_.speculative_margin);
    });
}

event contact_outcome::event_of(const touch& pair, event_kind kind) const noexcept {
    const manifold& where = found_.manifolds[pair.candidate];
    return {.kind = kind,
            .a = pair.memory.a,
            .b = pair.memory.b,
            .point = contact_origin(index_.candidates[pair.candidate], bodies_.placed) + middle_of(where),
            .normal = where.normal,
            .impulse = pair.impulse,
            .friction_impulse = pair.friction_impulse,
            .friction = pair.is_sensor ? scalar(0) : pair.material.friction,
            .restitution = pair.is_sensor ? scalar(0) : pair.material.restitution,
            .material_a = bodies_.traits[pair.row_a].material.id,
            .material_b = bodies_.traits[pair.row_b].material.id};
}

// Creates the contact of a touch that has begun, and reports what is to be reported.
void remember_touch(std::size_t number, const contact_outcome& outcome, std::span<const touch> touches,
                    const registry_state& state, contact_store& contacts, event_log& events,
                    candidate& from) {
    const bool is_new = !from.contact;
    if (is_new ? !outcome.is_beginning(number) : !outcome.is_reported(touches[number])) {
        return;
    }
    // What begins is told of once, as it is where it is felt most.
    const touch& pair =
        is_new ? *std::ranges::max_element(outcome.patches_of(number), {}, &touch::impulse) : touches[number];
    const event_kind new_kind = pair.is_sensor ? event_kind::sensor_entered : event_kind::contact_began;
    if (!is_new || from.patch == 0) {
        events.add(state, outcome.event_of(pair, is_new ? new_kind : event_kind::contact_persisted));
    }
    if (is_new) {
        from.contact = contacts.create(touches[number]);
    }
}

} // namespace

void contact_finder::remember(const body_table& bodies, const world_settings& settings, scheduler& jobs,
                              orrery::registry& registry, contact_store& contacts, event_log& events,
                              copy_on_write<broad_phase_state>& index) {
    ORRERY_ZONE("remember contacts");
    // Where everything rests nothing is written, so that frames go on sharing what they are derived from.
    if (found_.touches.empty() && !contact_outcome(*index, bodies, found_, settings).is_any_over()) {
        return;
    }
    broad_phase_state& scene = index.write();
    const std::span<candidate> candidates = scene.candidates;
    const contact_outcome outcome(scene, bodies, found_, settings);
    // Most contacts go on and are not reported: they are only told where to find their new memory.
    touch_of_slot_.resize(registry.slot_count(), no_touch);
    parallel_for(jobs, found_.touches.size(), 256, [&](std::size_t number) {
        const touch& pair = found_.touches[number];
        const entity contact = candidates[pair.candidate].contact;
        if (contact) {
            touch_of_slot_[contact.index] = static_cast<std::uint32_t>(number);
        }
        const bool is_quiet =
            contact ? !outcome.is_over(number) && !outcome.is_reported(pair) : !outcome.is_beginning(number);
        if (is_quiet) {
            found_.marks[pair.candidate] = candidate_mark::settled;
        }
    });
    parallel_each(jobs, registry.view<contact>(), [&](entity id, contact& memory) {
        if (touch_of_slot_[id.index] != no_touch) {
            memory = found_.touches[touch_of_slot_[id.index]].memory;
            touch_of_slot_[id.index] = no_touch;
        }
    });
    std::size_t next = 0;
    for (std::size_t number = 0; number < candidates.size(); ++number) {
        candidate& each = candidates[number];
        next += found_.marks[number] == candidate_mark::settled ? 1 : 0;
        bool has_ended = found_.marks[number] == candidate_mark::apart || each.is_excluded;
        if (found_.marks[number] == candidate_mark::touching) {
            remember_touch(next, outcome, found_.touches, registry, contacts, events, each);
            has_ended = outcome.is_over(next++);
        }
        // Of those at rest nothing is known; they go on as they are.
        if (each.contact && has_ended) {
            contacts.end(each.contact);
            each.contact = {};
        }
    }
}

} // namespace orrery::rigid::detail
