// What a tick of the integer world costs: ten thousand objects, of which three in ten are composites, all of
// them moving, and about two hundred impacts a tick. Time is that of the thread, so that what else the
// machine does counts as little as it can.
#include "bench/hex/scenarios.hpp"
#include "bench/process_meter.hpp"
#include "bench/report.hpp"

#include <deque>
#include <string>

namespace bench {
namespace {

namespace hex = orrery::hex;

constexpr int warm_up_ticks = 200;

struct tick_times {
    std::vector<double> microseconds;
    double impacts = 0; // a tick
    double pairs = 0;
};

tick_times time_ticks(hex::world& world, int ticks) {
    tick_times times;
    for (int i = 0; i < ticks; ++i) {
        const double start = thread_seconds();
        world.step();
        times.microseconds.push_back((thread_seconds() - start) * 1e6);
        times.impacts += static_cast<double>(world.statistics().impacts) / ticks;
        times.pairs += static_cast<double>(world.statistics().pairs) / ticks;
    }
    return times;
}

void measure_ticks(report& report, const options& chosen) {
    orrery::engine machine({.thread_count = 1});
    hex::world world = make_world(machine, orrery::scenes::asteroid_field());
    run(world, warm_up_ticks);
    const tick_times times = time_ticks(world, chosen.amount(1000, 20));
    const std::string name = "asteroid field of 10000";
    report.add({.name = name + ", tick, median",
                .value = quantile(times.microseconds, 0.5),
                .unit = "us",
                .required_value = 500,
                .goal = 250});
    report.add({.name = name + ", tick, 99 %", .value = quantile(times.microseconds, 0.99), .unit = "us"});
    report.add({.name = name + ", impacts a tick",
                .value = times.impacts,
                .unit = "",
                .required_value = 180,
                .is_larger_better = true});
    report.add({.name = name + ", pairs looked at a tick", .value = times.pairs, .unit = ""});
}

// Each rewind goes back 20 ticks, changes something there and catches up.
void measure_rollback(report& report, const options& chosen) {
    const int rewinds = chosen.amount(50, 2);
    constexpr std::size_t depth = 20;
    constexpr int ticks_between = 2; // 50 times in a second of 100 ticks
    orrery::engine machine({.thread_count = 1});
    hex::world world = make_world(machine, orrery::scenes::asteroid_field());
    run(world, warm_up_ticks);
    std::deque<hex::world_snapshot> past{world.snapshot()};
    const auto step = [&](std::span<const hex::input> inputs) {
        world.step(inputs);
        past.push_back(world.snapshot());
        if (past.size() > depth + 1) {
            past.pop_front();
        }
    };
    for (std::size_t i = 0; i < depth; ++i) {
        step({});
    }
    double seconds = 0;
    for (int number = 0; number < rewinds; ++number) {
        for (int i = 0; i < ticks_between; ++i) {
            step({});
        }
        const hex::input late{.target = orrery::entity_key{static_cast<std::uint64_t>(number) * 7 + 1},
                              .velocity = {400, -200}};
        const double start = thread_seconds();
        world.restore(past.front());
        past.resize(1);
        step(std::span(&late, 1));
        while (past.size() <= depth) {
            step({});
        }
        seconds += thread_seconds() - start;
    }
    report.add({.name = std::to_string(rewinds) + " rewinds of 20 ticks, 10000 objects",
                .value = seconds,
                .unit = "s",
                .required_value = 0.5});
}

void measure_snapshots_of_hex(report& report, const options& /*chosen*/) {
    orrery::engine machine({.thread_count = 1});
    const std::size_t before = bytes_in_use();
    hex::world world = make_world(machine, orrery::scenes::asteroid_field());
    run(world, warm_up_ticks);
    hex::world_snapshot kept;
    report.add({.name = "snapshot of 10000 objects",
                .value = measure(1, [&] { kept = world.snapshot(); }) / 1e3,
                .unit = "us",
                .required_value = 1});
    std::vector<hex::world_snapshot> past;
    for (int i = 0; i < 100; ++i) {
        world.step();
        past.push_back(world.snapshot());
    }
    report.add({.name = "100 consecutive frames, with the world",
                .value = static_cast<double>(bytes_in_use() - before) / 1e6,
                .unit = "MB",
                .required_value = 40});
}

// The column of bullets that makes every box of a sweep meet every other one along A.
void measure_rapid_fire(report& report, const options& chosen) {
    const int ticks = chosen.amount(100, 5);
    orrery::engine machine({.thread_count = 1});
    const orrery::scenes::hex_scene scene = orrery::scenes::rapid_fire();
    hex::world tree = make_world(machine, scene);
    run(tree, chosen.amount(4000, 100));
    hex::world sweep(machine, scene.rules, {.broad_phase = hex::broad_phase_kind::sweep});
    sweep.restore(tree.snapshot());
    double tree_tests = 0;
    double sweep_tests = 0;
    std::vector<double> tree_times;
    std::vector<double> sweep_times;
    for (int i = 0; i < ticks; ++i) {
        tree_times.push_back(time_ticks(tree, 1).microseconds.front());
        sweep_times.push_back(time_ticks(sweep, 1).microseconds.front());
        tree_tests += static_cast<double>(tree.statistics().pair_tests) / ticks;
        sweep_tests += static_cast<double>(sweep.statistics().pair_tests) / ticks;
    }
    report.add({.name = "rapid fire, bullets and rocks",
                .value = static_cast<double>(tree.current().count),
                .unit = "",
                .required_value = 2000,
                .is_larger_better = true});
    report.add({.name = "rapid fire, boxes compared a tick, beside a sweep",
                .value = tree_tests,
                .unit = "",
                .peer = sweep_tests,
                .required_ratio = 5});
    report.add({.name = "rapid fire, tick, beside a sweep",
                .value = quantile(tree_times, 0.5),
                .unit = "us",
                .peer = quantile(sweep_times, 0.5)});
    report.add({.name = "rapid fire, worlds with another hash than the sweep's",
                .value = tree.hash() == sweep.hash() ? 0. : 1.,
                .unit = "",
                .required_value = 0});
}

void measure_sizes(report& report, const options& chosen) {
    const auto cost_an_object = [&](std::uint32_t count, int ticks) {
        orrery::engine machine({.thread_count = 1});
        hex::world world = make_world(machine, orrery::scenes::asteroid_field({.count = count}));
        run(world, chosen.amount(20, 2));
        return quantile(time_ticks(world, chosen.amount(ticks, 2)).microseconds, 0.5) * 1e3 / count;
    };
    const double thousand = cost_an_object(1000, 2000);
    const double ten_thousand = cost_an_object(10'000, 400);
    const double hundred_thousand = cost_an_object(100'000, 60);
    report.add({.name = "1000 objects, an object and tick", .value = thousand, .unit = "ns"});
    report.add({.name = "10000 objects, an object and tick", .value = ten_thousand, .unit = "ns"});
    report.add({.name = "100000 objects, an object and tick", .value = hundred_thousand, .unit = "ns"});
    report.add({.name = "100000 objects, of the cost of one among 10000",
                .value = hundred_thousand / ten_thousand,
                .unit = "",
                .required_value = 1.5});
}

// Ships that are shot to pieces.
void measure_battle(report& report, const options& chosen) {
    orrery::engine machine({.thread_count = 1});
    hex::world world = make_world(machine, orrery::scenes::two_fleets());
    std::vector<double> times;
    double lost = 0;
    for (int i = 0; i < chosen.amount(3000, 30); ++i) {
        times.push_back(time_ticks(world, 1).microseconds.front());
        for (const hex::event& each : world.events()) {
            lost += each.kind == hex::event_kind::tile_lost ? 1 : 0;
        }
    }
    report.add({.name = "two fleets, tick, median", .value = quantile(times, 0.5), .unit = "us"});
    report.add({.name = "two fleets, tick, 99 %", .value = quantile(times, 0.99), .unit = "us"});
    report.add({.name = "two fleets, slowest tick", .value = quantile(times, 1), .unit = "us"});
    report.add({.name = "two fleets, tiles lost in 30 s", .value = lost, .unit = ""});
}

constexpr part parts[] = {
    {"ticks", &measure_ticks},           {"passive", &measure_passive_update},
    {"rollback", &measure_rollback},     {"snapshots", &measure_snapshots_of_hex},
    {"rapid-fire", &measure_rapid_fire}, {"sizes", &measure_sizes},
    {"battle", &measure_battle},
};

} // namespace
} // namespace bench

int main(int count, char** arguments) {
    return bench::run(count, arguments, bench::parts);
}
