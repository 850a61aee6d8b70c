// What a time database over rigid bodies costs and gives: how fast the future comes, what recording takes
// from a step, how much room the past needs, how soon a question is answered and a change of the past done.
//
//   bench_timeline --part piles --short     one number while working on it
#include "bench/report.hpp"
#include "bench/rigid_snapshots.hpp"
#include "bench/timeline_options.hpp"
#include "bench/timeline_scenarios.hpp"
#include "scenes/piles.hpp"

namespace bench {
namespace {

// A world in mid-collapse that somebody keeps, writes down and goes back to.
void measure_image(report& report, const timeline_options& /*options*/) {
    constexpr int steps = 600;
    measure_snapshots(report, "pile of 900", orrery::scenes::pile_of_boxes({15, 4}), steps,
                      {.taking = 0.1, .going_back = 0.3});
}

struct part {
    std::string_view name;
    void (*measure)(report& report, const timeline_options& options);
};

constexpr part parts[] = {
    {"piles", &measure_piles},   {"recording", &measure_recording}, {"hour", &measure_hour},
    {"events", &measure_events}, {"memory", &measure_memory},       {"forecast", &measure_forecasts},
    {"image", &measure_image},
};

} // namespace
} // namespace bench

int main(int count, char** arguments) {
    std::vector<char*> list(arguments, arguments + count);
    const bench::timeline_options options = bench::take_timeline_options(list);
    bench::report report(static_cast<int>(list.size()), list.data(), bench::timeline_usage);
    for (const bench::part& each : bench::parts) {
        if (options.wants(each.name)) {
            each.measure(report, options);
        }
    }
    return report.finish();
}
