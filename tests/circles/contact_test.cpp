#include <orrery/circles/contact.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::circles;

static_assert(component<contact>, "every byte belongs to a field");

TEST(circles_contact, knows_walls_from_circles) {
    EXPECT_FALSE((contact{.a = 1, .b = 7}.is_with_wall()));
    EXPECT_TRUE((contact{.a = 1, .b = wall_bit | 7}.is_with_wall()));
    EXPECT_EQ((contact{.a = 1, .b = wall_bit | 7}.wall_part()), 7u);
}

TEST(circles_contact, those_of_one_circle_stand_together_and_walls_come_last) {
    EXPECT_TRUE(is_before({.a = 1, .b = wall_bit}, {.a = 2, .b = 3}));
    EXPECT_TRUE(is_before({.a = 1, .b = 9}, {.a = 1, .b = wall_bit}));
    EXPECT_FALSE(is_before({.a = 1, .b = 9}, {.a = 1, .b = 9, .normal_impulse = 3}));
}
