// What has happened in an update.
#pragma once

#include "circles/impacts/mover.hpp"

#include <orrery/circles/event.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// Two that met, or of which one is a sensor that the other came into: ranks, the lower one first, or a rank
// and wall_bit with the number of a part.
struct meeting {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    scalar time = 0;
};

struct impact : meeting {
    std::uint32_t wall = no_wall;
    vector2 point{};
    vector2 normal{};
    scalar impulse = 0;
};

class impact_log {
public:
    void clear() noexcept {
        impacts_.clear();
        entries_.clear();
    }

    void add(const impact& what) { impacts_.push_back(what); }

    void add_entry(const meeting& what) { entries_.push_back(what); }

    // By time, then by who it is.
    void sort();

    [[nodiscard]] std::span<const impact> impacts() const noexcept { return impacts_; }

    [[nodiscard]] std::span<const meeting> entries() const noexcept { return entries_; }

    void write_events(std::span<const entity_key> keys, std::vector<event>& events) const;

private:
    std::vector<impact> impacts_;
    std::vector<meeting> entries_;
};

} // namespace orrery::circles::detail
