// Joints that no make_joint has seen, with numbers as a damaged file may have them.
#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace orrery::test {
namespace {

template <typename T>
class odd_joints : public testing::Test {};

using joint_types =
    testing::Types<rigid::cone_joint, rigid::cone_twist_joint, rigid::cv_joint, rigid::gear_joint,
                   rigid::gravity_joint, rigid::motor_joint, rigid::pulley_joint, rigid::rack_joint>;
TYPED_TEST_SUITE(odd_joints, joint_types);

// Whether the world is still one of numbers after a second with a joint all of whose fields are this one.
template <typename T>
void expect_finite_with(scalar number) {
    small_world in;
    const rigid::body_definition body{.shape = rigid::sphere(scalar(0.5)), .mass = scalar(1)};
    std::array<scalar, sizeof(T) / sizeof(scalar)> numbers;
    numbers.fill(number);
    T joint = std::bit_cast<T>(numbers);
    joint.a = in.add(body);
    joint.b = in.add(body); // in the same place
    in.world.registry().template emplace<T>(in.world.registry().create(), joint);
    in.run(60);
    EXPECT_TRUE(is_finite(in.position(joint.a)) && is_finite(in.velocity(joint.a))) << number;
    EXPECT_TRUE(is_finite(in.spin(joint.b)) && is_finite(in.velocity(joint.b))) << number;
}

TYPED_TEST(odd_joints, leave_numbers_behind_whatever_is_in_them) {
    for (const scalar number : {scalar(0), scalar(-1), scalar(1e-30), scalar(1e20), scalar(-1e30)}) {
        expect_finite_with<TypeParam>(number);
    }
}

} // namespace
} // namespace orrery::test
