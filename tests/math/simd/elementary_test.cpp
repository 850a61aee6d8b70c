#include <orrery/math/simd/elementary.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

namespace {

namespace simd = orrery::simd;

std::vector<float> arguments() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> values = {0.0f,      -0.0f,     1.0f,       -1.0f,      0.5f,      2.0f,
                                 infinity,  -infinity, 1e-45f,     -1e-45f,    1e-38f,    3.4e38f,
                                 -3.4e38f,  1e30f,     200.0f,     200.00002f, 65536.0f,  65536.01f,
                                 -65537.0f, 88.72284f, 88.7229f,   89.0f,      -87.4f,    -103.97f,
                                 -103.973f, -104.0f,   0.7853982f, 1.5707964f, 3.1415927f};
    values.push_back(std::numeric_limits<float>::quiet_NaN());
    std::mt19937_64 random(3);
    for (int i = 0; i < 20000; ++i) {
        values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    }
    for (const float range : {1.0f, 8.0f, 150.0f, 1000.0f, 100000.0f}) {
        for (int i = 0; i < 20000; ++i) {
            values.push_back(std::uniform_real_distribution<float>(-range, range)(random));
        }
    }
    return values;
}

void expect_same_bits(const std::vector<float>& ours, const std::vector<float>& scalar,
                      const std::vector<float>& arguments, const char* name) {
    int differences = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (std::bit_cast<std::uint32_t>(ours[i]) != std::bit_cast<std::uint32_t>(scalar[i]) &&
            ++differences < 4) {
            ADD_FAILURE() << name << "(" << arguments[i] << ") is " << ours[i] << ", scalar " << scalar[i];
        }
    }
}

template <typename Array, typename Scalar>
void expect_array_equals_scalar(const char* name, Array array, Scalar scalar) {
    const std::vector<float> xs = arguments();
    std::vector<float> expected;
    for (const float x : xs) {
        expected.push_back(scalar(x));
    }
    for (const simd::level width : simd::all_levels) {
        std::vector<float> results(xs.size());
        array(xs, results, width);
        expect_same_bits(results, expected, xs, name);
        std::vector<float> in_place = xs;
        array(in_place, in_place, width);
        expect_same_bits(in_place, expected, xs, name);
    }
}

#define EXPECT_ARRAY_EQUALS_SCALAR(name)                                                                     \
    expect_array_equals_scalar(                                                                              \
        #name,                                                                                               \
        [](std::span<const float> xs, std::span<float> results, simd::level width) {                         \
            simd::name(xs, results, width);                                                                  \
        },                                                                                                   \
        [](float x) { return orrery::name(x); })

TEST(simd_elementary, arrays_of_one_argument_have_the_bits_of_scalar_calls_at_every_level) {
    EXPECT_ARRAY_EQUALS_SCALAR(sin);
    EXPECT_ARRAY_EQUALS_SCALAR(cos);
    EXPECT_ARRAY_EQUALS_SCALAR(exp);
    EXPECT_ARRAY_EQUALS_SCALAR(log);
    EXPECT_ARRAY_EQUALS_SCALAR(sqrt);
    EXPECT_ARRAY_EQUALS_SCALAR(inverse_sqrt);
}

TEST(simd_elementary, sin_cos_of_an_array_has_the_bits_of_scalar_calls_at_every_level) {
    const std::vector<float> xs = arguments();
    std::vector<float> expected_sines;
    std::vector<float> expected_cosines;
    for (const float x : xs) {
        const auto [sine, cosine] = orrery::sin_cos(x);
        expected_sines.push_back(sine);
        expected_cosines.push_back(cosine);
    }
    for (const simd::level width : simd::all_levels) {
        std::vector<float> sines(xs.size());
        std::vector<float> cosines(xs.size());
        simd::sin_cos(xs, sines, cosines, width);
        expect_same_bits(sines, expected_sines, xs, "sin");
        expect_same_bits(cosines, expected_cosines, xs, "cos");
    }
}

TEST(simd_elementary, atan2_of_arrays_has_the_bits_of_scalar_calls_at_every_level) {
    // Every special value against every other, and the random ones against their neighbours.
    const std::vector<float> values = arguments();
    std::vector<float> ys;
    std::vector<float> xs;
    for (std::size_t i = 0; i < 30; ++i) {
        for (std::size_t j = 0; j < 30; ++j) {
            ys.push_back(values[i]);
            xs.push_back(values[j]);
        }
    }
    for (std::size_t i = 30; i + 1 < values.size(); ++i) {
        ys.push_back(values[i]);
        xs.push_back(values[i + 1]);
    }
    std::vector<float> expected;
    for (std::size_t i = 0; i < ys.size(); ++i) {
        expected.push_back(orrery::atan2(ys[i], xs[i]));
    }
    for (const simd::level width : simd::all_levels) {
        std::vector<float> angles(ys.size());
        simd::atan2(ys, xs, angles, width);
        expect_same_bits(angles, expected, ys, "atan2");
    }
}

TEST(simd_elementary, nothing_is_written_beyond_the_end_of_an_array_of_any_size) {
    for (const simd::level width : simd::all_levels) {
        for (std::size_t size = 0; size < 40; ++size) {
            const std::vector<float> angles(size, 1.0f);
            std::vector<float> sines(size + 1, 7.0f);
            std::vector<float> cosines(size + 1, 7.0f);
            simd::sin_cos(angles, std::span(sines).first(size), std::span(cosines).first(size), width);
            for (std::size_t i = 0; i < size; ++i) {
                EXPECT_EQ(sines[i], orrery::sin(1.0f));
                EXPECT_EQ(cosines[i], orrery::cos(1.0f));
            }
            EXPECT_EQ(sines[size], 7.0f);
            EXPECT_EQ(cosines[size], 7.0f);
        }
    }
}

} // namespace
