#include "bench/report.hpp"
#include "bench/spatial/race.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

namespace bench {
namespace {

constexpr double turn_length = 5e6; // in nanoseconds, like all times here
constexpr double enough_time = 300e6;
constexpr int enough_turns = 12;
constexpr int fewest_turns = 2;

struct standing {
    double fastest = std::numeric_limits<double>::infinity();
    double spent = 0;
    int turns = 0;

    [[nodiscard]] bool is_done(int patience) const {
        if (usual_effort.repeats == 1) {
            return turns == 1;
        }
        return turns >= enough_turns * patience || (turns >= fewest_turns && spent >= enough_time * patience);
    }
};

double now(race_clock clock) {
    std::timespec time{};
    clock_gettime(clock == race_clock::processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

void take_turn(const racer& each, race_clock clock, standing& result) {
    double length = 0;
    const double enough = usual_effort.repeats == 1 ? 1 : turn_length;
    while (length < enough) {
        const double start = now(clock);
        each.run();
        const double time = now(clock) - start;
        length += time;
        result.fastest = std::min(result.fastest, time);
        if (each.check) {
            each.check();
        }
    }
    result.spent += length;
    ++result.turns;
}

} // namespace

std::vector<double> race(std::span<const racer> racers, const race_settings& settings) {
    std::vector<standing> results(racers.size());
    bool is_over = false;
    while (!is_over) {
        is_over = true;
        for (std::size_t i = 0; i < racers.size(); ++i) {
            if (!results[i].is_done(settings.patience)) {
                take_turn(racers[i], settings.clock, results[i]);
                is_over = false;
            }
        }
    }
    std::vector<double> times;
    for (const standing& result : results) {
        times.push_back(result.fastest);
    }
    return times;
}

void pair_agreement::check(std::string_view name, std::size_t frame,
                           std::span<const orrery::spatial::index_pair> pairs) {
    std::uint64_t hash = 0;
    for (const auto [first, second] : pairs) {
        hash += orrery::hash_combine(first, second);
    }
    fingerprint& known = found_[frame];
    if (known.name.empty()) {
        known = {std::string(name), pairs.size(), hash};
    }
    if (pairs.size() != known.count || hash != known.hash) {
        give_up(orrery::text(name, " finds ", pairs.size(), " pairs in frame ", frame, ", ", known.name, " ",
                             known.count, hash == known.hash ? "" : ", and not the same ones"));
    }
}

void give_up(std::string_view message) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size()), message.data());
    std::exit(1);
}

} // namespace bench
