// Names, events and blending: what a lens can say of a hex world without looking deeper.
#include "apps/studio/session/flat_world.hpp"
#include "apps/studio/session/hex/hex_lens.hpp"

#include <orrery/core/text.hpp>

namespace orrery::studio {

hex_lens::hex_lens(const scene_format::hex_scene& scene)
    : looks_(scene.looks)
    , colors_(scene.colors)
    , rules_(scene.world.shared_rules()) {}

hex_lens::hex_lens(const world& without_looks)
    : rules_(without_looks.shared_rules()) {}

result<scene_format::hex_scene> hex_lens::build(const scene_format::scene_file& scene, engine& machine) {
    return scene_format::build_hex(scene, machine);
}

result<hex::world> hex_lens::rules_from(const time::recording_header& header, engine& machine) {
    byte_reader in(header.settings);
    auto rules = hex::load_rules(in);
    if (!rules) {
        return rules.reason();
    }
    return hex::world(machine, std::make_shared<const hex::rules>(std::move(*rules)));
}

std::vector<tile_look> hex_lens::tiles() const {
    std::vector<tile_look> all;
    all.reserve(rules_->tile_types.size());
    for (std::size_t number = 0; number < rules_->tile_types.size(); ++number) {
        all.push_back({rules_->tile_types[number].name,
                       number < colors_.tiles.size() ? colors_.tiles[number] : std::nullopt});
    }
    return all;
}

std::vector<std::string> hex_lens::blueprints() const {
    return names_of(rules_->blueprints);
}

namespace {

[[nodiscard]] transform3 page_pose(hex_page::point where, double steps) {
    return flat_pose(hex_page::to_vector(where), -steps * hex_page::radians_a_step);
}

} // namespace

transform3 hex_lens::pose_of(const motion& where) noexcept {
    return page_pose(hex_page::to_page(where.position), where.angle);
}

transform3 hex_lens::blend(const motion& from, const motion& to, scalar fraction) noexcept {
    const hex_vector way = to.position - from.position;
    const std::int32_t turn = angle16::from_steps(std::int64_t{to.angle} - from.angle).steps();
    const double part = fraction;
    return page_pose(hex_page::to_page(from.position.a + way.a * part, from.position.b + way.b * part),
                     from.angle + turn * part);
}

std::optional<std::size_t> hex_lens::lane_of(const event& what) noexcept {
    using enum hex::event_kind;
    switch (what.kind) {
    case impact:
        return 0;
    case tile_lost:
    case split:
    case destroyed:
        return 1;
    case tile_added:
    case created:
        return 2;
    case tile_damaged:
    case tile_blocked:
    case refused:
    case overfull:
        break;
    }
    return {};
}

std::string_view hex_lens::word_for(const event& what) noexcept {
    using enum hex::event_kind;
    switch (what.kind) {
    case impact:
        return "hits";
    case tile_damaged:
        return "is damaged by";
    case tile_lost:
        return what.key_b != entity_key::none ? "loses a tile to" : "loses a tile";
    case tile_added:
        return "gains a tile";
    case tile_blocked:
        return "has no room for a tile beside";
    case split:
        return "loses a part";
    case created:
        return what.key_b != entity_key::none ? "is fired by" : "appears";
    case destroyed:
        return "is destroyed";
    case overfull:
        return "finds no memory";
    case refused:
        break;
    }
    return "is refused";
}

std::string_view hex_lens::word_for(const hex::input& what) noexcept {
    using enum hex::input_kind;
    switch (what.kind) {
    case push:
        return "push";
    case thrust:
        return "thrust";
    case brake:
        return "brake";
    case place:
        return "place";
    case create:
        return "spawn";
    case destroy:
        return "delete";
    case add_tile:
        return "add a tile";
    case remove_tile:
        return "remove a tile";
    case damage_tile:
        return "damage a tile";
    case set_group:
        break;
    }
    return "set group";
}

// What nothing came of has no place.
std::optional<vector3> hex_lens::place_of(const event& what) noexcept {
    const bool has_place = what.kind != hex::event_kind::refused && what.kind != hex::event_kind::overfull;
    return has_place ? std::optional(point_of(what)) : std::nullopt;
}

std::optional<vector3> hex_lens::place_of(const hex::input& what) noexcept {
    if (what.kind == hex::input_kind::place || what.kind == hex::input_kind::create) {
        return hex_page::to_vector(hex_page::to_page(what.position));
    }
    return {};
}

scalar hex_lens::impulse_of(const event& what, const world& rules) noexcept {
    return static_cast<scalar>(what.impulse * static_cast<double>(rules.rules().ticks_per_second) /
                               hex_page::units_a_cell);
}

bool hex_lens::is_collision(const event& what) noexcept {
    return what.kind == hex::event_kind::impact;
}

entity_key hex_lens::newcomer_of(const event& what) noexcept {
    return what.kind == hex::event_kind::created ? what.key_a
           : what.kind == hex::event_kind::split ? what.key_b
                                                 : entity_key::none;
}

entity_key hex_lens::leaver_of(const event& what) noexcept {
    return what.kind == hex::event_kind::destroyed ? what.key_a : entity_key::none;
}

} // namespace orrery::studio
