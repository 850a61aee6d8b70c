// Who is there from one frame to the next, and who touches whom when an update begins. Most updates leave
// everybody where they stand in the roster, and read the frame before as it lies.
#pragma once

#include "circles/step/circle_changes.hpp"
#include "circles/walls/terrain.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// What an update begins from. Motions and contacts are those of the frame before, or copies that were
// changed, and last as long as these do.
struct update_start {
    std::shared_ptr<const circles::roster> roster;
    std::span<const motion> motions;
    std::span<const contact> contacts;
};

class population_stage {
public:
    // Carries out changes, which are then no longer open. What begins and ends by them is appended to events.
    [[nodiscard]] update_start settle(const frame& before, const terrain& walls, circle_changes& changes,
                                      std::vector<event>& events);

private:
    void drop_loose_contacts(const frame& before, const terrain& walls, const circle_changes& changes,
                             update_start& start, std::vector<event>& ended);
    void merge_newcomers(circle_changes& changes, update_start& start);
    void own_contacts(update_start& start);
    void add_overlaps(const terrain& walls, update_start& start, std::vector<event>& begun);

    std::vector<contact> contacts_;
    std::vector<contact> overlaps_;
    std::vector<std::uint8_t> is_fresh_;   // was put where it is, or has become what it is
    std::vector<std::uint32_t> new_index_; // of those of the old roster in the new one
};

} // namespace orrery::circles::detail
