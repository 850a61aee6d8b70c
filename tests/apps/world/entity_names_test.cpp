// What the entities of a scene are called.
#include "apps/world/entity_names.hpp"

#include <gtest/gtest.h>

namespace orrery::apps {
namespace {

[[nodiscard]] entity_names two_names() {
    return entity_names({{entity_key{7}, "cue ball", 0xff8800}, {entity_key{3}, "", 0x112233}});
}

TEST(entity_names, an_entity_without_a_name_is_called_by_its_key) {
    const entity_names names = two_names();
    EXPECT_EQ(names.called(entity_key{7}), "cue ball");
    EXPECT_EQ(names.called(entity_key{3}), "body 3");
    EXPECT_EQ(names.called(entity_key{12}), "body 12");
    EXPECT_EQ(names.name_of(entity_key{3}), "");
    EXPECT_EQ(names.name_of(entity_key{12}), "");
}

TEST(entity_names, looks_are_in_the_order_of_keys) {
    const entity_names names = two_names();
    ASSERT_EQ(names.all().size(), 2U);
    EXPECT_EQ(names.all()[0].key, entity_key{3});
    EXPECT_EQ(names.color_of(entity_key{3}), 0x112233U);
    EXPECT_EQ(names.color_of(entity_key{7}), 0xff8800U);
    EXPECT_EQ(names.color_of(entity_key{12}), std::nullopt);
}

TEST(entity_names, a_name_leads_to_its_entity_and_no_name_to_none) {
    const entity_names names = two_names();
    EXPECT_EQ(names.key_of("cue ball"), entity_key{7});
    EXPECT_EQ(names.key_of("cue"), entity_key::none);
    EXPECT_EQ(names.key_of(""), entity_key::none);
}

} // namespace
} // namespace orrery::apps
