// Continuous collision: bodies that moved so far in a step that they may have passed through something are
// put back to where they first met it. They keep their velocities, and the next step finds the contact. What
// a swift kinematic body runs into is pushed ahead of it (kinematic_pusher.hpp), and sensors notice what has
// passed through them within the step.
#pragma once

#include "rigid/continuous/encounter_list.hpp"
#include "rigid/continuous/kinematic_pusher.hpp"
#include "rigid/continuous/path_set.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class continuous_stage {
public:
    // Before bodies move.
    void note_starts(std::span<const body_row> rows, scheduler& jobs) { paths_.note_starts(rows, jobs); }

    // After they have moved: changes positions and velocities of rows, and wakes what is pushed.
    void stop_fast_bodies(const ccd_scene& scene, const row_sources& rows_from, island_waker& waker,
                          body_table& bodies, event_log& events);

    // Of rows, in the last step.
    [[nodiscard]] const std::vector<body_path>& paths() const noexcept { return paths_.all(); }

private:
    // A body that goes along with what it has met, from there to the end of the step.
    struct body_carry {
        std::uint32_t row = 0;
        std::uint32_t by = 0; // as a row
        vector3 way;
    };

    // Casts encounters, and once more wherever bodies slide along what they met.
    void cast_sliding(const ccd_scene& scene, std::span<body_row> rows);
    void cast_encounters(const ccd_scene& scene, std::span<const body_row> rows);
    // Takes from bodies that slide what leads into the surface. True if there are any: their ways are others
    // now.
    [[nodiscard]] bool slide_along_surfaces(const ccd_scene& scene, std::span<body_row> rows);
    void slide(const continuous_stop& stop, std::uint32_t number, std::uint32_t other, const ccd_scene& scene,
               std::span<body_row> rows);
    void stop_at_encounters(std::span<body_row> rows) const;
    void stop_middles(const ccd_scene& scene, std::span<body_row> rows);
    void stop_middle(const continuous_stop& stop, std::uint32_t number, std::uint32_t other,
                     std::span<body_row> rows) const;
    void notice_passing_sensors(const ccd_scene& scene, std::span<const body_row> rows,
                                const registry_state& state, event_log& events);
    void carry_stopped_bodies(const ccd_scene& scene, std::span<body_row> rows);
    void note_carry(const continuous_stop& stop, std::uint32_t number, std::uint32_t other);
    [[nodiscard]] scalar free_share(const body_carry& carry, const ccd_scene& scene,
                                    std::span<const body_row> rows);
    // Calls visit(stop, row, row of the other) for both sides of all encounters in which one of the stops is
    // wanted, in the order of keys. Says whether there are any.
    template <typename Predicate, typename Visit>
    bool for_each_stop(const ccd_scene& scene, Predicate is_wanted, Visit visit);

    path_set paths_;
    encounter_list encounters_;
    kinematic_pusher pusher_;
    std::vector<encounter> wanted_; // of the encounters, sorted
    std::vector<body_carry> carries_;
    surface_rooms rooms_;
};

} // namespace orrery::rigid::detail
