// Measures the largest error of every elementary function, in units in the last place. Float functions of one
// argument are tried on all 2^32 of them (`--step 1001` takes every 1001st), everything else on samples. The
// reference is libm in double for float and in long double for double. `--check` fails when a stated bound is
// exceeded.
#include <orrery/math/elementary.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

struct worst_case {
    double error = 0;
    double argument = 0;
    double second_argument = 0;

    void include(double candidate, double x, double y = 0) {
        if (!(candidate <= error)) {
            *this = {candidate, x, y};
        }
    }
};

template <typename T>
using reference_for = std::conditional_t<std::is_same_v<T, float>, double, long double>;

template <typename T>
using word_for = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <typename T>
double error_in_ulp(T result, reference_for<T> truth) {
    using reference = reference_for<T>;
    if (truth != truth) {
        // Not a number must come out as the one quiet NaN.
        return std::bit_cast<word_for<T>>(result) ==
                       std::bit_cast<word_for<T>>(std::numeric_limits<T>::quiet_NaN())
                   ? 0
                   : HUGE_VAL;
    }
    // The correctly rounded result is by far the most frequent, and needs no closer look.
    if (result == static_cast<T>(truth)) {
        return reference{result} == truth ? 0 : 0.5;
    }
    constexpr int least = std::numeric_limits<T>::min_exponent;
    const int exponent = truth == 0 ? least : std::max(std::ilogb(truth) + 1, least);
    const reference unit = std::ldexp(reference{1}, exponent - std::numeric_limits<T>::digits);
    if (std::isinf(result)) {
        // Infinity stands for the first number that is too large, and for all beyond it.
        const reference beyond =
            std::copysign(std::ldexp(reference{1}, std::numeric_limits<T>::max_exponent), reference{result});
        return std::abs(truth) >= std::abs(beyond) && std::signbit(truth) == std::signbit(result)
                   ? 0
                   : static_cast<double>(std::abs(beyond - truth) / unit);
    }
    return static_cast<double>(std::abs(reference{result} - truth) / unit);
}

// Runs a job for every number below `count` on all processors and returns the worst of what they found.
worst_case in_parallel(int count, const std::function<worst_case(int)>& job) {
    std::atomic<int> next = 0;
    std::mutex mutex;
    worst_case worst;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
        threads.emplace_back([&] {
            for (int number = next++; number < count; number = next++) {
                const worst_case found = job(number);
                const std::scoped_lock lock(mutex);
                worst.include(found.error, found.argument, found.second_argument);
            }
        });
    }
    threads.clear();
    return worst;
}

constexpr int blocks = 256;

template <typename Function, typename Reference>
worst_case over_all_floats(std::uint64_t step, Function function, Reference reference) {
    return in_parallel(blocks, [=](int block) {
        worst_case worst;
        const std::uint64_t first = (std::uint64_t{1} << 32) / blocks * static_cast<std::uint64_t>(block);
        const std::uint64_t last = first + (std::uint64_t{1} << 32) / blocks;
        for (std::uint64_t bits = (first + step - 1) / step * step; bits < last; bits += step) {
            const float x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
            worst.include(error_in_ulp(function(x), reference(double{x})), x);
        }
        return worst;
    });
}

// Half of the samples are any bit pattern, the others lie where most functions have their shape.
template <typename T>
T sample(std::mt19937_64& random) {
    const std::uint64_t bits = random();
    if ((bits & 1) != 0) {
        return std::bit_cast<T>(static_cast<word_for<T>>(random()));
    }
    constexpr T ranges[] = {1, 8, 100, 800};
    return std::uniform_real_distribution<T>(-1, 1)(random) * ranges[bits >> 1 & 3];
}

