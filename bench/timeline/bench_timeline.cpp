// What a time database over rigid bodies costs and gives: how fast the future comes, what recording takes
// from a step, how much room the past needs, how soon a question is answered and a change of the past done.
//
//   bench_timeline --part piles     one number while working on it
#include "bench/report.hpp"
#include "bench/rigid/snapshots.hpp"
#include "bench/timeline/scenarios.hpp"
#include "scenes/builders/piles.hpp"

namespace bench {
namespace {

// A world in mid-collapse that somebody keeps, writes down and goes back to.
void measure_image(report& report, const options& chosen) {
    const int steps = chosen.amount(600, 10);
    measure_snapshots(report, "pile of 900", orrery::scenes::pile_of_boxes({15, 4}), steps,
                      {.taking = 0.1, .going_back = 0.3});
}

constexpr part parts[] = {
    {"piles", &measure_piles},   {"recording", &measure_recording}, {"hour", &measure_hour},
    {"events", &measure_events}, {"memory", &measure_memory},       {"forecast", &measure_forecasts},
    {"image", &measure_image},
};

} // namespace
} // namespace bench

int main(int count, char** arguments) {
    return bench::run(count, arguments, bench::parts);
}
