#include "rigid/step/update_roster.hpp"

#include <orrery/rigid/components.hpp>
#include <orrery/rigid/contact.hpp>

#include <algorithm>
#include <tuple>

namespace orrery::rigid::detail {
namespace {

// A contact that no candidate knows of yet, as after going back: between which colliders it is.
struct loose_contact {
    std::uint32_t a;
    std::uint32_t b;
    std::uint8_t patch;
    entity id;
};

[[nodiscard]] std::vector<loose_contact> loose_contacts(const registry_state& state, const roster& who) {
    std::vector<loose_contact> found;
    const auto number_of = [&](entity id, std::uint32_t child) {
        const std::uint32_t row = who.row_of(id);
        const bool is_there = row != no_row && child < who.bodies()[row].collider_count;
        return is_there ? who.bodies()[row].first_collider + child : no_row;
    };
    state.view<contact>().each([&](entity id, const contact& memory) {
        const std::uint32_t a = number_of(memory.a, memory.child_a);
        const std::uint32_t b = number_of(memory.b, memory.child_b);
        if (a != no_row && b != no_row) {
            found.push_back({a, b, memory.patch, id});
        }
    });
    // total order: two colliders have one contact for each patch
    std::ranges::sort(found, {},
                      [](const loose_contact& each) { return std::tuple(each.a, each.b, each.patch); });
    return found;
}

} // namespace

void follow_new_roster(const roster& who, world_changes& changes, body_table& bodies) {
    ++changes.roster_version;
    changes.rows = true;
    changes.joints = true;
    changes.exclusions = true;
    bodies.reset(who.bodies().size(), who.colliders().size());
}

void update_roster(orrery::registry& registry, const shape_store& shapes, contact_store& contacts,
                   world_changes& changes, copy_on_write<broad_phase_state>& index, body_table& bodies) {
    if (!world_changes::take(changes.roster)) {
        return;
    }
    const std::vector<loose_contact> loose = !changes.is_roster_foreign && changes.contacts
                                                 ? loose_contacts(registry, index->who)
                                                 : std::vector<loose_contact>{};
    changes.is_roster_foreign = false;
    std::ranges::sort(changes.reconsidered); // total order: handles of one registry
    broad_phase_state& state = index.write();
    state.shapes = shapes;
    std::vector<std::uint32_t> new_numbers;
    state.who.rebuild(registry, shapes, changes.reconsidered, new_numbers);
    changes.reconsidered.clear();
    std::vector<entity> lost_contacts;
    broad_phase::follow_roster(state, new_numbers, lost_contacts);
    for (const loose_contact& each : loose) {
        if (new_numbers[each.a] == no_row || new_numbers[each.b] == no_row) {
            lost_contacts.push_back(each.id);
        }
    }
    for (const entity contact : lost_contacts) {
        contacts.end(contact);
    }
    follow_new_roster(state.who, changes, bodies);
    for (const roster::body_entry& each : state.who.bodies()) {
        if (registry.get<const body>(each.id).kind == body_kind::dynamic &&
            !registry.all_of<stillness>(each.id)) {
            registry.emplace<stillness>(each.id);
        }
    }
}

} // namespace orrery::rigid::detail
