// How many seconds of a world a timeline computes in a second, tracks sealed and all.
#include "bench/process_meter.hpp"
#include "bench/timeline_scenarios.hpp"
#include "scenes/add_to_world.hpp"
#include "scenes/piles.hpp"
#include "scenes/space.hpp"

#include <orrery/rigid/parts.hpp>
#include <orrery/timeline/timeline.hpp>

#include <atomic>
#include <thread>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using rigid_timeline = orrery::timeline<rigid::world>;

constexpr double frames_a_second = 60;

// Seconds of state in a second of the clock.
double forecast(const orrery::scenes::scene& what, std::uint64_t frames, std::uint32_t thread_count,
                bool may_sleep) {
    orrery::engine machine({.thread_count = thread_count});
    rigid::world world(machine, {.may_sleep = may_sleep});
    orrery::scenes::add_to_world(what, world);
    rigid_timeline time(std::move(world));
    const double start = wall_seconds();
    time.advance(frames);
    time.seal();
    return static_cast<double>(frames) / frames_a_second / (wall_seconds() - start);
}

// All threads of the timeline share one core; another core may be kept busy, as a game would.
double forecast_on_one_core(const orrery::scenes::scene& what, std::uint64_t frames, bool is_beside_a_game) {
    std::atomic<bool> is_over = false;
    std::thread game([&] {
        stay_on_core(0);
        while (is_beside_a_game && !is_over.load(std::memory_order_relaxed)) {
        }
    });
    double speed = 0;
    std::thread forecaster([&] {
        stay_on_core(1);
        speed = forecast(what, frames, 1, true);
    });
    forecaster.join();
    is_over = true;
    game.join();
    return speed;
}

} // namespace

void measure_forecasts(report& report, const timeline_options& options) {
    const auto add = [&](std::string name, double speed, std::optional<double> required) {
        report.add({.name = std::move(name),
                    .value = speed,
                    .unit = "s a second",
                    .required_value = required,
                    .is_larger_better = true});
    };
    const orrery::scenes::scene space = orrery::scenes::space();
    const std::uint64_t minutes = options.length(36'000);
    add("space, forecast on one core", forecast_on_one_core(space, minutes, false), 100);
    add("space, forecast on one core beside a game", forecast_on_one_core(space, minutes, true), 100);
    const orrery::scenes::scene boxes = orrery::scenes::pile_of_boxes();
    add("boxes, forecast on two cores", forecast(boxes, options.length(1200), 2, true), 10);
    add("boxes that never sleep, forecast on two cores", forecast(boxes, options.length(1200), 2, false), {});
}

} // namespace bench
