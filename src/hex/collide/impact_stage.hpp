// What meetings do to objects. They are dealt with in the order of time, and of keys where that is the same,
// each with the velocities that the ones before it have left. So no order of objects shows in what comes out,
// and no energy comes from nowhere when somebody meets many others at once. What an impact destroys ceases to
// be in the next tick.
#pragma once

#include "hex/collide/meeting.hpp"
#include "hex/collide/velocity_changes.hpp"

#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/impact.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex::detail {

class impact_stage {
public:
    // Changes velocities by the meetings that take place, which are in their order, and notes damage as fates
    // of the frame. `stops` says by object when it stopped in the tick. Returns how many impacts there were.
    std::uint32_t push_apart(std::span<const meeting> meetings, std::span<const std::uint32_t> stops,
                             const rules& types, frame& next, std::vector<event>& events);

private:
    // Says whether the two approach each other.
    bool collide(const meeting& each, const rules& types, frame& next, std::vector<event>& events);
    [[nodiscard]] impact_side side_of(std::uint32_t index, const rules& types,
                                      const frame& in) const noexcept;

    velocity_changes pushes_;
};

// Virtual tiles that nothing has blocked in the tick that made them are to become real.
void confirm_virtual_tiles(frame& next);

} // namespace orrery::hex::detail
