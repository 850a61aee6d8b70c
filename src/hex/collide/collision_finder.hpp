// Finds which objects have met in a tick (broad and narrow phase). All meetings are found before any of them
// does anything; stop_stage.hpp tells which of them take place, impact_stage.hpp what they do.
#pragma once

#include "hex/collide/broad_phase.hpp"
#include "hex/collide/meeting.hpp"

#include <orrery/hex/frame.hpp>
#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <vector>

namespace orrery::hex::detail {

class collision_finder {
public:
    // Brings the broad phase to the frame and returns the meetings of the tick that made it, in no order;
    // valid until the next call. Virtual tiles that have met something are noted as fates of the frame.
    [[nodiscard]] std::vector<meeting>& find(simd::level width, broad_phase& boxes, frame& in);

    // Of objects that are near each other, as found last.
    [[nodiscard]] const spatial::pair_buffer& pairs() const noexcept { return pairs_; }

private:
    void find_meeting(std::uint32_t a, std::uint32_t b, frame& in);

    spatial::pair_buffer pairs_;
    std::vector<meeting> meetings_;
};

} // namespace orrery::hex::detail