template <typename T, typename Job>
worst_case over_samples(int per_block, Job job) {
    return in_parallel(blocks, [=](int block) {
        std::mt19937_64 random(static_cast<std::uint64_t>(block));
        worst_case worst;
        for (int i = 0; i < per_block; ++i) {
            const T x = sample<T>(random);
            const T y = sample<T>(random);
            worst.include(job(x, y), static_cast<double>(x), static_cast<double>(y));
        }
        return worst;
    });
}

class table {
public:
    void row(const char* name, double bound, worst_case worst) {
        const bool is_kept = worst.error <= bound;
        std::printf("%-20s %9.4f %9.4f  %s  at (%a, %a)\n", name, worst.error, bound,
                    is_kept ? "ok  " : "OVER", worst.argument, worst.second_argument);
        std::fflush(stdout);
        missed_ += is_kept ? 0 : 1;
    }

    [[nodiscard]] int missed() const { return missed_; }

private:
    int missed_ = 0;
};

#define MEASURE(name, float_bound, double_bound)                                                             \
    out.row("float  " #name, float_bound,                                                                    \
            over_all_floats(                                                                                 \
                step, [](float x) { return orrery::name(x); }, [](double x) { return std::name(x); }));      \
    out.row("double " #name, double_bound, over_samples<double>(samples, [](double x, double) {              \
                return error_in_ulp(orrery::name(x), std::name(static_cast<long double>(x)));                \
            }))

#define MEASURE_TWO(name, float_bound, double_bound)                                                         \
    out.row("float  " #name, float_bound, over_samples<float>(samples, [](float x, float y) {                \
                return error_in_ulp(orrery::name(x, y),                                                      \
                                    std::name(static_cast<double>(x), static_cast<double>(y)));              \
            }));                                                                                             \
    out.row("double " #name, double_bound, over_samples<double>(samples, [](double x, double y) {            \
                return error_in_ulp(orrery::name(x, y),                                                      \
                                    std::name(static_cast<long double>(x), static_cast<long double>(y)));    \
            }))

} // namespace

int main(int count, char** arguments) {
    std::uint64_t step = 1;
    int samples = 40000;
    bool has_to_check = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--check") {
            has_to_check = true;
        } else if (argument == "--step" && i + 1 < count) {
            step = std::strtoull(arguments[++i], nullptr, 10);
        } else if (argument == "--samples" && i + 1 < count) {
            samples = std::atoi(arguments[++i]);
        } else {
            std::fprintf(stderr, "usage: elementary_error [--check] [--step N] [--samples N]\n");
            return 2;
        }
    }
    if (step == 0) {
        std::fprintf(stderr, "--step must be at least 1\n");
        return 2;
    }

    table out;
    std::printf("%-20s %9s %9s\n", "function", "error", "bound");
    MEASURE(sqrt, 0.5, 0.5);
    out.row("float  inverse_sqrt", 1.5,
            over_all_floats(
                step, [](float x) { return orrery::inverse_sqrt(x); },
                [](double x) { return 1 / std::sqrt(x); }));
    out.row("double inverse_sqrt", 1.5, over_samples<double>(samples, [](double x, double) {
                return error_in_ulp(orrery::inverse_sqrt(x), 1 / std::sqrt(static_cast<long double>(x)));
            }));
    MEASURE(cbrt, 0.51, 0.7);
    MEASURE(sin, 0.85, 1);
    MEASURE(cos, 0.85, 1);
    MEASURE(tan, 0.51, 1.2);
    MEASURE(asin, 0.51, 1);
    MEASURE(acos, 0.51, 1);
    MEASURE(atan, 0.51, 1);
    MEASURE_TWO(atan2, 0.51, 1.6);
    MEASURE(exp, 0.51, 1);
    MEASURE(exp2, 0.51, 1);
    MEASURE(log, 0.51, 1);
    MEASURE(log2, 0.51, 0.6);
    MEASURE_TWO(pow, 0.51, 1);
    if (out.missed() != 0) {
        std::printf("%d bounds exceeded\n", out.missed());
    }
    return has_to_check && out.missed() != 0 ? 1 : 0;
}
