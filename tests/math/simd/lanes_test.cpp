#include <orrery/math/simd/lanes.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace orrery::lanes_test {

struct operands {
    static constexpr int count = 16;

    alignas(64) float floats[2][count];
    double doubles[2][count];
    std::int32_t ints[2][count];
    std::int32_t indices[count];
};

// The bits of every result, by the name of type and operation.
class record {
public:
    void start_block(int first) { first_ = first; }

    void start_type(const char* type) { type_ = type; }

    template <typename T>
    void put(const char* name, const T* values, int count) {
        std::vector<std::uint64_t>& bits = results_[type_ + " " + name];
        bits.resize(operands::count);
        for (int i = 0; i < count; ++i) {
            std::uint64_t& word = bits[static_cast<std::size_t>(first_ + i)];
            word = 0;
            std::memcpy(&word, &values[i], sizeof(T));
        }
    }

    [[nodiscard]] const std::map<std::string, std::vector<std::uint64_t>>& results() const {
        return results_;
    }

private:
    std::map<std::string, std::vector<std::uint64_t>> results_;
    std::string type_;
    int first_ = 0;
};

struct across {
    int width = 0;
    float sum = 0;
    std::uint32_t bits = 0;
    bool is_any = false;
    bool is_all = false;
    bool is_none = false;
    std::int32_t counted[operands::count] = {};
    float partly_loaded[operands::count] = {};
    float partly_stored[operands::count] = {};
    float scattered[operands::count] = {};
    float read[operands::count] = {};
};

} // namespace orrery::lanes_test

#define ORRERY_SIMD_KERNELS "tests/math/simd/lanes.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace {

using orrery::lanes_test::across;
using orrery::lanes_test::operands;
using orrery::lanes_test::record;
namespace simd = orrery::simd;

template <typename T>
T canonical(T x) {
    return x == x ? x : std::numeric_limits<T>::quiet_NaN();
}

template <typename T, typename Function>
void expect(record& out, const char* name, Function function) {
    T values[operands::count];
    for (int i = 0; i < operands::count; ++i) {
        values[i] = function(i);
    }
    out.put(name, values, operands::count);
}

template <typename T>
void expect_comparisons(record& out, const T* a, const T* b) {
    using yes = std::uint32_t;
    expect<yes>(out, "==", [&](int i) { return a[i] == b[i]; });
    expect<yes>(out, "!=", [&](int i) { return a[i] != b[i]; });
    expect<yes>(out, "<", [&](int i) { return a[i] < b[i]; });
    expect<yes>(out, "<=", [&](int i) { return a[i] <= b[i]; });
    expect<yes>(out, ">", [&](int i) { return a[i] > b[i]; });
    expect<yes>(out, ">=", [&](int i) { return a[i] >= b[i]; });
    expect<yes>(out, "mask &", [&](int i) { return a[i] < b[i] && a[i] != b[i]; });
    expect<yes>(out, "mask |", [&](int i) { return a[i] < b[i] || a[i] == b[i]; });
    expect<yes>(out, "mask ^", [&](int i) { return (a[i] <= b[i]) != (a[i] == b[i]); });
    expect<yes>(out, "mask !", [&](int i) { return !(a[i] < b[i]); });
    expect<T>(out, "select", [&](int i) { return a[i] < b[i] ? a[i] : b[i]; });
    expect<T>(out, "min", [&](int i) { return a[i] < b[i] ? a[i] : b[i]; });
    expect<T>(out, "max", [&](int i) { return a[i] > b[i] ? a[i] : b[i]; });
}

