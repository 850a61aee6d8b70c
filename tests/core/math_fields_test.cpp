#include <orrery/core/math_fields.hpp>
#include <orrery/core/registry/component_type.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/matrix2.hpp>
#include <orrery/math/matrix3.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/ray.hpp>
#include <orrery/math/rotation2.hpp>
#include <orrery/math/transform.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace orrery {
namespace {

struct everything {
    vector2d flat;
    vector3i grid;
    quaternionf turn;
    rotation2f heading;
    matrix2f small;
    matrix3f inertia;
    transform3f pose;
    aabb3f box;
    ray2f beam;
    std::int32_t reserved = 0;
};

} // namespace

template <>
inline constexpr auto description<everything> =
    describe<everything>("everything", field<&everything::flat>("flat"), field<&everything::grid>("grid"),
                         field<&everything::turn>("turn"), field<&everything::heading>("heading"),
                         field<&everything::small>("small"), field<&everything::inertia>("inertia"),
                         field<&everything::pose>("pose"), field<&everything::box>("box"),
                         field<&everything::beam>("beam"), field<&everything::reserved>("reserved"));

namespace {

TEST(math_fields, let_components_hold_every_math_type) {
    static_assert(component<everything>);
    const component_type& type = component_type::of<everything>();
    std::vector<std::string> names;
    for (const field_info& field : type.fields) {
        names.push_back(field.name);
    }
    const auto has = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    EXPECT_EQ(names.size(), 2U + 3 + 4 + 2 + 4 + 9 + 7 + 6 + 4 + 1);
    for (const char* name :
         {"flat.y", "grid.z", "turn.w", "heading.sin", "small.rows[1].x", "inertia.rows[2].z",
          "pose.rotation.w", "pose.position.z", "box.max.y", "beam.direction.x"}) {
        EXPECT_TRUE(has(name)) << name;
    }
}

TEST(math_fields, are_validated_like_any_other) {
    everything value;
    EXPECT_TRUE(component_type::of<everything>().validate(&value));
    value.pose.rotation.y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(component_type::of<everything>().validate(&value).reason().message,
              "everything.pose.rotation.y is nan, expected a finite number");
}

} // namespace
} // namespace orrery
