#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/random_values.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace orrery {
namespace {

template <typename T>
class random_values_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(random_values_of, real_types);

// Hands out the given bits, then counts on: for looking at single draws.
struct scripted_source {
    using result_type = std::uint64_t;

    static constexpr std::uint64_t min() { return 0; }

    static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

    std::uint64_t operator()() { return values[position++]; }

    std::vector<std::uint64_t> values;
    std::size_t position = 0;
};

TEST(random_values, whole_numbers_stay_below_their_end_and_reach_all_values_equally) {
    philox source{1};
    std::vector<int> counts(10);
    for (int i = 0; i < 100'000; ++i) {
        ++counts[uniform_below(source, 10)];
    }
    for (const int count : counts) {
        // Six standard deviations of sqrt(100000 * 0.1 * 0.9).
        EXPECT_NEAR(count, 10'000, 570);
    }
    EXPECT_EQ(uniform_below(source, 1), 0u);
    EXPECT_EQ(uniform_below(source, 0), 0u);
}

TEST(random_values, draws_that_would_make_some_values_likelier_are_rejected) {
    // With 3 values, 2^64 = 3 * 0x5555555555555555 + 1: exactly one draw is surplus, the zero.
    scripted_source source{{0, 0, 0x5555'5555'5555'5556}};
    EXPECT_EQ(uniform_below(source, 3), 1u);
    EXPECT_EQ(source.position, 3u);
    // A power of two has no surplus.
    scripted_source fair{{0}};
    EXPECT_EQ(uniform_below(fair, 4), 0u);
    EXPECT_EQ(fair.position, 1u);
}

TEST(random_values, whole_ranges_include_both_ends_and_may_be_everything) {
    philox source{2};
    std::map<std::int64_t, int> seen;
    for (int i = 0; i < 1000; ++i) {
        ++seen[uniform_int(source, -2, 2)];
    }
    EXPECT_EQ(seen.size(), 5u);
    EXPECT_EQ(seen.begin()->first, -2);
    EXPECT_EQ(seen.rbegin()->first, 2);
    using limits = std::numeric_limits<std::int64_t>;
    scripted_source high{{~std::uint64_t{0}}};
    EXPECT_EQ(uniform_int(high, limits::min(), limits::max()), limits::max());
    EXPECT_EQ(uniform_int(source, 7, 7), 7);
}

TYPED_TEST(random_values_of, reals_lie_in_zero_to_one_without_one) {
    using T = TypeParam;
    scripted_source ends{{0, ~std::uint64_t{0}, std::uint64_t{1} << 63}};
    EXPECT_EQ(uniform_real<T>(ends), 0);
    EXPECT_EQ(uniform_real<T>(ends), 1 - std::numeric_limits<T>::epsilon() / 2);
    EXPECT_EQ(uniform_real<T>(ends), T{0.5});
}

TYPED_TEST(random_values_of, reals_of_a_range_never_reach_its_end) {
    using T = TypeParam;
    scripted_source top{{~std::uint64_t{0}, ~std::uint64_t{0}}};
    EXPECT_LT(uniform_real<T>(top, T{1000}, T{1001}), T{1001});
    EXPECT_EQ(uniform_real<T>(top, T{5}, T{5}), T{5});
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 source{seed};
        const T value = uniform_real<T>(source, T{-3}, T{2});
        PROPERTY_ASSERT(value >= -3 && value < 2);
    }));
}

TYPED_TEST(random_values_of, normal_deviates_have_the_moments_of_the_bell_curve) {
    using T = TypeParam;
    xoshiro256 source{3};
    constexpr int count = 100'000;
    double sum = 0;
    double squares = 0;
    double fourths = 0;
    for (int i = 0; i < count; ++i) {
        const double value = static_cast<double>(normal_real<T>(source));
        sum += value;
        squares += value * value;
        fourths += value * value * value * value;
    }
    EXPECT_NEAR(sum / count, 0, 0.02);
    EXPECT_NEAR(squares / count, 1, 0.03);
    EXPECT_NEAR(fourths / count, 3, 0.25);
    // The draw that would be the logarithm of zero.
    scripted_source worst{{~std::uint64_t{0}, 0}};
    EXPECT_TRUE(is_finite(normal_real<T>(worst)));
}

template <real_vector V>
void expect_directions_without_preference() {
    using T = typename V::value_type;
    xoshiro256 source{4};
    constexpr int count = 50'000;
    V sum;
    V squares;
    for (int i = 0; i < count; ++i) {
        const V v = unit_vector<V>(source);
        ASSERT_NEAR(length(v), 1, ulps<T>(8));
        sum += v / T{count};
        squares += component_product(v, v) / T{count};
    }
    for (int axis = 0; axis < V::dimension; ++axis) {
        EXPECT_NEAR(sum[axis], 0, 0.02);
        EXPECT_NEAR(squares[axis], 1.0 / V::dimension, 0.02);
    }
}

TYPED_TEST(random_values_of, directions_have_unit_length_and_no_preference) {
    expect_directions_without_preference<basic_vector2<TypeParam>>();
    expect_directions_without_preference<basic_vector3<TypeParam>>();
}

TYPED_TEST(random_values_of, rotations_have_unit_length_and_no_preference) {
    using T = TypeParam;
    xoshiro256 source{5};
    constexpr int count = 50'000;
    basic_vector3<T> image;
    T squared_w = 0;
    for (int i = 0; i < count; ++i) {
        const auto q = unit_quaternion<T>(source);
        ASSERT_NEAR(length(q), 1, ulps<T>(8));
        image += rotate(q, {0, 0, 1}) / T{count};
        squared_w += q.w * q.w / T{count};
    }
    EXPECT_NEAR(length(image), 0, 0.02);
    EXPECT_NEAR(squared_w, 0.25, 0.01);
}

TYPED_TEST(random_values_of, points_lie_in_their_box) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 source{seed};
        const basic_aabb3<T> box{{-1, 2, 5}, {1, 2, 9}};
        PROPERTY_ASSERT(contains(box, uniform_point(source, box)));
    }));
}

