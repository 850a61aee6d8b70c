// What an update of a world of circles costs: 2^14 of them among static circles and polygons, one in each
// cell as large as the largest, that move by up to that size in an update. Beside Box2D and Chipmunk on the
// same scenes, with what each lets through walls. Time is that of the thread, so that what else the machine
// does counts as little as it can.
//
// Two ways to go on from the start are measured. "Fresh" updates begin with velocities that are drawn anew,
// evenly from 0 to 4 units an update in any direction: that is the kind of update which the required numbers
// are about, and it is the same for all engines. In a field that runs freely circles hand on their speed
// until small ones are several times as fast as large ones, and the fastest are three times as fast as any
// was at the start; what an engine loses or adds makes its later updates easier or harder than those of
// others. So that is reported, and not required.
//
//   bench_circles --part field --alone     ours only, while working on it
#include "bench/circles/scenarios.hpp"
#include "bench/process_meter.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>

#include <algorithm>
#include <string_view>

namespace bench {

namespace scenes = orrery::scenes;

orrery::scenes::circle_field_settings field_settings(const options& chosen, std::uint32_t times) {
    scenes::circle_field_settings settings;
    if (chosen.is_quick()) {
        settings.circles /= 16;
        settings.static_circles /= 16;
        settings.polygons /= 16;
    }
    settings.circles *= times;
    settings.static_circles *= times;
    settings.polygons *= times;
    return settings;
}

const std::vector<orrery::vector2>& velocity_source::next() {
    for (orrery::vector2& each : velocities_) {
        each = scenes::random_velocity(random_, max_speed_);
    }
    return velocities_;
}

double time_step_of(circles_runner& runner) {
    const double start = thread_seconds();
    runner.step();
    return (thread_seconds() - start) * 1e3;
}

namespace {

constexpr int warm_up_updates = 10;

// Sums over updates, and the largest of any.
struct work {
    double updates = 0;
    double pair_tests = 0;
    double most_pair_tests = 0;
    double later_tests = 0;
    double pairs = 0;
    double impacts = 0;
    double contacts = 0;
    double stopped = 0;
    double most_in_cell = 0;

    void add(const orrery::circles::update_statistics& of) {
        updates += 1;
        pair_tests += static_cast<double>(of.pair_tests);
        most_pair_tests = std::max(most_pair_tests, static_cast<double>(of.pair_tests));
        later_tests += static_cast<double>(of.later_tests);
        pairs += of.pairs;
        impacts += of.impacts;
        contacts += of.contacts;
        stopped += of.stopped;
        most_in_cell = std::max(most_in_cell, static_cast<double>(of.most_in_cell));
    }
};

struct update_times {
    std::vector<double> milliseconds;
    work done;
};

enum class velocities { fresh, kept };

update_times time_updates(circles_runner& runner, velocity_source& source, velocities which, int updates) {
    update_times times;
    for (int i = -warm_up_updates; i < updates; ++i) {
        if (which == velocities::fresh) {
            runner.set_velocities(source.next());
        }
        const double time = time_step_of(runner);
        if (i >= 0) {
            times.milliseconds.push_back(time);
            times.done.add(*runner.statistics());
        }
    }
    return times;
}

update_times time_field(const scenes::circle_field_settings& settings, velocities which, int updates) {
    const scenes::circle_scene scene = scenes::circle_field(settings);
    velocity_source source(scene.circles.size(), settings.max_speed);
    return time_updates(*run_in_orrery(scene), source, which, updates);
}

void add_work(report& report, const std::string& name, const work& done, double circles) {
    const double share = 1 / (circles * done.updates);
    report.add({.name = name + ", comparisons of circles, a circle and update",
                .value = done.pair_tests * share,
                .unit = "",
                .goal = 8});
    report.add({.name = name + ", the same in the update that has most",
                .value = done.most_pair_tests / circles,
                .unit = "",
                .goal = 72});
    report.add({.name = name + ", further comparisons after impacts",
                .value = done.later_tests * share,
                .unit = ""});
    report.add(
        {.name = name + ", most circles in a cell", .value = done.most_in_cell, .unit = "", .goal = 16});
    report.add(
        {.name = name + ", pairs looked at, an update", .value = done.pairs / done.updates, .unit = ""});
    report.add({.name = name + ", impacts an update", .value = done.impacts / done.updates, .unit = ""});
    report.add({.name = name + ", circles that wait for the next update",
                .value = done.stopped / done.updates,
                .unit = ""});
}

void measure_field(report& report, const options& chosen) {
    const int updates = chosen.amount(200, 16);
    const scenes::circle_field_settings settings = field_settings(chosen);
    const update_times fresh = time_field(settings, velocities::fresh, updates);
    const std::string name = "field of 2^14";
    const double median = quantile(fresh.milliseconds, 0.5);
    report.add(
        {.name = name + ", update, median", .value = median, .unit = "ms", .required_value = 3, .goal = 1.5});
    report.add({.name = name + ", update, 99 %", .value = quantile(fresh.milliseconds, 0.99), .unit = "ms"});
    add_work(report, name, fresh.done, settings.circles);

    const update_times kept = time_field(settings, velocities::kept, updates);
    report.add({.name = name + ", running freely, update, median",
                .value = quantile(kept.milliseconds, 0.5),
                .unit = "ms"});
    report.add({.name = name + ", running freely, impacts an update",
                .value = kept.done.impacts / kept.done.updates,
                .unit = ""});

    const update_times large = time_field(field_settings(chosen, 8), velocities::fresh, updates / 8);
    const double large_median = quantile(large.milliseconds, 0.5);
    report.add({.name = "field of 2^17, update, median", .value = large_median, .unit = "ms"});
    report.add({.name = "field of 2^17, of the cost of 2^14",
                .value = large_median / median,
                .unit = "",
                .required_value = 10});
}

void measure_frames(report& report, const options& chosen) {
    constexpr int frames = 100;
    const scenes::circle_scene scene = scenes::circle_field(field_settings(chosen));
    orrery::engine machine({.thread_count = 1});
    orrery::circles::world world(machine, scene.rules);
    if (!world.add(scene.circles)) {
        return;
    }
    for (int i = 0; i < warm_up_updates; ++i) {
        world.step();
    }
    const std::size_t before = bytes_in_use();
    std::vector<orrery::circles::world_snapshot> past;
    for (int i = 0; i < frames; ++i) {
        world.step();
        past.push_back(world.snapshot());
    }
    report.add({.name = "field of 2^14, a frame that is kept",
                .value = static_cast<double>(bytes_in_use() - before) / frames / 1e3,
                .unit = "kB"});
    orrery::circles::world_snapshot kept;
    report.add({.name = "field of 2^14, snapshot",
                .value = measure(1, [&] { kept = world.snapshot(); }) / 1e3,
                .unit = "us"});
}

constexpr part parts[] = {
    {"field", &measure_field},
    {"frames", &measure_frames},
    {"peers", &measure_peers},
    {"ball-pit", &measure_ball_pit},
};

constexpr further_option further[] = {{"--alone"}};

} // namespace
} // namespace bench

int main(int count, char** arguments) {
    return bench::run(count, arguments, bench::parts, bench::further);
}
