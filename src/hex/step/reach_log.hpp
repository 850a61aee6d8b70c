// How far each object has felt others in a tick, for a time database that asks whom a change concerns.
#pragma once

#include "hex/world/record_keeper.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/math/aabb.hpp>

#include <vector>

namespace orrery::hex::detail {

class reach_log {
public:
    void begin_tick() noexcept {
        wide_.clear();
        departed_.clear();
    }

    // The world goes on from another frame.
    void forget() noexcept {
        begin_tick();
        reaches_.clear();
    }

    // What an object has felt beyond what it touched.
    void add_wide(entity_key key, const aabb2i& around) { wide_.push_back({key, around}); }

    void add_departed(entity_key key, const aabb2i& around) { departed_.push_back({key, around}); }

    // Around each object while it moved to where it is, if anybody asks for that.
    void note(const frame& next);

    // Of the last tick. Whoever asks once is told of all ticks that follow, too.
    [[nodiscard]] felt ask() noexcept {
        is_asked_for_ = true;
        return {reaches_, wide_, departed_};
    }

private:
    bool is_asked_for_ = false;
    std::vector<aabb2i> reaches_; // in the order of the frame
    std::vector<wide_reach> wide_;
    std::vector<wide_reach> departed_;
};

} // namespace orrery::hex::detail
