// Continuous collision with kinematic bodies. These cannot be stopped, so whatever a swift one runs into is
// moved ahead of it: to where they meet and from there on along the normal, as far as the kinematic body
// comes. What is pushed pushes others in turn. The next step finds them touching and gives them their
// velocities.
#pragma once

#include "rigid/continuous/encounter_list.hpp"
#include "rigid/continuous/path_caster.hpp"
#include "rigid/step/gather.hpp"
#include "rigid/surface/surface_room.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// What wakes sleepers that are pushed.
struct push_waker {
    const row_sources& rows_from;
    island_waker& waker;
    body_table& bodies;
};

class kinematic_pusher {
public:
    // Changes the ways of what is pushed and finds the encounters anew. True if there was anything to push.
    [[nodiscard]] bool push(const ccd_scene& scene, const push_waker& wake, path_set& paths,
                            encounter_list& encounters);

private:
    // A dynamic collider that a swift kinematic one runs into.
    struct kinematic_push {
        std::uint32_t own = 0; // collider of the body that is pushed
        std::uint32_t by = 0;
        bool is_touching = false;
        scalar fraction = 1;    // of the step, when they meet; 1 if they do not
        vector3 displacement{}; // of the body that is pushed, in the whole step
    };

    [[nodiscard]] bool push_once(bool is_last_round, const ccd_scene& scene, const push_waker& wake,
                                 const encounter_list& encounters, path_set& paths);
    void list(const ccd_scene& scene, std::span<const body_row> rows, const path_set& paths,
              const encounter_list& encounters);
    void choose(bool takes_all, const ccd_scene& scene);
    void wake_sleepers(const ccd_scene& scene, const push_waker& wake) const;

    static void find(kinematic_push& push, const ccd_scene& scene, const path_caster& ways,
                     const path_set& paths, surface_room& room);
    static void apply(const kinematic_push& push, const ccd_scene& scene, std::span<const body_row> rows,
                      path_set& paths);

    std::vector<kinematic_push> pushes_;
    std::vector<aabb3> boxes_; // where they take bodies to
    surface_rooms rooms_;
};

} // namespace orrery::rigid::detail
