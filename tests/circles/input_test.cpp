#include <orrery/circles/input.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/core/fields.hpp>

#include <gtest/gtest.h>

#include <array>

using namespace orrery;
using namespace orrery::circles;

static_assert(component<input>, "every byte belongs to a field");

TEST(circles_input, concerns_its_target) {
    const std::array<entity_key, 2> keys = world::keys_of({.target = entity_key{5}});
    EXPECT_EQ(keys[0], entity_key{5});
    EXPECT_EQ(keys[1], entity_key::none);
}