template <typename T>
void expect_floating_point(record& out, const T* a, const T* b) {
    expect<T>(out, "+", [&](int i) { return canonical(a[i] + b[i]); });
    expect<T>(out, "-", [&](int i) { return canonical(a[i] - b[i]); });
    expect<T>(out, "*", [&](int i) { return canonical(a[i] * b[i]); });
    expect<T>(out, "/", [&](int i) { return canonical(a[i] / b[i]); });
    expect<T>(out, "negated", [&](int i) { return -a[i]; });
    expect_comparisons(out, a, b);
    expect<T>(out, "abs", [&](int i) { return orrery::abs(a[i]); });
    expect<T>(out, "copysign", [&](int i) { return orrery::copysign(a[i], b[i]); });
    expect<T>(out, "sqrt", [&](int i) { return orrery::sqrt(a[i]); });
    expect<T>(out, "inverse_sqrt", [&](int i) { return orrery::inverse_sqrt(a[i]); });
    expect<T>(out, "floor", [&](int i) { return orrery::floor(a[i]); });
    expect<T>(out, "ceil", [&](int i) { return orrery::ceil(a[i]); });
    expect<T>(out, "round_even", [&](int i) { return orrery::round_even(a[i]); });
}

template <typename T>
void expect_integers(record& out, const T* a, const T* b) {
    using word = std::make_unsigned_t<T>;
    const auto wrapped = [](auto x) { return static_cast<T>(static_cast<word>(x)); };
    expect<T>(out, "+", [&](int i) { return wrapped(word(a[i]) + word(b[i])); });
    expect<T>(out, "-", [&](int i) { return wrapped(word(a[i]) - word(b[i])); });
    expect<T>(out, "*", [&](int i) { return wrapped(word(a[i]) * word(b[i])); });
    expect<T>(out, "negated", [&](int i) { return wrapped(-word(a[i])); });
    expect<T>(out, "&", [&](int i) { return a[i] & b[i]; });
    expect<T>(out, "|", [&](int i) { return a[i] | b[i]; });
    expect<T>(out, "^", [&](int i) { return a[i] ^ b[i]; });
    expect<T>(out, "~", [&](int i) { return ~a[i]; });
    expect<T>(out, "<< 3", [&](int i) { return wrapped(word(a[i]) << 3); });
    expect<T>(out, ">> 3", [&](int i) { return a[i] >> 3; });
    expect_comparisons(out, a, b);
}

std::int32_t converted(float x) {
    return x >= -2147483648.0f && x < 2147483648.0f ? static_cast<std::int32_t>(x)
                                                    : std::numeric_limits<std::int32_t>::min();
}

// The same operations in plain C++.
record expected(const operands& in) {
    record out;
    const float* a = in.floats[0];
    out.start_type("float");
    expect_floating_point(out, a, in.floats[1]);
    expect<std::int32_t>(out, "truncate_to_int", [&](int i) { return converted(a[i]); });
    expect<std::int32_t>(out, "round_to_int", [&](int i) { return converted(std::nearbyint(a[i])); });
    expect<double>(out, "widen", [&](int i) { return canonical(static_cast<double>(a[i])); });
    expect<float>(out, "broadcast", [&](int) { return a[0]; });
    expect<float>(out, "halves", [&](int i) { return a[i]; });
    expect<float>(out, "reinterpret", [&](int i) { return a[i]; });
    out.start_type("double");
    expect_floating_point(out, in.doubles[0], in.doubles[1]);
    expect<float>(out, "narrow", [&](int i) { return canonical(static_cast<float>(in.doubles[0][i])); });
    out.start_type("int32");
    expect_integers(out, in.ints[0], in.ints[1]);
    expect<float>(out, "to_float", [&](int i) { return static_cast<float>(in.ints[0][i]); });
    expect<std::int32_t>(out, "small_product",
                         [&](int i) { return (in.ints[0][i] & 0x7fff) * (in.ints[1][i] & 0x7fff); });
    out.start_type("uint32");
    std::uint32_t words[2][operands::count];
    std::memcpy(words, in.ints, sizeof words);
    expect_integers(out, words[0], words[1]);
    out.start_type("uint64");
    std::uint64_t long_words[2][operands::count];
    std::memcpy(long_words, in.doubles, sizeof long_words);
    expect_integers(out, long_words[0], long_words[1]);
    out.start_type("memory");
    expect<float>(out, "load_aligned", [&](int i) { return a[i]; });
    expect<float>(out, "store_aligned", [&](int i) { return a[i]; });
    expect<float>(out, "gather", [&](int i) { return a[in.indices[i]]; });
    return out;
}

