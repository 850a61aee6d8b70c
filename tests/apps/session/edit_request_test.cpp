// The edits that requests of a page ask for.
#include "apps/studio/session/edit_request.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

using apps::edit_kind;
using apps::spawned_kind;

[[nodiscard]] apps::edit edit_in(std::string_view members) {
    const auto asked = request::read("{\"id\":1," + std::string(members) + "}");
    EXPECT_TRUE(asked) << asked.reason().message;
    const auto found = edit_of(*asked);
    EXPECT_TRUE(found) << found.reason().message;
    return *found;
}

[[nodiscard]] apps::spawned_shape shape_in(std::string_view shape) {
    return edit_in(
               R"("do":"spawn","frame":3,"position":[1,2,3],"velocity":[4,5,6],"density":7,"friction":0.5,"restitution":0.25,"shape":)" +
               std::string(shape))
        .shape;
}

TEST(edit_request, a_push_may_have_a_point) {
    const apps::edit plain = edit_in(R"("do":"push","key":"12","frame":3,"impulse":[1,2,3])");
    EXPECT_EQ(plain.kind, edit_kind::push);
    EXPECT_EQ(plain.key, entity_key{12});
    EXPECT_EQ(plain.impulse, (vector3{1, 2, 3}));
    EXPECT_FALSE(plain.point);
    const apps::edit aside = edit_in(R"("do":"push","key":"12","frame":3,"impulse":[1,2,3],"point":[4,5,6])");
    ASSERT_TRUE(aside.point);
    EXPECT_EQ(*aside.point, (vector3{4, 5, 6}));
}

TEST(edit_request, a_material_has_friction_and_restitution) {
    const apps::edit found =
        edit_in(R"("do":"material","key":"2","frame":3,"friction":0.5,"restitution":0.25)");
    EXPECT_EQ(found.kind, edit_kind::set_material);
    EXPECT_EQ(found.key, entity_key{2});
    EXPECT_EQ(found.friction, scalar(0.5));
    EXPECT_EQ(found.restitution, scalar(0.25));
    EXPECT_EQ(edit_in(R"("do":"delete","key":"2","frame":3)").kind, edit_kind::remove);
}

TEST(edit_request, a_spawn_has_a_shape_with_the_measures_of_its_kind) {
    const apps::spawned_shape ball = shape_in(R"({"kind":"sphere","radius":2})");
    EXPECT_EQ(ball.kind, spawned_kind::sphere);
    EXPECT_EQ(ball.radius, 2);
    const apps::spawned_shape box = shape_in(R"({"kind":"box","halfExtents":[1,2,3]})");
    EXPECT_EQ(box.kind, spawned_kind::box);
    EXPECT_EQ(box.half_extents, (vector3{1, 2, 3}));
    const apps::spawned_shape capsule = shape_in(R"({"kind":"capsule","radius":2,"halfHeight":3})");
    EXPECT_EQ(capsule.kind, spawned_kind::capsule);
    EXPECT_EQ(capsule.half_height, 3);
    EXPECT_EQ(shape_in(R"({"kind":"cylinder","radius":2,"halfHeight":3})").kind, spawned_kind::cylinder);
    const apps::spawned_shape ship = shape_in(R"({"kind":"blueprint","name":"ship","group":4})");
    EXPECT_EQ(ship.kind, spawned_kind::blueprint);
    EXPECT_EQ(ship.blueprint, "ship");
    EXPECT_EQ(ship.group, 4U);
}

TEST(edit_request, a_request_that_changes_no_world_is_refused) {
    const auto asked = request::read(R"({"id":1,"do":"undo"})");
    ASSERT_TRUE(asked) << asked.reason().message;
    const auto found = edit_of(*asked);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.reason().message, "undo is not a change of a world");
}

} // namespace
} // namespace orrery::studio
