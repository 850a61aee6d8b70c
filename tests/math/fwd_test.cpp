#include <orrery/math/fwd.hpp>

#include <gtest/gtest.h>

// Declared before anything is defined: this is what the header is for.
static int takes_references(const orrery::vector3&, const orrery::transform2&, const orrery::aabb3i&,
                            const orrery::quaternion&, const orrery::ray2f&, const orrery::fixed32&);

#include <orrery/math/angle16.hpp>
#include <orrery/math/fixed.hpp>
#include <orrery/math/plane.hpp>
#include <orrery/math/principal_axes.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/ray.hpp>
#include <orrery/math/transform.hpp>

#include <cstring>
#include <new>

static int takes_references(const orrery::vector3&, const orrery::transform2&, const orrery::aabb3i&,
                            const orrery::quaternion&, const orrery::ray2f&, const orrery::fixed32&) {
    return 1;
}

namespace orrery {
namespace {

TEST(fwd, names_can_be_passed_on_before_they_are_defined) {
    EXPECT_EQ(takes_references({}, {}, {}, {}, {}, {}), 1);
}

TEST(fwd, dimension_aliases_pick_the_right_types) {
    EXPECT_TRUE((std::is_same_v<basic_vector<float, 2>, vector2f>));
    EXPECT_TRUE((std::is_same_v<basic_vector<std::int32_t, 3>, vector3i>));
    EXPECT_TRUE((std::is_same_v<basic_rotation<double, 2>, rotation2d>));
    EXPECT_TRUE((std::is_same_v<basic_rotation<double, 3>, quaterniond>));
    EXPECT_TRUE((std::is_same_v<basic_aabb<std::int32_t, 2>, aabb2i>));
    EXPECT_TRUE((std::is_same_v<basic_ray<scalar, 3>, ray3>));
    EXPECT_TRUE((std::is_same_v<basic_transform<scalar, 3>, transform3>));
}

TEST(fwd, scalar_follows_the_precision_the_library_was_built_with) {
    EXPECT_EQ(sizeof(vector3), 3 * (ORRERY_DOUBLE_PRECISION ? sizeof(double) : sizeof(float)));
}

// Filling memory with ones first shows whatever a default constructor forgets to set.
template <typename T>
bool default_is_fully_written() {
    alignas(T) unsigned char memory[sizeof(T)];
    alignas(T) unsigned char again[sizeof(T)];
    std::memset(memory, 0xff, sizeof(T));
    std::memset(again, 0x55, sizeof(T));
    const T* first = new (memory) T();
    const T* second = new (again) T();
    return std::memcmp(memory, again, sizeof(T)) == 0 && *first == *second;
}

TEST(fwd, defaults_leave_no_byte_unwritten) {
    EXPECT_TRUE(default_is_fully_written<vector2>());
    EXPECT_TRUE(default_is_fully_written<vector3>());
    EXPECT_TRUE(default_is_fully_written<matrix2>());
    EXPECT_TRUE(default_is_fully_written<matrix3>());
    EXPECT_TRUE(default_is_fully_written<rotation2>());
    EXPECT_TRUE(default_is_fully_written<quaternion>());
    EXPECT_TRUE(default_is_fully_written<transform2>());
    EXPECT_TRUE(default_is_fully_written<transform3>());
    EXPECT_TRUE(default_is_fully_written<aabb2i>());
    EXPECT_TRUE(default_is_fully_written<aabb3>());
    EXPECT_TRUE(default_is_fully_written<ray2>());
    EXPECT_TRUE(default_is_fully_written<ray3>());
    EXPECT_TRUE(default_is_fully_written<plane3>());
    EXPECT_TRUE(default_is_fully_written<angle16>());
    EXPECT_TRUE(default_is_fully_written<fixed64>());
}

} // namespace
} // namespace orrery