TEST(random_values, functions_take_the_draws_they_state) {
    const auto draws = [](auto&& use) {
        philox source{6};
        use(source);
        return source.position();
    };
    EXPECT_EQ(draws([](auto& s) { return uniform_real<float>(s); }), 1u);
    EXPECT_EQ(draws([](auto& s) { return chance(s, 0.5); }), 1u);
    EXPECT_EQ(draws([](auto& s) { return normal_real<float>(s); }), 2u);
    EXPECT_EQ(draws([](auto& s) { return unit_vector<vector2>(s); }), 1u);
    EXPECT_EQ(draws([](auto& s) { return unit_vector<vector3>(s); }), 2u);
    EXPECT_EQ(draws([](auto& s) { return unit_quaternion<double>(s); }), 3u);
}

TEST(random_values, chances_come_as_often_as_asked) {
    xoshiro256 source{7};
    int count = 0;
    for (int i = 0; i < 10'000; ++i) {
        count += chance(source, 0.25) ? 1 : 0;
    }
    EXPECT_NEAR(count, 2500, 260);
    EXPECT_FALSE(chance(source, 0));
    EXPECT_TRUE(chance(source, 1));
}

TEST(random_values, all_orders_of_a_shuffle_are_equally_likely) {
    xoshiro256 source{8};
    std::map<std::vector<int>, int> seen;
    for (int i = 0; i < 24'000; ++i) {
        std::vector<int> items{1, 2, 3, 4};
        shuffle(std::span{items}, source);
        ++seen[items];
    }
    EXPECT_EQ(seen.size(), 24u);
    for (const auto& [order, count] : seen) {
        EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), seen.begin()->first.begin()));
        EXPECT_NEAR(count, 1000, 190);
    }
}

} // namespace
} // namespace orrery
