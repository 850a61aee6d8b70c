// The only listener of a world's registry. It notes what has changed for the stages that look at it
// (world_changes.hpp), and does at once what a frame between two steps must show: whoever is changed from
// outside wakes up with its neighbours, and contacts of what has gone or has another shape end.
#pragma once

#include "rigid/contacts/contact_store.hpp"
#include "rigid/continuous/body_path.hpp"
#include "rigid/islands/island_waker.hpp"
#include "rigid/objects/gluing.hpp"
#include "rigid/step/world_changes.hpp"
#include "rigid/step/world_definition.hpp"
#include "rigid/world/departures.hpp"

#include <orrery/core/connection.hpp>
#include <orrery/core/registry/registry.hpp>

#include <vector>

namespace orrery::rigid::detail {

class change_tracker {
public:
    change_tracker(orrery::registry& registry, world_definition& definition, event_log& events,
                   copy_on_write<broad_phase_state>& index, body_table& bodies,
                   const std::vector<body_path>& paths);
    change_tracker(const change_tracker&) = delete;
    change_tracker& operator=(const change_tracker&) = delete;
    ~change_tracker() = default;

    // Listens to joints of this type from now on.
    void add(const constraint_type& type);

    // The pairs of a body are asked for again.
    void reconsider(entity which);
    // The registry is another one: all that was derived from it is forgotten.
    void forget_derived();

    world_changes changes;
    departures departed;
    island_waker waker;
    contact_store contacts;
    gluing glue;

private:
    // Connects what is to be done when a component of this type comes, changes or goes; null for nothing.
    template <component T, auto Come, auto Change, auto Go>
    void listen();

    template <component T, auto Any>
    void listen() {
        listen<T, Any, Any, Any>();
    }

    void listen_to_bodies();
    void listen_to_contacts_and_joints();
    void listen_for_repairs();
    void listen_to_materials();

    // A body was changed from outside. One that no step has seen yet stays as it came.
    void wake_changed(entity which);
    // A body leaves: what is glued to it comes off, its contacts end, its neighbours wake up and the next
    // record lists it.
    void depart(entity which);

    // What a change of a component means.
    void change_roster(entity which);
    void leave_roster(entity which);
    void leave_with_contacts(entity which);
    void change_shape(entity which);
    void change_row(entity which);
    void change_row_silently(entity which);
    void place(entity which);
    void displace(entity which);
    void gain_velocity(entity which);
    void change_velocity(entity which);
    void change_glue(entity which);
    void change_exclusions(entity which);
    void change_contacts(entity which);
    void change_joints(entity which);
    void change_soundness(entity which);
    void change_materials(entity which);
    void look_at_materials(entity which);

    void forget_contacts(entity which);
    [[nodiscard]] bool is_known(entity which) const noexcept;

    orrery::registry& registry_;
    const world_definition& definition_;
    const event_log& events_;
    copy_on_write<broad_phase_state>& index_;
    body_table& bodies_;
    const std::vector<body_path>& paths_;
    std::vector<scoped_connection> connections_;
};

} // namespace orrery::rigid::detail
