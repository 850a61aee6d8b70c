#include "apps/json/json_value.hpp"
#include "apps/studio/session/edit_request.hpp"

#include <orrery/core/text.hpp>

#include <array>
#include <span>
#include <string>

namespace orrery::studio {
namespace {

// The request has checked that it is one of these and has the members that it needs.
[[nodiscard]] apps::spawned_shape shape_of(const json::value& asked) {
    const std::string& kind = asked.find("kind")->string();
    const auto number = [&](std::string_view name) {
        return static_cast<scalar>(asked.find(name)->number());
    };
    if (kind == "sphere") {
        return {.kind = apps::spawned_kind::sphere, .radius = number("radius")};
    }
    if (kind == "box") {
        return {.kind = apps::spawned_kind::box, .half_extents = vector_of(*asked.find("halfExtents"))};
    }
    if (kind == "blueprint") {
        return {.kind = apps::spawned_kind::blueprint,
                .blueprint = asked.find("name")->string(),
                .group = static_cast<std::uint32_t>(asked.find("group")->number())};
    }
    return {.kind = kind == "capsule" ? apps::spawned_kind::capsule : apps::spawned_kind::cylinder,
            .radius = number("radius"),
            .half_height = number("halfHeight")};
}

[[nodiscard]] std::array<double, 3> exact_vector(const json::value& numbers) {
    const std::span<const json::value> items = numbers.items();
    return {items[0].number(), items[1].number(), items[2].number()};
}

[[nodiscard]] apps::edit spawn_of(const request& asked) {
    return {.kind = apps::edit_kind::spawn,
            .shape = shape_of(asked.value("shape")),
            .position = asked.vector("position"),
            .velocity = asked.vector("velocity"),
            .density = static_cast<scalar>(asked.number("density")),
            .friction = static_cast<scalar>(asked.number("friction")),
            .restitution = static_cast<scalar>(asked.number("restitution"))};
}

} // namespace

result<apps::edit> edit_of(const request& asked) {
    switch (asked.what()) {
    case verb::push: {
        apps::edit push{.kind = apps::edit_kind::push, .key = asked.key("key")};
        if (asked.has("velocity")) {
            push.velocity_change = exact_vector(asked.value("velocity"));
        } else {
            push.impulse = asked.vector("impulse");
        }
        if (asked.has("point")) {
            push.point = asked.vector("point");
        }
        return push;
    }
    case verb::remove:
        return apps::edit{.kind = apps::edit_kind::remove, .key = asked.key("key")};
    case verb::spawn:
        return spawn_of(asked);
    case verb::material:
        return apps::edit{.kind = apps::edit_kind::set_material,
                          .key = asked.key("key"),
                          .friction = static_cast<scalar>(asked.number("friction")),
                          .restitution = static_cast<scalar>(asked.number("restitution"))};
    default:
        return error{text(name_of(asked.what()), " is not a change of a world")};
    }
}

} // namespace orrery::studio
