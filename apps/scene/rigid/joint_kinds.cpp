#include "apps/scene/rigid/joint_fields.hpp"
#include "apps/scene/rigid/joint_kinds.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/null_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

#include <algorithm>
#include <array>

namespace orrery::scene_format {
namespace {

// Where in the world the two are joined, in both of their frames.
void read_place(const json::cursor& what, const joint_ends& ends, joint_fields& fields, reading& notes) {
    const json::cursor at = what["at"];
    if (!at) {
        return;
    }
    for (const std::string_view name : {"pivot_a", "pivot_b"}) {
        if (const json::cursor pivot = what[name]) {
            notes.refuse(pivot, "none, because 'at' says where the joint is");
        }
    }
    const vector3 point = vector_of(at);
    fields.set("pivot_a", inverse_transform_point(ends.frame_a, point));
    fields.set("pivot_b", inverse_transform_point(ends.frame_b, point));
}

// What a joint takes from how its bodies are at first; most take nothing but directions.
template <typename Joint>
void complete(Joint&, const json::cursor&, const joint_ends&, reading&) {}

void complete(rigid::fixed_joint& made, const json::cursor& what, const joint_ends& ends, reading&) {
    if (!what["turn"]) {
        made.turn = normalize(inverse(ends.frame_a.rotation) * ends.frame_b.rotation);
    }
}

void complete(rigid::distance_joint& made, const json::cursor& what, const joint_ends& ends, reading& notes) {
    const scalar now =
        length(transform_point(ends.frame_b, made.pivot_b) - transform_point(ends.frame_a, made.pivot_a));
    made.shortest = number_of(what["shortest"], now);
    made.longest = number_of(what["longest"], now);
    if (made.shortest > made.longest) {
        notes.refuse(what["shortest"] ? what["shortest"] : what["longest"],
                     "a shortest distance that is not above the longest");
    }
}

// Its axis is given in the world, as that of every other joint is.
void complete(rigid::prismatic_joint& made, const json::cursor& what, const joint_ends& ends, reading&) {
    if (what["axis"]) {
        made.axis = inverse_rotate(ends.frame_a.rotation, made.axis);
    }
    if (!what["turn"]) {
        made.turn = normalize(inverse(ends.frame_a.rotation) * ends.frame_b.rotation);
    }
}

void complete(rigid::pulley_joint& made, const json::cursor& what, const joint_ends& ends, reading&) {
    if (!what["length"]) {
        const scalar way_a = length(transform_point(ends.frame_a, made.pivot_a) - made.anchor_a);
        const scalar way_b = length(transform_point(ends.frame_b, made.pivot_b) - made.anchor_b);
        made.length = way_a + made.ratio * way_b;
    }
}

void complete(rigid::motor_joint& made, const json::cursor& what, const joint_ends& ends, reading&) {
    const bool is_alone = ends.b == entity{};
    const transform3 frame = is_alone ? transform3{} : ends.frame_a;
    const transform3 driven = is_alone ? ends.frame_a : ends.frame_b;
    if (!what["target_position"]) {
        made.target_position = inverse_transform_point(frame, transform_point(driven, made.pivot));
    }
    if (!what["target_orientation"]) {
        made.target_orientation = normalize(inverse(frame.rotation) * driven.rotation);
    }
}

template <typename Joint>
[[nodiscard]] result<entity> make(const json::cursor& what, const joint_ends& ends, entity_key key,
                                  rigid::world& world, reading& notes) {
    Joint made;
    made.a = ends.a;
    made.b = ends.b;
    if constexpr (requires { made.do_bodies_meet; }) {
        made.do_bodies_meet = flag_of(what["bodies_meet"], made.do_bodies_meet != 0) ? 1 : 0;
    }
    joint_fields fields(component_type::of<Joint>(), &made, ends.frame_a, ends.frame_b, notes);
    fields.read(what);
    read_place(what, ends, fields, notes);
    complete(made, what, ends, notes);
    if (!notes.is_ok()) {
        return error{};
    }
    return rigid::make_joint(world, made, key);
}

constexpr std::array kinds{
    joint_kind{"ball", &make<rigid::ball_joint>},
    joint_kind{"fixed", &make<rigid::fixed_joint>},
    joint_kind{"distance", &make<rigid::distance_joint>},
    joint_kind{"hinge", &make<rigid::hinge_joint>},
    joint_kind{"prismatic", &make<rigid::prismatic_joint>},
    joint_kind{"six_dof", &make<rigid::six_dof_joint>},
    joint_kind{"wheel", &make<rigid::wheel_joint>},
    joint_kind{"cone", &make<rigid::cone_joint>},
    joint_kind{"cone_twist", &make<rigid::cone_twist_joint>},
    joint_kind{"cv", &make<rigid::cv_joint>},
    joint_kind{"gear", &make<rigid::gear_joint>},
    joint_kind{"rack", &make<rigid::rack_joint>},
    joint_kind{"pulley", &make<rigid::pulley_joint>},
    joint_kind{"motor", &make<rigid::motor_joint>},
    joint_kind{"gravity", &make<rigid::gravity_joint>},
    joint_kind{"null", &make<rigid::null_joint>},
};

} // namespace

const joint_kind* find_joint_kind(std::string_view name) noexcept {
    const auto found = std::ranges::find(kinds, name, &joint_kind::name);
    return found != kinds.end() ? &*found : nullptr;
}

} // namespace orrery::scene_format
