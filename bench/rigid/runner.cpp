#include "bench/report.hpp"
#include "bench/rigid/runner.hpp"
#include "scenes/builders/add_to_world.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/rigid/components.hpp>

#include <algorithm>

namespace bench {
namespace {

namespace rigid = orrery::rigid;

class orrery_runner final : public rigid_runner {
public:
    orrery_runner(const orrery::scenes::scene& what, std::uint32_t thread_count)
        : machine_({.thread_count = thread_count})
        , world_(machine_, {.may_sleep = false})
        , entities_(orrery::scenes::add_to_world(what, world_)) {}

    void step() override { world_.step(); }

    [[nodiscard]] std::vector<body_state> bodies() const override {
        const orrery::registry& state = world_.registry();
        std::vector<body_state> all;
        for (const orrery::entity each : entities_) {
            all.push_back({.position = state.get<rigid::position>(each).value,
                           .orientation = state.get<rigid::orientation>(each).value,
                           .linear_velocity = state.get<rigid::linear_velocity>(each).value,
                           .angular_velocity = state.get<rigid::angular_velocity>(each).value});
        }
        return all;
    }

private:
    orrery::engine machine_;
    rigid::world world_;
    std::vector<orrery::entity> entities_;
};

} // namespace

std::unique_ptr<rigid_runner> run_in_orrery(const orrery::scenes::scene& what, std::uint32_t thread_count) {
    return std::make_unique<orrery_runner>(what, thread_count);
}

std::vector<double> race(std::span<const std::unique_ptr<rigid_runner>> runners, int steps) {
    constexpr int steps_in_a_turn = 20;
    std::vector<double> milliseconds(runners.size());
    for (int done = 0; done < steps; done += steps_in_a_turn) {
        const int turn = std::min(steps_in_a_turn, steps - done);
        for (std::size_t i = 0; i < runners.size(); ++i) {
            const auto step = [&] { runners[i]->step(); };
            milliseconds[i] += detail::time_calls(turn, step) / 1e6 / steps;
        }
    }
    return milliseconds;
}

} // namespace bench
