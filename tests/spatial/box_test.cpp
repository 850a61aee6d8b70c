#include <orrery/spatial/box.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial {
namespace {

TEST(box, is_any_of_six_types) {
    static_assert(any_box<aabb2f> && any_box<aabb2d> && any_box<aabb2i>);
    static_assert(any_box<aabb3f> && any_box<aabb3d> && any_box<aabb3i>);
    static_assert(!any_box<basic_aabb<std::int64_t, 2>>);
}

TEST(box, is_measured_in_its_own_type_or_in_double) {
    static_assert(std::same_as<real_of<aabb2f>, float> && std::same_as<real_of<aabb3d>, double>);
    static_assert(std::same_as<real_of<aabb2i>, double>);
    static_assert(std::same_as<point_of<aabb3i>, vector3d> && std::same_as<ray_of<aabb2f>, ray2f>);
}

TEST(box, becomes_real_without_rounding) {
    const std::int32_t least = std::numeric_limits<std::int32_t>::min();
    const std::int32_t most = std::numeric_limits<std::int32_t>::max();
    EXPECT_EQ(real_box(aabb2i{{least, 3}, {most, 4}}), (aabb2d{{-2147483648.0, 3}, {2147483647.0, 4}}));
}

TEST(box, is_as_far_from_a_point_as_its_nearest_point) {
    const aabb3f box{{-1, -2, -3}, {1, 2, 3}};
    EXPECT_EQ(distance_squared(box, {0.5F, -2, 3}), 0.0F);
    EXPECT_EQ(distance_squared(box, {0, 0, 5}), 4.0F);
    EXPECT_EQ(distance_squared(box, {-4, 0, 0}), 9.0F);
    EXPECT_EQ(distance_squared(box, {2, -4, 5}), 1.0F + 4.0F + 4.0F);
}

TEST(box, is_at_a_distance_from_whole_points_that_no_int_could_hold) {
    const std::int32_t most = std::numeric_limits<std::int32_t>::max();
    const aabb2i box{{most, most}, {most, most}};
    const double apart = 4294967295.0;
    EXPECT_EQ(distance_squared(box, {-2147483648.0, most}), apart * apart);
}

TEST(box, reaches_every_point_when_it_is_infinite) {
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(distance_squared(aabb2f{{-infinity, -infinity}, {infinity, infinity}}, {1e30F, -7}), 0.0F);
    EXPECT_EQ(distance_squared(aabb2f{{2, -infinity}, {infinity, 0}}, {0, 3}), 4.0F + 9.0F);
}

} // namespace
} // namespace orrery::spatial
