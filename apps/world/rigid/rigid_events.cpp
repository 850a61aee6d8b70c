// What happens to bodies, and what is done to them.
#include "apps/world/rigid/rigid_traits.hpp"

namespace orrery::apps {

using rigid::event_kind;
using rigid::input_kind;
using rigid_traits = world_traits<rigid::world>;

std::optional<std::size_t> rigid_traits::lane_of(const rigid::event& event) noexcept {
    switch (event.kind) {
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

std::string_view rigid_traits::phrase_of(const rigid::event& event) noexcept {
    switch (event.kind) {
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

std::string_view rigid_traits::phrase_of(const rigid::input& input) noexcept {
    switch (input.kind) {
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

std::optional<vector3> rigid_traits::event_position(const rigid::event& event) noexcept {
    return is_collision(event) ? std::optional(event.point) : std::nullopt;
}

std::optional<vector3> rigid_traits::input_position(const rigid::input& input) noexcept {
    switch (input.kind) {
    case input_kind::force_at:
    case input_kind::impulse_at:
    case input_kind::place:
    case input_kind::create:
        return input.point;
    default:
        return {};
    }
}

entity_key rigid_traits::created_by(const rigid::event& event) noexcept {
    return event.kind == event_kind::created ? event.key_a : entity_key::none;
}

entity_key rigid_traits::removed_by(const rigid::event& event) noexcept {
    const bool is_gone = event.kind == event_kind::destroyed || event.kind == event_kind::broke;
    return is_gone ? event.key_a : entity_key::none;
}

} // namespace orrery::apps
