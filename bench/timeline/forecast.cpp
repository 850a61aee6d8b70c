// How many seconds of a world a timeline computes in a second, tracks sealed and all: in a second of the
// clock, and in a second of the processor, which does not count what other programs do meanwhile.
#include "bench/process_meter.hpp"
#include "bench/timeline/scenarios.hpp"
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"
#include "scenes/builders/space.hpp"

#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <atomic>
#include <thread>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using rigid_timeline = orrery::timeline<rigid::world>;

constexpr double frames_a_second = 60;

// Seconds of state in a second.
struct forecast_speed {
    double by_clock = 0;
    double by_processor = 0; // of all threads together
};

forecast_speed forecast(const orrery::scenes::scene& what, std::uint64_t frames, std::uint32_t thread_count,
                        bool may_sleep) {
    orrery::engine machine({.thread_count = thread_count});
    rigid::world world(machine, {.may_sleep = may_sleep});
    orrery::scenes::add_to_world(what, world);
    rigid_timeline time(std::move(world));
    const double clock = wall_seconds();
    const double processor = process_seconds();
    time.advance(frames);
    time.seal();
    const double seconds = static_cast<double>(frames) / frames_a_second;
    return {.by_clock = seconds / (wall_seconds() - clock),
            .by_processor = seconds / (process_seconds() - processor)};
}

// All threads of the timeline share one core, while a game keeps another one busy.
forecast_speed forecast_beside_a_game(const orrery::scenes::scene& what, std::uint64_t frames) {
    std::atomic<bool> is_over = false;
    std::thread game([&] {
        stay_on_core(0);
        while (!is_over.load(std::memory_order_relaxed)) {
        }
    });
    forecast_speed speed;
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

void measure_forecasts(report& report, const options& chosen) {
    const auto add = [&](std::string name, double speed, std::optional<double> required) {
        report.add({.name = std::move(name),
                    .value = speed,
                    .unit = "s a second",
                    .required_value = required,
                    .is_larger_better = true});
    };
    const orrery::scenes::scene space = orrery::scenes::space();
    const std::uint64_t ten_minutes = chosen.amount<std::uint64_t>(36'000, 120);
    add("space, forecast on one core", forecast(space, ten_minutes, 1, true).by_processor, 100);
    add("space, forecast beside a game", forecast_beside_a_game(space, ten_minutes).by_clock, 100);
    const orrery::scenes::scene boxes = orrery::scenes::pile_of_boxes();
    const std::uint64_t twenty_seconds = chosen.amount<std::uint64_t>(1200, 10);
    const forecast_speed sleeping = forecast(boxes, twenty_seconds, 2, true);
    add("boxes, forecast on two cores", sleeping.by_clock, 10);
    add("boxes, forecast, of one core", sleeping.by_processor, {});
    const forecast_speed restless = forecast(boxes, twenty_seconds, 2, false);
    add("boxes that never sleep, forecast on two cores", restless.by_clock, {});
    add("boxes that never sleep, forecast, of one core", restless.by_processor, {});
}

} // namespace bench