// Numbers of every size, special ones often. Signalling NaNs are left out: nothing is promised for them.
template <typename T>
T any_number(std::mt19937_64& random) {
    using limits = std::numeric_limits<T>;
    constexpr T special[] = {0,
                             -T(0),
                             1,
                             -1,
                             T(0.5),
                             T(-0.5),
                             T(1.5),
                             T(2.5),
                             T(-2.5),
                             limits::infinity(),
                             -limits::infinity(),
                             limits::quiet_NaN(),
                             limits::denorm_min(),
                             limits::min(),
                             limits::max(),
                             limits::lowest(),
                             T(2147483648.0),
                             T(-2147483648.0),
                             T(2147483520.0),
                             T(-2147483904.0),
                             T(8388607.5),
                             T(8388608.5),
                             T(4503599627370495.5)};
    const std::uint64_t choice = random();
    if (choice % 4 == 0) {
        return special[(choice >> 8) % std::size(special)];
    }
    if (choice % 4 == 1) {
        return std::uniform_real_distribution<T>(-10, 10)(random);
    }
    const T x = std::bit_cast<T>(static_cast<simd::traits::bits<T>>(random()));
    return x == x ? x : T(3);
}

std::int32_t any_int(std::mt19937_64& random) {
    constexpr std::int32_t special[] = {0, 1, -1, INT32_MAX, INT32_MIN, 16777217, -16777217, 46341};
    const std::uint64_t choice = random();
    return choice % 4 == 0 ? special[(choice >> 8) % std::size(special)]
                           : static_cast<std::int32_t>(choice >> 32);
}

operands any_operands(std::mt19937_64& random) {
    operands in;
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < operands::count; ++i) {
            in.floats[side][i] = any_number<float>(random);
            in.doubles[side][i] = any_number<double>(random);
            in.ints[side][i] = any_int(random);
        }
    }
    // Equal operands in a few lanes, so that == is not always false.
    for (int i = 0; i < operands::count; i += 5) {
        in.floats[1][i] = in.floats[0][i];
        in.doubles[1][i] = in.doubles[0][i];
        in.ints[1][i] = in.ints[0][i];
    }
    std::iota(in.indices, in.indices + operands::count, 0);
    std::shuffle(in.indices, in.indices + operands::count, random);
    return in;
}

TEST(simd_lanes, every_operation_gives_the_bits_of_plain_code_at_every_level) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 500; ++round) {
        const operands in = any_operands(random);
        const record plain = expected(in);
        for (const simd::level width : simd::all_levels) {
            record out;
            ORRERY_SIMD_KERNEL(width, lanes_test::every_operation)(in, out);
            ASSERT_EQ(out.results().size(), plain.results().size());
            for (const auto& [name, bits] : plain.results()) {
                ASSERT_EQ(out.results().at(name), bits) << name << " at " << simd::name(width);
            }
        }
    }
}

// Halves on halves until one is left.
float sum_of_halves(std::vector<float> values) {
    while (values.size() > 1) {
        const std::size_t half = values.size() / 2;
        for (std::size_t i = 0; i < half; ++i) {
            values[i] += values[i + half];
        }
        values.resize(half);
    }
    return values[0];
}

