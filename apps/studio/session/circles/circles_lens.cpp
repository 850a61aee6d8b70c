// Names, events and blending: what a lens can say of a world of circles without looking deeper.
#include "apps/measures/circles_measures.hpp"
#include "apps/studio/session/circles/circles_lens.hpp"
#include "apps/studio/session/flat_world.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <numbers>
#include <utility>

namespace orrery::studio {

circles_lens::circles_lens(const scene_format::circles_scene& scene)
    : looks_(scene.looks)
    , wall_colors_(scene.wall_colors)
    , blueprint_colors_(scene.blueprint_colors)
    , rules_(scene.world.shared_rules()) {}

circles_lens::circles_lens(const world& without_looks)
    : rules_(without_looks.shared_rules()) {}

result<scene_format::circles_scene> circles_lens::build(const scene_format::scene_file& scene,
                                                        engine& machine) {
    return scene_format::build_circles(scene, machine);
}

result<circles::world> circles_lens::rules_from(const time::recording_header& header, engine& machine) {
    byte_reader in(header.settings);
    auto rules = circles::load_rules(in);
    if (!rules) {
        return rules.reason();
    }
    return circles::world(machine, std::make_shared<const circles::rules>(std::move(*rules)));
}

std::vector<std::string> circles_lens::blueprints() const {
    return names_of(rules_->blueprints);
}

std::vector<wall_look> circles_lens::walls() const {
    std::vector<wall_look> all;
    for (std::size_t number = 0; number < rules_->walls.size(); ++number) {
        const circles::wall& from = rules_->walls[number];
        all.push_back({.name = from.name,
                       .points = from.points,
                       .radius = from.radius,
                       .is_closed = from.is_closed,
                       .kick = from.kick,
                       .is_sensor = from.is_sensor,
                       .color = number < wall_colors_.size() ? wall_colors_[number] : std::nullopt});
    }
    return all;
}

transform3 circles_lens::pose_of(const motion& where) noexcept {
    return flat_pose(position_of(where), where.angle);
}

transform3 circles_lens::blend(const motion& from, const motion& to, scalar fraction) noexcept {
    constexpr double turn = 2 * std::numbers::pi;
    double way = double{to.angle} - from.angle;
    way += way > turn / 2 ? -turn : way < -turn / 2 ? turn : 0;
    const vector2 where = from.position + (to.position - from.position) * fraction;
    return flat_pose({where.x, where.y, 0}, from.angle + way * fraction);
}

std::optional<std::size_t> circles_lens::lane_of(const event& what) noexcept {
    using enum circles::event_kind;
    switch (what.kind) {
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

std::string_view circles_lens::word_for(const event& what) noexcept {
    using enum circles::event_kind;
    const bool is_with_wall = what.wall != circles::no_wall;
    switch (what.kind) {
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

std::string_view circles_lens::word_for(const circles::input& what) noexcept {
    using enum circles::input_kind;
    switch (what.kind) {
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

std::optional<vector3> circles_lens::place_of(const event& what) noexcept {
    return is_collision(what) || is_touch(what) ? std::optional(point_of(what)) : std::nullopt;
}

std::optional<vector3> circles_lens::place_of(const circles::input& what) noexcept {
    const bool has_place =
        what.kind == circles::input_kind::place || what.kind == circles::input_kind::create;
    return has_place ? std::optional(vector3{what.position.x, what.position.y, 0}) : std::nullopt;
}

std::string circles_lens::wall_of(const event& what) const {
    if (what.wall == circles::no_wall) {
        return {};
    }
    return measures::name_of_wall(what.wall, *rules_);
}

entity_key circles_lens::newcomer_of(const event& what) noexcept {
    return what.kind == circles::event_kind::created ? what.key_a : entity_key::none;
}

entity_key circles_lens::leaver_of(const event& what) noexcept {
    return what.kind == circles::event_kind::destroyed ? what.key_a : entity_key::none;
}

std::string circles_lens::word_name(std::size_t word) {
    constexpr std::array<std::string_view, 6> names{"position.x", "position.y", "angle",
                                                    "velocity.x", "velocity.y", "spin"};
    return name_at(names, word);
}

std::string circles_lens::word_value(const motion& of, std::size_t word) {
    return text(number_at(of, word));
}

} // namespace orrery::studio
