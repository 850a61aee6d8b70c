// Where the records go that a tick has written: behind those of the frame before, and if there is no room, to
// another arena together with those that are still needed. What has no room there either is left out.
#pragma once

#include "hex/step/object_changes.hpp"

#include <orrery/core/result.hpp>
#include <orrery/hex/event.hpp>
#include <orrery/hex/extended_arena.hpp>
#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::hex::detail {

class record_placer {
public:
    // Gives the new records of a tick a place.
    void place(const frame& before, object_changes& objects, std::vector<event>& events);

    // The same for objects that are added to a frame: equal records are written once. If there is no room,
    // nothing changes.
    [[nodiscard]] status place_added(const frame& before, object_changes& objects);

    // Tells objects that were copied from the frame before where their records are now.
    void forward(frame& next) const noexcept;

    [[nodiscard]] const std::shared_ptr<extended_arena>& arena() const noexcept { return arena_; }

    // Records from here on are of this tick.
    [[nodiscard]] std::uint32_t first_new_grain() const noexcept { return first_new_grain_; }

    // Whether records were copied to another arena.
    [[nodiscard]] bool has_collected() const noexcept { return has_collected_; }

private:
    void collect(const frame& before);

    std::shared_ptr<extended_arena> arena_;
    std::uint32_t first_new_grain_ = 0;
    bool has_collected_ = false;
    std::vector<std::uint16_t> forwarded_; // where records are that were copied to another arena
};

} // namespace orrery::hex::detail
