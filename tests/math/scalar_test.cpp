#include "tests/core/property.hpp"

#include <orrery/math/scalar.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

using orrery::scalar;

TEST(scalar, is_the_type_that_was_chosen_when_the_library_was_built) {
    EXPECT_TRUE((std::is_same_v<scalar, std::conditional_t<ORRERY_DOUBLE_PRECISION, double, float>>));
}

// Fails when compiled with -mfma -ffp-contract=fast, as code of someone who lost our flags would be.
TEST(scalar, a_product_is_rounded_before_something_is_added_to_it) {
    EXPECT_TRUE(orrery::property::holds([] {
        const int a = orrery::property::any<std::int32_t>();
        const int b = orrery::property::any<std::int32_t>();
        constexpr scalar three = 3;
        const scalar x = static_cast<scalar>(a) / three;
        const scalar y = static_cast<scalar>(b) / three;
        volatile scalar product = x * y;
        const scalar rounded = product;
        PROPERTY_ASSERT(x * y - rounded == scalar(0));
    }));
}

} // namespace
