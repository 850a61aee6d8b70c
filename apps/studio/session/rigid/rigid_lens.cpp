// Names, events and blending: what a lens can say of a world without looking deeper.
#include "apps/studio/session/rigid/rigid_lens.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/presentation.hpp>

#include <algorithm>

namespace orrery::studio {

using rigid::event_kind;
using rigid::input_kind;

rigid_lens::rigid_lens(const scene_format::rigid_scene& scene)
    : looks_(scene.looks) {}

rigid_lens::rigid_lens(const world&) {}

result<scene_format::rigid_scene> rigid_lens::build(const scene_format::scene_file& scene, engine& machine) {
    return scene_format::build_rigid(scene, machine);
}

result<rigid::world> rigid_lens::rules_from(const time::recording_header& header, engine& machine) {
    byte_reader in(header.settings);
    const auto rules = rigid::load_rules(in);
    if (!rules) {
        return rules.reason();
    }
    rigid::world made(machine, rules->settings);
    made.shapes().merge(rules->shapes);
    return made;
}

transform3 rigid_lens::blend(const motion& from, const motion& to, scalar fraction) noexcept {
    return rigid::interpolate(pose_of(from), pose_of(to), fraction);
}

std::optional<std::size_t> rigid_lens::lane_of(const event& what) noexcept {
    switch (what.kind) {
    case event_kind::contact_began:
    case event_kind::sensor_entered:
        return 0;
    case event_kind::created:
    case event_kind::destroyed:
    case event_kind::broke:
    case event_kind::glued:
    case event_kind::unglued:
    case event_kind::joint_lost:
    case event_kind::joint_broke:
        return 1;
    case event_kind::fell_asleep:
        return 2;
    case event_kind::contact_persisted:
    case event_kind::contact_ended:
    case event_kind::sensor_left:
    case event_kind::woke_up:
    case event_kind::refused:
    case event_kind::speed_limited:
        break;
    }
    return {};
}

std::string_view rigid_lens::word_for(const event& what) noexcept {
    switch (what.kind) {
    case event_kind::contact_began:
        return "touches";
    case event_kind::contact_persisted:
        return "still touches";
    case event_kind::contact_ended:
        return "parts from";
    case event_kind::sensor_entered:
        return "enters";
    case event_kind::sensor_left:
        return "leaves";
    case event_kind::fell_asleep:
        return "sleeps";
    case event_kind::woke_up:
        return "wakes";
    case event_kind::created:
        return "appears";
    case event_kind::destroyed:
        return "is destroyed";
    case event_kind::broke:
        return "breaks";
    case event_kind::glued:
        return "sticks to";
    case event_kind::unglued:
        return "comes off";
    case event_kind::joint_lost:
        return "loses a joint to";
    case event_kind::joint_broke:
        return "breaks off";
    case event_kind::speed_limited:
        return "is slowed to the maximum speed";
    case event_kind::refused:
        break;
    }
    return "is refused";
}

std::string_view rigid_lens::word_for(const rigid::input& what) noexcept {
    switch (what.kind) {
    case input_kind::force:
    case input_kind::force_at:
        return "force";
    case input_kind::torque:
        return "torque";
    case input_kind::impulse:
    case input_kind::impulse_at:
        return "push";
    case input_kind::angular_impulse:
        return "twist";
    case input_kind::velocity:
        return "set velocity";
    case input_kind::spin:
        return "set spin";
    case input_kind::wake:
        return "wake";
    case input_kind::acceleration:
        return "accelerate";
    case input_kind::place:
        return "place";
    case input_kind::set_material:
        return "material";
    case input_kind::create:
        return "spawn";
    case input_kind::destroy:
        return "delete";
    case input_kind::glue:
        return "glue";
    case input_kind::unglue:
        return "unglue";
    case input_kind::drive:
        return "drive";
    case input_kind::set_material_pair:
    case input_kind::remove_material_pair:
        return "material pair";
    case input_kind::break_up:
        break;
    }
    return "break";
}

std::optional<vector3> rigid_lens::place_of(const event& what) noexcept {
    return is_collision(what) ? std::optional(what.point) : std::nullopt;
}

std::optional<vector3> rigid_lens::place_of(const rigid::input& what) noexcept {
    switch (what.kind) {
    case input_kind::force_at:
    case input_kind::impulse_at:
    case input_kind::place:
    case input_kind::create:
        return what.point;
    default:
        return {};
    }
}

bool rigid_lens::is_collision(const event& what) noexcept {
    return what.kind == event_kind::contact_began;
}

entity_key rigid_lens::newcomer_of(const event& what) noexcept {
    return what.kind == event_kind::created ? what.key_a : entity_key::none;
}

entity_key rigid_lens::leaver_of(const event& what) noexcept {
    const bool is_gone = what.kind == event_kind::destroyed || what.kind == event_kind::broke;
    return is_gone ? what.key_a : entity_key::none;
}

std::string rigid_lens::word_name(std::size_t word) {
    constexpr std::array<std::string_view, 13> names{
        "position.x",        "position.y",        "position.z",         "orientation.x",
        "orientation.y",     "orientation.z",     "orientation.w",      "linear velocity.x",
        "linear velocity.y", "linear velocity.z", "angular velocity.x", "angular velocity.y",
        "angular velocity.z"};
    return name_at(names, word);
}

std::string rigid_lens::word_value(const motion& of, std::size_t word) {
    return text(number_at(of, word));
}

} // namespace orrery::studio
