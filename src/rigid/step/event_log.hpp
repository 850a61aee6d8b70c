// Events of the frame that a world has just made. What happens between two steps belongs to the next frame.
#pragma once

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/event.hpp>

#include <span>
#include <vector>

namespace orrery::rigid::detail {

class event_log {
public:
    // Forgets the events of the last frame; those that happened since are the first of the new one.
    void begin_step();

    void end_step() noexcept { is_stepping_ = false; }

    [[nodiscard]] bool is_stepping() const noexcept { return is_stepping_; }

    // Keys are read from the registry, unless an entity is not there (any more): then whoever adds the event
    // names it. Numbers become finite, because files take no others.
    void add(const registry_state& state, event what);

    void clear() noexcept;

    [[nodiscard]] std::span<const event> events() const noexcept { return events_; }

private:
    std::vector<event> events_;
    std::vector<event> pending_;
    bool is_stepping_ = false;
};

} // namespace orrery::rigid::detail
