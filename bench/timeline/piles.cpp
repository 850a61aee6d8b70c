// 500 piles of 20 cubes that fall, settle and sleep. What is measured: showing any frame of it, and a blow
// to one cube ten seconds ago, beside stepping a world without a timeline through the same frames.
#include "bench/process_meter.hpp"
#include "bench/timeline/scenarios.hpp"
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
using rigid_timeline = orrery::timeline<rigid::world>;

constexpr std::uint64_t blow_frame = 90; // most of the piles are still falling together
constexpr std::uint64_t frames_since = 600;

// 500 piles, and 10 in a quick run.
struct pile_field {
    std::uint32_t rows = 25;
    std::uint32_t piles_per_row = 20;

    [[nodiscard]] std::uint64_t bodies() const noexcept { return 20ull * rows * piles_per_row; }

    // One in the middle.
    [[nodiscard]] rigid::input blow() const {
        return {.target = orrery::entity_key{bodies() / 2},
                .kind = rigid::input_kind::impulse,
                .value = {2000, 1000, 0}};
    }
};

rigid::world make_piles(orrery::engine& machine, const pile_field& field, bool may_sleep) {
    rigid::world world(machine, {.may_sleep = may_sleep});
    orrery::scenes::add_to_world(orrery::scenes::separate_piles(field.rows, field.piles_per_row), world);
    return world;
}

// Of this thread, whatever else the machine does.
template <typename Function>
double milliseconds_for(Function&& function) {
    const double start = thread_seconds();
    function();
    return (thread_seconds() - start) * 1e3;
}

void measure_seek(report& report, const rigid_timeline& time, const options& chosen) {
    orrery::engine machine({.thread_count = 2});
    orrery::xoshiro256 dice(1);
    const auto known = time.known();
    orrery::time::frame_view<rigid::world> view;
    std::vector<double> alone;
    std::vector<double> together;
    for (std::uint64_t count = chosen.amount(4000, 20); count > 0; --count) {
        const std::uint64_t frame = orrery::uniform_below(dice, known->head() + 1);
        const auto read_alone = [&] { (void)known->seek(frame, view); };
        const auto read_together = [&] { (void)known->seek(frame, view, machine.jobs()); };
        alone.push_back(milliseconds_for(read_alone));
        together.push_back(detail::time_calls(1, read_together) / 1e6);
    }
    report.add({.name = "10000 bodies, seek, median", .value = quantile(alone, 0.5), .unit = "ms"});
    report.add({.name = "10000 bodies, seek, 99 %", .value = quantile(alone, 0.99), .unit = "ms"});
    report.add(
        {.name = "10000 bodies, seek, two threads, median", .value = quantile(together, 0.5), .unit = "ms"});
    report.add({.name = "10000 bodies, seek, two threads, 99 %",
                .value = quantile(together, 0.99),
                .unit = "ms",
                .required_value = 1});
}

void measure_edit(report& report, rigid_timeline& time, const pile_field& field, bool may_sleep,
                  std::string name) {
    const rigid::input blow = field.blow();
    constexpr int repeats = 5;
    std::vector<double> editing;
    for (int i = 0; i < repeats; ++i) {
        const auto change = [&] { time.add(blow_frame, blow); };
        editing.push_back(milliseconds_for(change));
        if (i + 1 < repeats) {
            time.undo();
        }
    }
    orrery::engine machine({.thread_count = 1});
    rigid::world everything = make_piles(machine, field, may_sleep);
    for (std::uint64_t frame = 0; frame < blow_frame; ++frame) {
        everything.step();
    }
    const auto step_everything = [&] {
        everything.step(std::span(&blow, 1));
        while (everything.frame() < time.head()) {
            everything.step();
        }
    };
    const double stepping = milliseconds_for(step_everything);
    report.add({.name = name + ", a blow 10 s ago",
                .value = detail::median(editing),
                .unit = "ms",
                .peer = stepping,
                .required_ratio = 50});
    report.add({.name = name + ", frames with another hash",
                .value = everything.hash() == time.hash(time.head()) ? 0. : 1.,
                .unit = "",
                .required_value = 0});
    report.add({.name = name + ", computed again",
                .value = static_cast<double>(time.last_rewrite().entity_frames),
                .unit = "frames of bodies",
                .peer = static_cast<double>(frames_since * field.bodies())});
}

} // namespace

void measure_piles(report& report, const options& chosen) {
    const pile_field field = chosen.amount(pile_field{}, {.rows = 2, .piles_per_row = 5});
    for (const bool may_sleep : {true, false}) {
        orrery::engine machine({.thread_count = 2});
        rigid_timeline time(make_piles(machine, field, may_sleep));
        time.advance(blow_frame + frames_since);
        time.seal();
        if (may_sleep) {
            measure_seek(report, time, chosen);
        }
        measure_edit(report, time, field, may_sleep, may_sleep ? "500 piles" : "500 piles that never sleep");
    }
}

} // namespace bench
