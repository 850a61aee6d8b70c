// Worlds of circles are made for sizes that differ by no more than four and for speeds of up to a diameter an
// update. Others come out right as well, but take longer: their owner is told so, once.
#pragma once

#include <orrery/circles/frame.hpp>
#include <orrery/core/log.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace orrery::circles::detail {

class assumption_watch {
public:
    assumption_watch() = default;

    // What a world has said, its forks do not say again.
    [[nodiscard]] assumption_watch of_fork() const { return assumption_watch(told_); }

    // `fast` circles go farther than their diameter in the update that made the frame.
    void look_at(const frame& made, std::uint32_t fast, logger& log);

private:
    struct told {
        std::atomic<bool> sizes = false;
        std::atomic<bool> speeds = false;
    };

    explicit assumption_watch(std::shared_ptr<told> by_world)
        : told_(std::move(by_world)) {}

    std::shared_ptr<told> told_ = std::make_shared<told>();
    std::shared_ptr<const roster> looked_at_; // for sizes
};

} // namespace orrery::circles::detail
