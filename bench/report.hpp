// What every benchmark program shares: measure ours beside a peer, print a table, write the rows as JSON, and
// fail when a required number is missed.
//
//   void measure_arrays(bench::report& report, const bench::options& options) {
//       const bench::comparison times = bench::compare(1000, [&] { ours(); }, [&] { peer(); });
//       report.add({.name = "sin_cos", .value = times.ours, .unit = "ns", .peer = times.peer,
//                   .required_ratio = 2});
//   }
//
//   constexpr bench::part parts[] = {{"arrays", &measure_arrays}};
//
//   int main(int count, char** arguments) { return bench::run(count, arguments, parts); }
//
// Rows are printed as they come. `--json FILE` writes an array of {name, value, unit, peer, ratio, goal};
// `--check` makes the program return 1 and name every row whose ratio is below what it requires. A quick run
// requires nothing.
#pragma once

#include "bench/options.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

// A smaller value is better, unless the row says otherwise.
struct row {
    std::string name;
    double value = 0;
    std::string unit;
    std::optional<double> peer = {};           // the same quantity of what we compare with
    std::optional<double> required_ratio = {}; // how many times better than the peer we must be
    std::optional<double> required_value = {}; // what the value must reach
    std::optional<double> goal = {};           // what it should reach one day; shown, not checked
    bool is_larger_better = false;
};

// How many times better than the peer; nothing without a peer, or where that is infinitely better.
[[nodiscard]] std::optional<double> ratio(const row& measured);

class report {
public:
    // Prints the heading; a quick run makes all measurements short. The options must outlive it.
    explicit report(const options& chosen);

    // Prints the row.
    void add(row measured);

    // Writes the file, names what was missed, and returns what main returns.
    [[nodiscard]] int finish() const;

private:
    const options* options_;
    std::vector<row> rows_;
};

// One thing that a program measures, by its name on the command line.
struct part {
    std::string_view name;
    void (*measure)(report& report, const options& chosen);
};

// All of a program: measures the parts that are wanted, in this order.
[[nodiscard]] int run(int count, char** arguments, std::span<const part> parts,
                      std::span<const further_option> further = {});

// How long compare() and measure() take; little in a quick run.
struct effort {
    int repeats = 31;
    double sample_nanoseconds = 0.5e6; // far more than the clock's resolution
};

inline effort usual_effort;

// Nanoseconds for one call, the median over the repeats.
struct comparison {
    double ours = 0;
    double peer = 0;
};

// Runs both in turns, so that whatever else the machine does hits both, and divides by the number of elements
// that one call works on.
template <typename Ours, typename Peer>
[[nodiscard]] comparison compare(double elements, Ours&& ours, Peer&& peer,
                                 int repeats = usual_effort.repeats);

// The same for one alone.
template <typename Function>
[[nodiscard]] double measure(double elements, Function&& function, int repeats = usual_effort.repeats);

namespace detail {

// Nanoseconds for `calls` calls.
template <typename Function>
double time_calls(int calls, Function& function) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
        function();
    }
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// As many calls as take the time of a sample. Also warms up.
template <typename Function>
int calls_for_one_sample(Function& function) {
    int calls = 1;
    while (time_calls(calls, function) < usual_effort.sample_nanoseconds && calls < 1 << 24) {
        calls *= 2;
    }
    return calls;
}

inline double median(std::vector<double> samples) {
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

} // namespace detail

template <typename Ours, typename Peer>
comparison compare(double elements, Ours&& ours, Peer&& peer, int repeats) {
    const int our_calls = detail::calls_for_one_sample(ours);
    const int peer_calls = detail::calls_for_one_sample(peer);
    std::vector<double> our_samples;
    std::vector<double> peer_samples;
    for (int i = 0; i < repeats; ++i) {
        our_samples.push_back(detail::time_calls(our_calls, ours) / our_calls / elements);
        peer_samples.push_back(detail::time_calls(peer_calls, peer) / peer_calls / elements);
    }
    return {detail::median(std::move(our_samples)), detail::median(std::move(peer_samples))};
}

template <typename Function>
double measure(double elements, Function&& function, int repeats) {
    const int calls = detail::calls_for_one_sample(function);
    std::vector<double> samples;
    for (int i = 0; i < repeats; ++i) {
        samples.push_back(detail::time_calls(calls, function) / calls / elements);
    }
    return detail::median(std::move(samples));
}

} // namespace bench
