#include <orrery/circles/contact_place.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace orrery::circles {
namespace {

// Parts are numbered through all walls: a bumper is 0, and of a roof that is open below, corner, edge,
// corner, edge, corner are 1 to 5.
class the_place_of_a_contact : public testing::Test {
protected:
    the_place_of_a_contact()
        : world_(machine_, std::make_shared<const rules>(
                               rules{.walls = {{.points = {{10, 0}}, .radius = 2},
                                               {.points = {{0, 10}, {4, 14}, {8, 10}}, .is_sensor = true},
                                               {.points = {{0, -10}, {8, -10}}}}})) {}

    void add(std::uint64_t key, vector2 position, scalar radius, std::uint32_t is_sensor = 0) {
        ASSERT_TRUE(world_
                        .add({.key = entity_key{key},
                              .motion = {.position = position},
                              .form = {.radius = radius, .is_sensor = is_sensor}})
                        .is_ok());
    }

    [[nodiscard]] contact_place between(std::uint32_t a, std::uint32_t b) const {
        return place_of({.a = a, .b = b}, world_.snapshot());
    }

    static void expect_near(vector2 what, vector2 expected) {
        EXPECT_NEAR(what.x, expected.x, 1e-5);
        EXPECT_NEAR(what.y, expected.y, 1e-5);
    }

    engine machine_{{.thread_count = 1}};
    circles::world world_;
};

TEST_F(the_place_of_a_contact, of_two_circles_is_on_the_line_between_them) {
    add(1, {3, 4}, 3);
    add(2, {0, 0}, 2);
    const contact_place found = between(0, 1);
    expect_near(found.point, {scalar(1.2), scalar(1.6)});
    expect_near(found.normal, {scalar(0.6), scalar(0.8)});
    EXPECT_EQ(found.wall, no_wall);
    EXPECT_FALSE(found.is_with_sensor);
}

TEST_F(the_place_of_a_contact, of_two_at_one_place_has_a_direction_all_the_same) {
    add(1, {3, 4}, 3);
    add(2, {3, 4}, 2);
    expect_near(between(0, 1).normal, {1, 0});
}

TEST_F(the_place_of_a_contact, of_a_wall_is_on_its_circle_its_corner_or_its_edge) {
    add(1, {10, 3}, 1);
    add(2, {3, -9}, 1);
    add(3, {-1, -10}, 1);
    const contact_place circle = between(0, wall_bit | 0);
    expect_near(circle.point, {10, 2});
    expect_near(circle.normal, {0, 1});
    EXPECT_EQ(circle.wall, 0u);
    const contact_place edge = between(1, wall_bit | 7);
    expect_near(edge.point, {3, -10});
    expect_near(edge.normal, {0, 1});
    EXPECT_EQ(edge.wall, 2u);
    const contact_place corner = between(2, wall_bit | 6);
    expect_near(corner.point, {0, -10});
    expect_near(corner.normal, {-1, 0});
    EXPECT_EQ(corner.wall, 2u);
    EXPECT_FALSE(circle.is_with_sensor || edge.is_with_sensor || corner.is_with_sensor);
}

TEST_F(the_place_of_a_contact, knows_that_sensors_do_not_push) {
    add(1, {0, 0}, 1);
    add(2, {0, 1}, 3, 1);
    EXPECT_TRUE(between(0, 1).is_with_sensor);
    const contact_place roof = between(0, wall_bit | 2);
    EXPECT_TRUE(roof.is_with_sensor);
    EXPECT_EQ(roof.wall, 1u);
    expect_near(roof.normal, {0, -1});
    EXPECT_TRUE(between(1, wall_bit | 0).is_with_sensor);
}

} // namespace
} // namespace orrery::circles
