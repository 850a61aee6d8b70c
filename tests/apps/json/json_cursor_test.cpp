// A value together with the way to it.
#include "apps/json/json_cursor.hpp"

#include <gtest/gtest.h>

namespace orrery::json {
namespace {

TEST(json_cursor, names_the_way_to_a_value) {
    const value document = parse("{\"bodies\": [1, {\n\"shape\": {\"radius\": 2}}]}", "file").value();
    const cursor root(document);
    const cursor bodies = root["bodies"];
    const cursor second = bodies.item(1);
    const cursor shape = second["shape"];
    const cursor radius = shape["radius"];
    EXPECT_EQ(root.path(), "the document");
    EXPECT_EQ(radius.path(), "bodies[1].shape.radius");
    EXPECT_EQ(radius.line(), 2U);
    EXPECT_EQ(radius->number(), 2);
    EXPECT_EQ(bodies.size(), 2U);
}

TEST(json_cursor, knows_the_way_to_what_is_not_there) {
    const value document = parse("{\n\"a\": {}}", "file").value();
    const cursor root(document);
    const cursor a = root["a"];
    const cursor b = a["b"];
    const cursor c = b["c"];
    EXPECT_FALSE(c);
    EXPECT_EQ(c.path(), "a.b.c");
    EXPECT_EQ(c.line(), 2U);
    EXPECT_EQ(c.size(), 0U);
}

TEST(json_cursor, begins_its_path_where_it_is_told_to) {
    const value document = parse("{\"radius\": 1}", "file").value();
    const cursor root(document, "bodies[3]");
    EXPECT_EQ(root.path(), "bodies[3]");
    EXPECT_EQ(root["radius"].path(), "bodies[3].radius");
}

TEST(closest_name, is_the_one_with_the_fewest_changes_and_none_when_all_are_far) {
    closest_name meant("fricton");
    meant.consider("fraction");
    meant.consider("friction");
    meant.consider("restitution");
    EXPECT_EQ(meant.found(), "friction");
    EXPECT_EQ(meant.question(), "; did you mean 'friction'?");

    closest_name nothing("mass");
    nothing.consider("position");
    EXPECT_EQ(nothing.found(), "");
    EXPECT_EQ(nothing.question(), "");
}

} // namespace
} // namespace orrery::json
