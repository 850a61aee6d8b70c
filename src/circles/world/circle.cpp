#include <orrery/circles/circle.hpp>
#include <orrery/core/text.hpp>

#include <initializer_list>
#include <string_view>

namespace orrery::circles {

namespace {

[[nodiscard]] status check_within(std::string_view name, scalar value, scalar lowest, scalar highest) {
    if (value >= lowest && value <= highest) {
        return {};
    }
    return error{text(name, " is ", value, ", expected ", lowest, " to ", highest)};
}

[[nodiscard]] status check_all(std::initializer_list<status> all) {
    for (const status& each : all) {
        if (!each) {
            return each;
        }
    }
    return {};
}

} // namespace

status check(const form& what) {
    if (what.mass != 0) {
        if (const status answer = check_within("mass", what.mass, min_mass, max_mass); !answer) {
            return answer;
        }
    }
    if (what.is_sensor > 1) {
        return error{text("is_sensor is ", what.is_sensor, ", expected 0 or 1")};
    }
    return check_all({check_within("radius", what.radius, min_radius, max_radius), check(what.surface)});
}

status check(const surface& what) {
    return check_all({check_within("surface.friction", what.friction, 0, max_friction),
                      check_within("surface.restitution", what.restitution, 0, 1)});
}

status check(const motion& what) {
    return check_all({check_within("position.x", what.position.x, -max_position, max_position),
                      check_within("position.y", what.position.y, -max_position, max_position),
                      check_within("angle", what.angle, -max_position, max_position),
                      check_within("velocity.x", what.velocity.x, -max_velocity, max_velocity),
                      check_within("velocity.y", what.velocity.y, -max_velocity, max_velocity),
                      check_within("spin", what.spin, -max_velocity, max_velocity)});
}

status check(const circle_definition& what) {
    if (what.key == entity_key::none) {
        return error{"a circle needs a key other than 0"};
    }
    return check_all({check(what.motion), check(what.form)});
}

} // namespace orrery::circles
