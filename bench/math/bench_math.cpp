// The math layer beside libm: arrays of floats at every width of this machine, and single calls.
#include "bench/report.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/simd/elementary.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int count = 4096;

std::vector<float> uniform(float low, float high) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> distribution(low, high);
    std::vector<float> values(count);
    for (float& value : values) {
        value = distribution(random);
    }
    return values;
}

struct arrays {
    std::vector<float> angles = uniform(-100, 100);
    std::vector<float> positive = uniform(0.001f, 80);
    std::vector<float> first = std::vector<float>(count);
    std::vector<float> second = std::vector<float>(count);
};

template <typename Function>
auto for_each(const std::vector<float>& arguments, std::vector<float>& results, Function function) {
    return [&arguments, &results, function] {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            results[i] = function(arguments[i]);
        }
        benchmark::ClobberMemory();
    };
}

// libm's faster way to both, element by element.
void libm_sin_cos(arrays& data) {
    for (std::size_t i = 0; i < count; ++i) {
#ifdef __GLIBC__
        sincosf(data.angles[i], &data.first[i], &data.second[i]);
#else
        data.first[i] = std::sin(data.angles[i]);
        data.second[i] = std::cos(data.angles[i]);
#endif
    }
    benchmark::ClobberMemory();
}

void measure_arrays(bench::report& report, const bench::options& /*options*/) {
    arrays data;
    namespace simd = orrery::simd;
    for (const simd::level width : simd::all_levels) {
        if (!simd::is_native(width)) {
            continue;
        }
        const auto add = [&](const char* name, auto ours, auto peer, std::optional<double> required = {}) {
            const auto times = bench::compare(count, ours, peer);
            report.add({.name = std::string(name) + " array, " + std::string(simd::name(width)),
                        .value = times.ours,
                        .unit = "ns",
                        .peer = times.peer,
                        .required_ratio = required});
        };
        const bool is_best = width == simd::best_level();
        add(
            "sin_cos", [&] { simd::sin_cos(data.angles, data.first, data.second, width); },
            [&] { libm_sin_cos(data); }, is_best ? std::optional(2.0) : std::nullopt);
        add(
            "exp", [&] { simd::exp(data.positive, data.first, width); },
            for_each(data.positive, data.first, [](float x) { return std::exp(x); }));
        add(
            "log", [&] { simd::log(data.positive, data.first, width); },
            for_each(data.positive, data.first, [](float x) { return std::log(x); }));
        add(
            "atan2", [&] { simd::atan2(data.angles, data.positive, data.first, width); },
            [&] {
                for (std::size_t i = 0; i < count; ++i) {
                    data.first[i] = std::atan2(data.angles[i], data.positive[i]);
                }
                benchmark::ClobberMemory();
            });
        add(
            "inverse_sqrt", [&] { simd::inverse_sqrt(data.positive, data.first, width); },
            for_each(data.positive, data.first, [](float x) { return 1 / std::sqrt(x); }));
    }
}

template <typename Ours, typename Peer>
void measure_calls(bench::report& report, const char* name, const std::vector<float>& arguments,
                   std::vector<float>& results, Ours ours, Peer peer) {
    const auto times =
        bench::compare(count, for_each(arguments, results, ours), for_each(arguments, results, peer));
    report.add({.name = name, .value = times.ours, .unit = "ns", .peer = times.peer});
}

// One call at a time, double computed and stored as float so that the arrays can be shared.
#define MEASURE_CALLS(name, arguments)                                                                       \
    measure_calls(                                                                                           \
        report, #name " float", arguments, data.first, [](float x) { return orrery::name(x); },              \
        [](float x) { return std::name(x); });                                                               \
    measure_calls(                                                                                           \
        report, #name " double", arguments, data.first,                                                      \
        [](float x) { return static_cast<float>(orrery::name(double{x})); },                                 \
        [](float x) { return static_cast<float>(std::name(double{x})); })

void measure_single_calls(bench::report& report, const bench::options& /*options*/) {
    arrays data;
    MEASURE_CALLS(sin, data.angles);
    MEASURE_CALLS(tan, data.angles);
    MEASURE_CALLS(atan, data.angles);
    MEASURE_CALLS(exp, data.positive);
    MEASURE_CALLS(log, data.positive);
    MEASURE_CALLS(cbrt, data.positive);
}

constexpr bench::part parts[] = {{"arrays", &measure_arrays}, {"calls", &measure_single_calls}};

} // namespace

int main(int argument_count, char** arguments) {
    return bench::run(argument_count, arguments, parts);
}
