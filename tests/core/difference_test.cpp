#include "tests/core/components.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/core/registry/registry.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

registry twenty_bodies() {
    registry world;
    for (std::uint64_t key = 1; key <= 20; ++key) {
        const entity id = world.create(static_cast<entity_key>(key));
        world.emplace<place>(id, 1.0F, 2.0F, 3.0F);
        world.emplace<bond>(id, id, entity{}, 1, 0U);
    }
    return world;
}

TEST(first_difference, finds_none_between_equal_worlds_whatever_their_handles) {
    registry first = twenty_bodies();
    registry second;
    static_cast<void>(second.create(entity_key{99})); // shifts every handle
    for (std::uint64_t key = 20; key >= 1; --key) {
        const entity id = second.create(static_cast<entity_key>(key));
        second.emplace<bond>(id, id, entity{}, 1, 0U);
        second.emplace<place>(id, 1.0F, 2.0F, 3.0F);
    }
    second.destroy(second.find(entity_key{99}));
    EXPECT_FALSE(first_difference(first, second));
}

TEST(first_difference, names_entity_component_field_and_both_values) {
    registry first = twenty_bodies();
    registry second = twenty_bodies();
    second.get<place>(second.find(entity_key{18})).y = 5;
    second.get<place>(second.find(entity_key{11})).z = 4;
    const auto found = first_difference(first, second);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->key, entity_key{11});
    EXPECT_EQ(found->message(), "entity 0xb, place.z: 3 in the first world, 4 in the second");
}

TEST(first_difference, shows_the_bits_when_values_look_alike) {
    registry first = twenty_bodies();
    registry second = twenty_bodies();
    first.get<place>(first.find(entity_key{3})).x = std::bit_cast<float>(0x7fc00000U);
    second.get<place>(second.find(entity_key{3})).x = std::bit_cast<float>(0x7fc00001U);
    EXPECT_EQ(first_difference(first, second)->message(),
              "entity 0x3, place.x: nan (0x7fc00000) in the first world, nan (0x7fc00001) in the second");
}

TEST(first_difference, reports_what_one_world_lacks) {
    registry first = twenty_bodies();
    registry second = twenty_bodies();
    second.remove<place>(second.find(entity_key{5}));
    EXPECT_EQ(first_difference(first, second)->message(),
              "entity 0x5, place: present in the first world, absent in the second");
    second.destroy(second.find(entity_key{2}));
    EXPECT_EQ(first_difference(first, second)->message(),
              "entity 0x2: present in the first world, absent in the second");
    EXPECT_EQ(first_difference(second, first)->first, "absent");
}

TEST(first_difference, compares_references_by_what_they_refer_to) {
    registry first = twenty_bodies();
    registry second = twenty_bodies();
    second.get<bond>(second.find(entity_key{4})).from = second.find(entity_key{15});
    EXPECT_EQ(first_difference(first, second)->message(),
              "entity 0x4, bond.from: entity 0x4 in the first world, entity 0xf in the second");
}

} // namespace
} // namespace orrery
