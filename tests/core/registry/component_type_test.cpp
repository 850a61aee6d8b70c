#include "tests/core/components.hpp"

#include <orrery/core/registry/component_type.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

namespace orrery {
namespace {

struct wheels {
    std::array<place, 2> hubs{};
    bond owner;
};

} // namespace

template <>
inline constexpr auto description<wheels> = describe<wheels>(
    "wheels", field<&wheels::hubs>("hubs", {.about = "m", .maximum = 10}), field<&wheels::owner>("owner"));

namespace {

std::vector<std::string> names(const component_type& type) {
    std::vector<std::string> all;
    for (const field_info& field : type.fields) {
        all.push_back(field.name);
    }
    return all;
}

TEST(component_type, flattens_nested_fields_and_arrays) {
    const component_type& type = component_type::of<wheels>();
    EXPECT_EQ(names(type), (std::vector<std::string>{"hubs[0].x", "hubs[0].y", "hubs[0].z", "hubs[1].x",
                                                     "hubs[1].y", "hubs[1].z", "owner.from", "owner.to",
                                                     "owner.strength", "owner.reserved"}));
    EXPECT_EQ(type.size, sizeof(wheels));
    EXPECT_TRUE(type.has_references);
    std::uint32_t end = 0;
    for (const field_info& field : type.fields) {
        EXPECT_EQ(field.offset, end);
        end += static_cast<std::uint32_t>(size_of(field.kind));
    }
    EXPECT_EQ(end, type.size);
}

TEST(component_type, parts_without_rules_of_their_own_inherit_them) {
    wheels value;
    value.hubs[1].y = 11;
    const status answer = component_type::of<wheels>().validate(&value);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.reason().message, "wheels.hubs[1].y is 11, expected a value of at most 10");
}

TEST(component_type, is_the_same_object_every_time_and_is_named_by_its_hash) {
    EXPECT_EQ(&component_type::of<place>(), &component_type::of<place>());
    EXPECT_EQ(component_type::of<place>().id, hash_string("place"));
    EXPECT_NE(component_type::of<place>().sequence, component_type::of<motion>().sequence);
    EXPECT_EQ(component_type::of<asleep>().size, 0U);
}

TEST(component_type, refuses_what_is_not_a_number) {
    place value;
    EXPECT_TRUE(component_type::of<place>().validate(&value));
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()}) {
        value.y = bad;
        EXPECT_FALSE(component_type::of<place>().validate(&value));
    }
}

TEST(component_type, names_the_field_the_value_and_the_range) {
    motion value;
    value.speed = 1000.5;
    const status answer = component_type::of<motion>().validate(&value);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.reason().message, "motion.speed is 1000.5, expected a value from -1000 to 1000");
}

TEST(component_type, refuses_impossible_booleans_and_enumerators) {
    paint value;
    const component_type& type = component_type::of<paint>();
    EXPECT_TRUE(type.validate(&value));
    const std::uint8_t two = 2;
    std::memcpy(reinterpret_cast<std::byte*>(&value) + offsetof(paint, is_wet), &two, 1);
    EXPECT_EQ(type.validate(&value).reason().message, "paint.is_wet is 2, expected 0 or 1");
    value = {};
    value.shade = static_cast<colour>(3);
    EXPECT_FALSE(type.validate(&value));
}

TEST(component_type, asks_the_types_own_rule_last) {
    paint value;
    value.gloss = 0.95F;
    EXPECT_EQ(component_type::of<paint>().validate(&value).reason().message,
              "paint: dry red paint cannot shine");
    value.is_wet = true;
    EXPECT_TRUE(component_type::of<paint>().validate(&value));
}

TEST(field_text, is_what_people_read) {
    paint value;
    value.layers = {7, 200};
    const component_type& type = component_type::of<paint>();
    EXPECT_EQ(field_text(type.fields[0], &value), "0");
    EXPECT_EQ(field_text(type.fields[1], &value), "false");
    EXPECT_EQ(field_text(type.fields[3], &value), "200");
    EXPECT_EQ(field_text(type.fields[4], &value), "0.5");
    bond tie;
    tie.to = {3, 9};
    EXPECT_EQ(field_text(component_type::of<bond>().fields[0], &tie), "none");
    EXPECT_EQ(field_text(component_type::of<bond>().fields[1], &tie), "entity 3#9");
}

TEST(for_each_reference, visits_references_and_nothing_else) {
    wheels value;
    value.owner.from = {1, 2};
    value.owner.to = {3, 4};
    std::vector<entity> seen;
    for_each_reference(component_type::of<wheels>(), &value, [&](entity& reference) {
        seen.push_back(reference);
        reference = {};
    });
    EXPECT_EQ(seen, (std::vector<entity>{{1, 2}, {3, 4}}));
    EXPECT_EQ(value.owner.to, entity{});
}

} // namespace
} // namespace orrery
