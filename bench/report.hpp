// What every benchmark program shares: measure ours beside a peer, print a table, write the rows as JSON, and
// fail when a required number is missed.
//
//   int main(int count, char** arguments) {
//       bench::report report(count, arguments);
//       const bench::comparison times = bench::compare(1000, [&] { ours(); }, [&] { peer(); });
//       report.add({.name = "sin_cos", .value = times.ours, .unit = "ns", .peer = times.peer,
//                   .required_ratio = 2});
//       return report.finish();
//   }
//
// `--json FILE` writes an array of {name, value, unit, peer, ratio, goal}; `--check` makes finish() return 1
// and name every row whose ratio is below what it requires.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
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
    // Ends the program with a message if the arguments are not understood. A program that has taken further
    // arguments out of the list says how they are written.
    report(int count, char** arguments, std::string_view further_usage = {});

    void add(row measured);

    // Prints the table, writes the file, and returns what main returns.
    [[nodiscard]] int finish() const;

private:
    std::vector<row> rows_;
    std::string json_path_;
    bool has_to_check_ = false;
};

// Nanoseconds for one call, the median over the repeats.
struct comparison {
    double ours = 0;
    double peer = 0;
};

// Runs both in turns, so that whatever else the machine does hits both, and divides by the number of elements
// that one call works on.
template <typename Ours, typename Peer>
[[nodiscard]] comparison compare(double elements, Ours&& ours, Peer&& peer, int repeats = 31);

// The same for one alone.
template <typename Function>
[[nodiscard]] double measure(double elements, Function&& function, int repeats = 31);

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

// As many calls as take about half a millisecond, far more than the clock's resolution. Also warms up.
template <typename Function>
int calls_for_one_sample(Function& function) {
    int calls = 1;
    while (time_calls(calls, function) < 0.5e6 && calls < 1 << 24) {
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
