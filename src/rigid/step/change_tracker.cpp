#include "rigid/step/change_tracker.hpp"
#include "rigid/step/register_components.hpp"

#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/material_pair.hpp>

#include <cstddef>
#include <type_traits>

namespace orrery::rigid::detail {

change_tracker::change_tracker(orrery::registry& registry, world_definition& definition, event_log& events,
                               copy_on_write<broad_phase_state>& index, body_table& bodies,
                               const std::vector<body_path>& paths)
    : waker(registry, events, definition.constraint_types)
    , contacts(registry, events, definition.constraint_types)
    , glue(registry, definition.shapes, events, waker, index, bodies)
    , registry_(registry)
    , definition_(definition)
    , events_(events)
    , index_(index)
    , bodies_(bodies)
    , paths_(paths) {
    register_components(registry);
    listen_to_bodies();
    listen_to_contacts_and_joints();
    listen_for_repairs();
    listen_to_materials();
    connections_.emplace_back(
        registry_.on_restore().connect([this](orrery::registry&) { forget_derived(); }));
}

template <component T, auto Come, auto Change, auto Go>
void change_tracker::listen() {
    const auto connect = [&]<auto Reaction>(auto sink, std::integral_constant<decltype(Reaction), Reaction>) {
        if constexpr (!std::is_null_pointer_v<decltype(Reaction)>) {
            connections_.emplace_back(
                sink.connect([this](orrery::registry&, entity id) { (this->*Reaction)(id); }));
        }
    };
    connect(registry_.on_construct<T>(), std::integral_constant<decltype(Come), Come>{});
    connect(registry_.on_update<T>(), std::integral_constant<decltype(Change), Change>{});
    connect(registry_.on_destroy<T>(), std::integral_constant<decltype(Go), Go>{});
}

// Each line: what is done when such a component comes, changes and goes, or whichever of these.
void change_tracker::listen_to_bodies() {
    using t = change_tracker;
    listen<body, &t::change_roster, &t::reconsider, &t::depart>();
    listen<position, &t::place, &t::displace, &t::leave_roster>();
    listen<orientation, &t::place, &t::displace, &t::leave_roster>();
    listen<shape, &t::change_roster, &t::change_shape, &t::leave_with_contacts>();
    listen<linear_velocity, &t::gain_velocity, &t::change_velocity, &t::gain_velocity>();
    listen<angular_velocity, &t::gain_velocity, &t::change_velocity, &t::gain_velocity>();
    listen<steady_force, &t::change_row>();
    // Whether a body has these decides whom it can meet.
    listen<material, &t::reconsider>();
    listen<mass, &t::reconsider>();
    listen<inertia, &t::change_row>();
    listen<center_of_mass, &t::change_row>();
    listen<gravity, &t::change_row>();
    listen<damping, &t::change_row>();
    listen<locked_axes, &t::change_row>();
    listen<never_sleeps, &t::change_row>();
    listen<drag, &t::change_row>();
    listen<feels_fields, &t::change_row>();
    listen<collision_filter, &t::reconsider>();
    listen<glued_to, &t::change_glue>();
    listen<asleep, &t::change_row_silently>();
    listen<stillness, nullptr, nullptr, &t::change_roster>(); // every dynamic body has one
}

void change_tracker::listen_to_contacts_and_joints() {
    using t = change_tracker;
    listen<excluded_pair, &t::change_exclusions>();
    listen<contact, &t::change_contacts, nullptr, &t::change_contacts>();
    listen<constraint_impulses, nullptr, nullptr, &t::change_joints>(); // every joint has these
    listen<constraint_memory, nullptr, nullptr, &t::change_joints>();
}

// Whatever a step may find incomplete when such a component has come, gone or changed without it.
void change_tracker::listen_for_repairs() {
    using t = change_tracker;
    listen<body, &t::change_soundness>();
    listen<position, &t::change_soundness>();
    listen<orientation, &t::change_soundness>();
    listen<linear_velocity, &t::change_soundness>();
    listen<angular_velocity, &t::change_soundness>();
    listen<mass, &t::change_soundness>();
    listen<inertia, &t::change_soundness>();
    listen<shape, &t::change_soundness>();
    listen<asleep, &t::change_soundness>();
    listen<glued_to, &t::change_soundness>();
    listen<carries, &t::change_soundness>();
    listen<contact, &t::change_soundness>();
}

void change_tracker::listen_to_materials() {
    using t = change_tracker;
    listen<material_pair, &t::change_materials>();
    // What a body says about pairs of materials does not count.
    listen<body, &t::look_at_materials, nullptr, &t::look_at_materials>();
}

void change_tracker::add(const constraint_type& type) {
    changes.joints = true;
    type.listen(
        registry_, this,
        [](void* listener, entity a, entity b) {
            auto& self = *static_cast<change_tracker*>(listener);
            self.changes.joints = true;
            self.changes.exclusions = true;
            self.change_soundness(a);
            self.waker.wake(a);
            self.waker.wake(b);
        },
        connections_);
}

void change_tracker::change_roster(entity) {
    changes.roster = true;
}

void change_tracker::leave_roster(entity which) {
    changes.roster = true;
    waker.wake_neighbors(which);
}

void change_tracker::leave_with_contacts(entity which) {
    leave_roster(which);
    forget_contacts(which);
}

void change_tracker::change_shape(entity which) {
    changes.roster = true;
    wake_changed(which);
    forget_contacts(which);
}

// Whoever is changed from outside is awake, and so is what it touches.
void change_tracker::change_row(entity which) {
    changes.rows = true;
    wake_changed(which);
}

void change_tracker::change_row_silently(entity) {
    changes.rows = true;
}

// A recording knows nothing yet of a body that no step has seen, and so cannot be mistaken about it.
void change_tracker::place(entity which) {
    changes.roster = true;
    changes.motions |= is_known(which);
}

void change_tracker::displace(entity which) {
    changes.rows = true;
    changes.motions = true;
    wake_changed(which);
}

// Without velocities nothing moves, so their coming and going decides whom a body can meet.
void change_tracker::gain_velocity(entity which) {
    changes.motions |= is_known(which);
    reconsider(which);
}

void change_tracker::change_velocity(entity which) {
    changes.rows = true;
    // Whoever can move is recorded as the step leaves it.
    const std::uint32_t row = index_->who.row_of(which);
    changes.motions |=
        changes.are_rows_gathered || row == no_row || bodies_.rows[row].kind == body_kind::fixed;
    wake_changed(which);
}

// What is glued touches others as a part of its carrier, and stops when that is fixed.
void change_tracker::change_glue(entity which) {
    changes.motions = true;
    reconsider(which);
}

void change_tracker::change_exclusions(entity) {
    changes.exclusions = true;
}

// Contacts that come or go without the step, as with an island from elsewhere, are looked for again.
void change_tracker::change_contacts(entity) {
    changes.contacts |= !events_.is_stepping();
}

void change_tracker::change_joints(entity) {
    changes.joints = true;
}

void change_tracker::change_soundness(entity) {
    changes.soundness |= !events_.is_stepping();
}

void change_tracker::change_materials(entity) {
    changes.materials = true;
    waker.wake_all();
}

void change_tracker::look_at_materials(entity) {
    changes.materials = true;
}

void change_tracker::reconsider(entity which) {
    changes.roster = true;
    changes.reconsidered.push_back(which);
    wake_changed(which);
    forget_contacts(which);
}

void change_tracker::wake_changed(entity which) {
    if (changes.is_roster_foreign || is_known(which)) {
        waker.wake_neighbors(which);
        waker.wake_alone(which);
    }
}

// Between steps at once, so that a frame that is saved or gone back to shows it. A body that no step has seen
// touches nothing.
void change_tracker::forget_contacts(entity which) {
    if (!events_.is_stepping() && (changes.is_roster_foreign || is_known(which))) {
        contacts.end_all_of(which);
    }
}

bool change_tracker::is_known(entity which) const noexcept {
    return index_->who.row_of(which) != no_row;
}

void change_tracker::depart(entity which) {
    departed.add(which, registry_, *index_, bodies_, paths_, definition_.settings);
    leave_roster(which);
    if (registry_.count<glued_to>() > 0) {
        glue.release_members(which);
        if (registry_.all_of<glued_to>(which)) {
            (void)glue.unglue(which);
        }
    }
    contacts.end_all_of(which);
}

void change_tracker::forget_derived() {
    departed.clear();
    bodies_.moving.clear();
    index_ = copy_on_write<broad_phase_state>::make();
    changes.roster = true;
    changes.is_roster_foreign = true;
    changes.joints = true;
    changes.contacts = true;
    changes.soundness = true;
    changes.materials = true;
    changes.motions = true;
    changes.reconsidered.clear();
}

} // namespace orrery::rigid::detail
