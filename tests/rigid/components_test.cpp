#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/components.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;

TEST(inertia, keeps_all_six_numbers_of_a_symmetric_tensor) {
    const matrix3 tensor = matrix3::from_rows({2, scalar(0.1), scalar(0.2)}, {scalar(0.1), 3, scalar(0.3)},
                                              {scalar(0.2), scalar(0.3), 4});
    EXPECT_EQ(inertia::from_tensor(tensor).tensor(), tensor);
}

TEST(components, refuse_values_that_no_body_can_have) {
    const mass negative{-1};
    const body unknown{static_cast<body_kind>(7)};
    const damping speeding{-1, 0};
    EXPECT_FALSE(component_type::of<mass>().validate(&negative).is_ok());
    EXPECT_FALSE(component_type::of<body>().validate(&unknown).is_ok());
    EXPECT_FALSE(component_type::of<damping>().validate(&speeding).is_ok());
    const mass heavy{1000};
    EXPECT_TRUE(component_type::of<mass>().validate(&heavy).is_ok());
}
