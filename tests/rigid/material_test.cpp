#include <orrery/rigid/material.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;

TEST(material, mixes_alike_in_both_orders) {
    const material ice{
        .friction = scalar(0.04), .restitution = scalar(0.1), .rolling_friction = scalar(0.01)};
    const material rubber{.friction = 1, .restitution = scalar(0.8), .stiffness = 5000, .damping = 20};
    EXPECT_EQ(mix(ice, rubber), mix(rubber, ice));
    EXPECT_FLOAT_EQ(static_cast<float>(mix(ice, rubber).friction), 0.2f);
    EXPECT_EQ(mix(ice, rubber).restitution, scalar(0.8));
    EXPECT_EQ(mix(ice, rubber).rolling_friction, scalar(0.01));
    EXPECT_EQ(mix(ice, rubber).stiffness, 5000) << "the rigid one leaves the spring of the other";
}

TEST(material, of_two_springs_in_a_row_is_softer_than_each) {
    const material soft{.stiffness = 1000};
    const material softer{.stiffness = 250};
    EXPECT_EQ(mix(soft, softer).stiffness, 200);
}

TEST(material_table, answers_for_the_pair_whatever_the_order_and_falls_back_to_mixing) {
    material_table table;
    const material together{.friction = 2, .restitution = scalar(0.3)};
    table.insert(7, 3, together);
    const material three{.id = 3};
    const material seven{.id = 7};
    const material other{.friction = scalar(0.25), .id = 9};
    EXPECT_EQ(table.combine(three, seven), together);
    EXPECT_EQ(table.combine(seven, three), together);
    EXPECT_EQ(table.combine(three, other), mix(three, other));
    EXPECT_EQ(table.find(3, 9), nullptr);
    EXPECT_TRUE(table.remove(3, 7));
    EXPECT_FALSE(table.remove(3, 7));
    EXPECT_TRUE(table.empty());
}

TEST(material_table, replaces_what_was_said_before) {
    material_table table;
    table.insert(1, 2, {.friction = 1});
    table.insert(2, 1, {.friction = 3});
    ASSERT_NE(table.find(1, 2), nullptr);
    EXPECT_EQ(table.find(1, 2)->friction, 3);
}
