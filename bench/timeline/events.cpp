// A million contacts begun and ended by a thousand bodies in an hour, and what happened to one of them in a
// minute of it.
#include "bench/process_meter.hpp"
#include "bench/timeline/scenarios.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/event_history.hpp>

namespace bench {
namespace {

namespace rigid = orrery::rigid;

constexpr std::uint64_t frames = 216'000;
constexpr std::uint64_t bodies = 1000;

orrery::entity_key key_of(std::uint64_t number) {
    return orrery::entity_key{1 + number};
}

// Contacts last for up to five seconds.
orrery::time::event_history<rigid::event> make_events(std::uint64_t contacts) {
    constexpr std::uint64_t longest = 300;
    orrery::xoshiro256 dice(1);
    std::vector<std::vector<rigid::event>> by_frame(frames + longest);
    for (std::uint64_t number = 0; number < contacts; ++number) {
        const std::uint64_t a = orrery::uniform_below(dice, bodies - 1);
        const std::uint64_t b = std::min(a + 1 + orrery::uniform_below(dice, 20), bodies - 1);
        const std::uint64_t first = orrery::uniform_below(dice, frames);
        const std::uint64_t last = first + 1 + orrery::uniform_below(dice, longest - 1);
        rigid::event what{.key_a = key_of(a), .key_b = key_of(b)};
        what.kind = rigid::event_kind::contact_began;
        by_frame[first].push_back(what);
        what.kind = rigid::event_kind::contact_ended;
        by_frame[last].push_back(what);
    }
    orrery::time::event_history<rigid::event> made;
    for (std::size_t frame = 0; frame < by_frame.size(); ++frame) {
        made.append(frame, std::span<const rigid::event>(by_frame[frame]), rigid::world::span_of);
    }
    return made;
}

} // namespace

void measure_events(report& report, const options& chosen) {
    constexpr std::uint64_t minute = 3600;
    const orrery::time::event_history<rigid::event> all =
        make_events(chosen.amount<std::uint64_t>(500'000, 1000));
    orrery::xoshiro256 dice(2);
    std::vector<double> times;
    std::size_t found = 0;
    for (int i = 0; i < chosen.amount(20'000, 200); ++i) {
        const orrery::entity_key key = key_of(orrery::uniform_below(dice, bodies));
        const std::uint64_t first = orrery::uniform_below(dice, frames - minute);
        const auto ask = [&] {
            all.of_entity(key, {first, first + minute}, [&](const auto& /*what*/) { ++found; });
        };
        times.push_back(detail::time_calls(1, ask) / 1e3);
    }
    report.add({.name = "events of a body in a minute, median", .value = quantile(times, 0.5), .unit = "us"});
    report.add({.name = "events of a body in a minute, 99 %",
                .value = quantile(times, 0.99),
                .unit = "us",
                .required_value = 100});
    report.add({.name = "events of a body in a minute, found",
                .value = static_cast<double>(found) / static_cast<double>(times.size()),
                .unit = "contacts"});
    report.add({.name = "events, memory",
                .value = static_cast<double>(all.bytes()) / static_cast<double>(all.size()),
                .unit = "bytes an event"});
}

} // namespace bench
