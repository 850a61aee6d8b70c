// What happens to circles, and what is done to them.
#include "apps/world/circles/circles_measures.hpp"
#include "apps/world/circles/circles_traits.hpp"

namespace orrery::apps {

using circles_traits = world_traits<circles::world>;

std::optional<std::size_t> circles_traits::lane_of(const circles::event& event) noexcept {
    using enum circles::event_kind;
    switch (event.kind) {
    case impact:
        return 0;
    case began:
        return 1;
    case created:
    case destroyed:
        return 2;
    case ended:
    case refused:
        break;
    }
    return {};
}

std::string_view circles_traits::phrase_of(const circles::event& event) noexcept {
    using enum circles::event_kind;
    const bool is_with_wall = event.wall != circles::no_wall;
    switch (event.kind) {
    case impact:
        return is_with_wall ? "hits a wall" : "hits";
    case began:
        return is_with_wall ? "touches a wall" : "touches";
    case ended:
        return is_with_wall ? "leaves a wall" : "leaves";
    case created:
        return "appears";
    case destroyed:
        return "is destroyed";
    case refused:
        break;
    }
    return "is refused";
}

std::string_view circles_traits::phrase_of(const circles::input& input) noexcept {
    using enum circles::input_kind;
    switch (input.kind) {
    case push:
        return "push";
    case launch:
        return "launch";
    case place:
        return "place";
    case create:
        return "spawn";
    case destroy:
        return "delete";
    case become:
        break;
    }
    return "become";
}

std::optional<vector3> circles_traits::event_position(const circles::event& event) noexcept {
    return is_collision(event) || is_contact(event) ? std::optional(point_of(event)) : std::nullopt;
}

std::optional<vector3> circles_traits::input_position(const circles::input& input) noexcept {
    const bool has_place =
        input.kind == circles::input_kind::place || input.kind == circles::input_kind::create;
    return has_place ? std::optional(vector3{input.position.x, input.position.y, 0}) : std::nullopt;
}

std::string circles_traits::wall_name(const circles::event& event, const world& there) {
    if (event.wall == circles::no_wall) {
        return {};
    }
    return name_of_wall(event.wall, there.rules());
}

entity_key circles_traits::created_by(const circles::event& event) noexcept {
    return event.kind == circles::event_kind::created ? event.key_a : entity_key::none;
}

entity_key circles_traits::removed_by(const circles::event& event) noexcept {
    return event.kind == circles::event_kind::destroyed ? event.key_a : entity_key::none;
}

} // namespace orrery::apps