TEST(simd_lanes, operations_across_lanes_agree_with_loops_at_every_level) {
    std::mt19937_64 random(12);
    for (int round = 0; round < 500; ++round) {
        operands in = any_operands(random);
        for (int i = 0; i < operands::count; ++i) {
            in.floats[0][i] = std::uniform_real_distribution<float>(-1, 1)(random);
        }
        // Only the first lanes of the narrowest width may be overwritten twice or not at all.
        for (const simd::level width : simd::all_levels) {
            across out;
            const int n = simd::lane_count(width);
            for (int i = 0; i < n; ++i) {
                in.indices[i] = static_cast<std::int32_t>(random() % 4);
            }
            ORRERY_SIMD_KERNEL(width, lanes_test::across_lanes)(in, out);
            ASSERT_EQ(out.width, n);
            ASSERT_EQ(out.sum, sum_of_halves({in.floats[0], in.floats[0] + n}));
            std::uint32_t bits = 0;
            float scattered[operands::count] = {};
            for (int i = 0; i < n; ++i) {
                bits |= in.floats[0][i] < in.floats[1][i] ? 1u << i : 0u;
                scattered[in.indices[i]] = in.floats[0][i];
                ASSERT_EQ(out.counted[i], i);
                ASSERT_EQ(out.read[i], in.floats[0][i]);
                ASSERT_EQ(out.partly_loaded[i], i < 3 ? in.floats[0][i] : 0);
                ASSERT_EQ(out.partly_stored[i], i < 3 ? in.floats[0][i] : 0);
            }
            ASSERT_EQ(out.bits, bits);
            ASSERT_EQ(out.is_any, bits != 0);
            ASSERT_EQ(out.is_none, bits == 0);
            ASSERT_EQ(out.is_all, bits == (1u << n) - 1);
            for (int i = 0; i < operands::count; ++i) {
                ASSERT_EQ(out.scattered[i], scattered[i]);
            }
        }
    }
}

TEST(simd_lanes, rows_are_turned_into_lanes_and_back_without_touching_their_neighbours) {
    constexpr int rows = 40;
    constexpr std::ptrdiff_t stride = 7;
    std::mt19937_64 random(13);
    std::vector<float> from(rows * stride - (stride - 4));
    std::iota(from.begin(), from.end(), 1.0f);
    std::vector<std::int32_t> indices(rows);
    std::iota(indices.begin(), indices.end(), 0);
    for (int round = 0; round < 50; ++round) {
        std::shuffle(indices.begin(), indices.end(), random);
        for (const simd::level width : simd::all_levels) {
            const int n = simd::lane_count(width);
            std::vector<float> fours(from.size(), -1.0f);
            std::vector<float> threes(from.size(), -1.0f);
            std::vector<float> columns(static_cast<std::size_t>(4 * n));
            ORRERY_SIMD_KERNEL(width, lanes_test::copy_rows)
            (from.data(), fours.data(), threes.data(), stride, indices.data(), columns.data());

            std::vector<float> expected_fours(from.size(), -1.0f);
            std::vector<float> expected_threes(from.size(), -1.0f);
            for (int i = 0; i < n; ++i) {
                for (int column = 0; column < 4; ++column) {
                    const auto at =
                        static_cast<std::size_t>(indices[static_cast<std::size_t>(i)] * stride + column);
                    ASSERT_EQ(columns[static_cast<std::size_t>(column * n + i)], from[at]);
                    expected_fours[at] = from[at];
                    if (column < 3) {
                        expected_threes[at] = from[at];
                    }
                }
            }
            ASSERT_EQ(fours, expected_fours);
            ASSERT_EQ(threes, expected_threes);
        }
    }
}

TEST(simd_lanes, the_plain_name_and_its_scalar_twin_work_outside_kernels) {
    const float values[] = {1, -2, 3, -4, 5, -6, 7, -8};
    const auto ours = simd::lanes<float, 8>::load(values);
    const auto twin = simd::scalar_lanes<float, 8>::load(values);
    const auto doubled = ours * 2.0f + 1.0f;
    const auto doubled_twin = twin * 2.0f + 1.0f;
    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(doubled[i], 2 * values[i] + 1);
        EXPECT_EQ(doubled_twin[i], 2 * values[i] + 1);
    }
    EXPECT_EQ(sum(ours), sum(twin));
}

} // namespace
