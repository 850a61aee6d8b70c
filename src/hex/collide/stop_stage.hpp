// Where objects stop in this tick: nothing goes on through what it meets. Contacts are taken in the order of
// time, and of keys where that is the same. Two composites that meet stop there until the next tick. What
// would have happened to them later in this tick does not happen, and whoever comes to where they stand now
// meets them there. So each composite stops at most once, where it was free up to then, and nothing in this
// depends on the order of objects or on anybody who is not near.
//
// A particle stops on the composite that it meets, and is carried along by it: composites do not stop for
// particles, or they would stand still under fire.
#pragma once

#include "hex/collide/broad_phase.hpp"
#include "hex/collide/meeting.hpp"
#include "hex/collide/neighbor_list.hpp"

#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex::detail {

class stop_stage {
public:
    // Puts objects back to where they stopped, and leaves of the meetings those that take place, in their
    // order; it may add some. The broad phase is of this frame.
    void run(const broad_phase& boxes, frame& next, std::vector<meeting>& meetings);

    // By object: when it stopped in the tick, or whole_tick.
    [[nodiscard]] std::span<const std::uint32_t> stops() const noexcept { return stops_; }

private:
    void begin(std::uint32_t object_count);
    [[nodiscard]] bool takes_place(const meeting& each, const frame& in) const noexcept;
    void stop_both(const meeting& each, const broad_phase& boxes, const frame& in,
                   std::vector<meeting>& meetings);
    void look_again(std::uint32_t mover, std::uint32_t stopped, const passage& standing, const frame& in,
                    std::vector<meeting>& meetings);
    void put_back(frame& next) const;
    void carry(const meeting& each, frame& next);

    std::vector<std::uint32_t> stops_;
    std::vector<std::uint32_t> stopped_; // objects that stop in this tick
    std::vector<meeting> open_;          // of two composites: a heap, the earliest first
    neighbor_list neighbors_;
};

} // namespace orrery::hex::detail
