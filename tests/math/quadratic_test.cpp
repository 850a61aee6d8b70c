#include "tests/core/property.hpp"
#include "tests/math/generators.hpp"

#include <orrery/math/quadratic.hpp>

#include <gtest/gtest.h>

namespace orrery {
namespace {

template <typename T>
class quadratic_of : public ::testing::Test {};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(quadratic_of, real_types);

TYPED_TEST(quadratic_of, known_roots_are_found_in_order) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const T factor = generate::grid_number<T>(2);
        const T one = generate::grid_number<T>(4);
        const T other = generate::grid_number<T>(4);
        PROPERTY_ASSUME(factor != 0);
        // Coefficients that are exact, so the roots must be too.
        const auto roots = solve_quadratic(factor, -factor * (one + other), factor * one * other);
        PROPERTY_ASSERT(roots.count == (one == other ? 1 : 2));
        PROPERTY_ASSERT(abs(roots.first - min(one, other)) <= ulps<T>(2) * abs(roots.first));
        PROPERTY_ASSERT(abs(roots.second - max(one, other)) <= ulps<T>(2) * abs(roots.second));
        PROPERTY_ASSERT(roots.first <= roots.second);
    }));
}

TYPED_TEST(quadratic_of, both_roots_are_accurate_when_they_differ_by_many_orders) {
    using T = TypeParam;
    // x^2 - big x + 1: the small root is 1 / big to the last bit, where the school formula gives zero.
    const T big = T{4} / std::numeric_limits<T>::epsilon();
    const auto roots = solve_quadratic(T{1}, -big, T{1});
    ASSERT_EQ(roots.count, 2);
    EXPECT_EQ(roots.first, 1 / big);
    EXPECT_EQ(roots.second, big);
}

TYPED_TEST(quadratic_of, nearly_double_roots_keep_their_digits) {
    using T = TypeParam;
    // (x - 1)(x - 1 - d) scaled so that the coefficients are whole: n (n + 1) apart by 1 / n.
    const T n = sizeof(T) == 4 ? T{2048} : T{67108864};
    const auto roots = solve_quadratic(n * n, -(2 * n * n - 1), n * n - 1);
    ASSERT_EQ(roots.count, 2);
    EXPECT_EQ(roots.second, 1);
    EXPECT_NEAR(roots.first, 1 - 1 / (n * n), ulps<T>(1));
}

TYPED_TEST(quadratic_of, parabolas_above_the_axis_have_no_roots_and_those_that_touch_it_one) {
    using T = TypeParam;
    EXPECT_EQ(solve_quadratic(T{1}, T{0}, T{1}).count, 0);
    EXPECT_EQ(solve_quadratic(T{-1}, T{1}, T{-1}).count, 0);
    const auto touching = solve_quadratic(T{1}, T{-6}, T{9});
    EXPECT_EQ(touching.count, 1);
    EXPECT_EQ(touching.first, 3);
    EXPECT_EQ(solve_quadratic(T{1}, T{0}, T{0}).count, 1);
}

TYPED_TEST(quadratic_of, lines_have_one_root_and_constants_none) {
    using T = TypeParam;
    const auto line = solve_quadratic(T{0}, T{2}, T{-3});
    EXPECT_EQ(line.count, 1);
    EXPECT_EQ(line.first, T{1.5});
    EXPECT_EQ(solve_quadratic(T{0}, T{0}, T{1}).count, 0);
    EXPECT_EQ(solve_quadratic(T{0}, T{0}, T{0}).count, 0);
}

TYPED_TEST(quadratic_of, roots_beyond_the_range_are_left_out_and_nan_gives_none) {
    using T = TypeParam;
    const auto roots = solve_quadratic(std::numeric_limits<T>::denorm_min(), T{1}, T{-2});
    EXPECT_EQ(roots.count, 1);
    EXPECT_EQ(roots.first, 2);
    const T nan = std::numeric_limits<T>::quiet_NaN();
    EXPECT_EQ(solve_quadratic(nan, T{1}, T{1}).count, 0);
    EXPECT_EQ(solve_quadratic(T{1}, nan, T{1}).count, 0);
    EXPECT_EQ(solve_quadratic(T{1}, T{1}, nan).count, 0);
    EXPECT_EQ(solve_quadratic(T{0}, T{1}, nan).count, 0);
}

TYPED_TEST(quadratic_of, every_root_makes_the_polynomial_vanish) {
    using T = TypeParam;
    EXPECT_TRUE(property::holds([] {
        const T a = generate::smooth_number<T>(-10, 10);
        const T b = generate::smooth_number<T>(-10, 10);
        const T c = generate::smooth_number<T>(-10, 10);
        const auto roots = solve_quadratic(a, b, c);
        for (int i = 0; i < roots.count; ++i) {
            const T x = i == 0 ? roots.first : roots.second;
            const T terms = abs(a * x * x) + abs(b * x) + abs(c);
            PROPERTY_ASSERT(abs((a * x + b) * x + c) <= ulps<T>(8) * terms);
        }
    }));
}

} // namespace
} // namespace orrery
