#include "apps/scene/rigid/joint_fields.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace orrery::scene_format {
namespace {

// What is read elsewhere.
constexpr std::array<std::string_view, 7> not_numbers{"kind", "name",        "a",        "b",
                                                      "at",   "bodies_meet", "breaks_at"};

// Pairs of these are points, each with a meaning of its own.
constexpr std::array<std::string_view, 2> points{"pivot", "anchor"};

// Directions across the axis, which tell where an angle is zero.
constexpr std::array<std::string_view, 2> across{"side", "reference"};

template <typename T>
void write_as(std::byte* where, double what) noexcept {
    const T made = static_cast<T>(what);
    std::memcpy(where, &made, sizeof made);
}

template <typename T>
[[nodiscard]] double read_as(const std::byte* where) noexcept {
    T made{};
    std::memcpy(&made, where, sizeof made);
    return static_cast<double>(made);
}

} // namespace

const field_info* joint_fields::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(type_.fields, name, &field_info::name);
    return found != type_.fields.end() ? &*found : nullptr;
}

// Joints have no fields of other kinds that a document could set.
void joint_fields::put(const field_info& where, double what) {
    std::byte* const place = value_ + where.offset;
    if (where.kind == field_kind::float32) {
        write_as<float>(place, what);
    } else if (where.kind == field_kind::float64) {
        write_as<double>(place, what);
    } else if (where.kind == field_kind::uint32) {
        write_as<std::uint32_t>(place, what);
    }
}

double joint_fields::number_at(const field_info& where) const {
    const std::byte* const place = value_ + where.offset;
    return where.kind == field_kind::float32 ? read_as<float>(place) : read_as<double>(place);
}

void joint_fields::set(std::string_view field, vector3 what) {
    put(*find(text(field, ".x")), what.x);
    put(*find(text(field, ".y")), what.y);
    put(*find(text(field, ".z")), what.z);
}

void joint_fields::set(std::string_view field, quaternion what) {
    set(field, vector3{what.x, what.y, what.z});
    put(*find(text(field, ".w")), what.w);
}

vector3 joint_fields::vector_at(std::string_view field) const {
    const auto part = [&](std::string_view name) {
        return static_cast<scalar>(number_at(*find(text(field, name))));
    };
    return {part(".x"), part(".y"), part(".z")};
}

quaternion joint_fields::turn_at(std::string_view field) const {
    const vector3 first = vector_at(field);
    return {first.x, first.y, first.z, static_cast<scalar>(number_at(*find(text(field, ".w"))))};
}

void joint_fields::read(const json::cursor& joint) {
    for (const json::member& each : joint->members()) {
        if (std::ranges::find(not_numbers, each.name) == not_numbers.end()) {
            read_member(joint.at_member(each), each.name);
        }
    }
    complete_pairs(joint);
}

void joint_fields::read_member(const json::cursor& what, const std::string& field) {
    if (has(field + ".w")) {
        read_turn(what, field);
    } else if (has(field + ".x")) {
        set(field, vector_of(what));
    } else if (has(field + "_a.x")) {
        read_pair(what, field);
    } else if (const field_info* const place = find(field)) {
        put(*place, what->is(json::kind::boolean) ? (what->boolean() ? 1 : 0) : what->number());
    } else if (what->is(json::kind::object)) {
        for (const json::member& each : what->members()) {
            read_member(what.at_member(each), text(field, ".", each.name));
        }
    } else if (what->is(json::kind::array)) {
        for (std::size_t number = 0; number < what.size(); ++number) {
            read_member(what.item(number), text(field, "[", number, "]"));
        }
    } else {
        notes_.refuse(what, text("a member that a ", type_.name, " has"));
    }
}

void joint_fields::read_turn(const json::cursor& what, const std::string& field) {
    if (const std::optional<quaternion> given = rotation_of(what)) {
        set(field, *given);
    } else {
        notes_.refuse(what, "an axis or a quaternion that is not zero");
    }
}

// In the world, whose frame is none.
void joint_fields::read_pair(const json::cursor& what, const std::string& field) {
    const std::string in_a = field + "_a";
    has(in_a + ".w") ? read_turn(what, in_a) : set(in_a, vector_of(what));
    if (has(field + "_b.x")) {
        carry_over(in_a, {}, field + "_b", frame_b_);
    }
    carry_over(in_a, {}, in_a, frame_a_);
}

void joint_fields::carry_over(const std::string& from, const transform3& frame, const std::string& to,
                              const transform3& other) {
    if (has(from + ".w")) {
        set(to, normalize(inverse(other.rotation) * frame.rotation * turn_at(from)));
    } else {
        set(to, inverse_rotate(other.rotation, rotate(frame.rotation, vector_at(from))));
    }
}

// Any direction across the axis will do, and the usual one unless the axis lies along it.
void joint_fields::put_across(std::string_view direction) {
    const std::string field = text(direction, "_a");
    const vector3 axis = normalize(vector_at("axis_a"));
    const std::array<vector3, 4> offers{vector_at(field), {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const auto good = std::ranges::find_if(
        offers, [&](const vector3& each) { return length(cross(axis, each)) > scalar(0.5); });
    if (good != offers.end()) { // an axis of length zero is for the joint to refuse
        set(field, *good - axis * dot(axis, *good));
    }
}

void joint_fields::complete_pairs(const json::cursor& joint) {
    for (const field_info& each : type_.fields) {
        if (!each.name.ends_with("_a.x")) {
            continue;
        }
        const std::string field = each.name.substr(0, each.name.size() - 4);
        if (std::ranges::find(points, field) != points.end()) {
            continue;
        }
        const std::string in_a = field + "_a";
        const std::string in_b = field + "_b";
        const bool has_a = static_cast<bool>(joint[in_a]);
        const bool has_b = static_cast<bool>(joint[in_b]);
        if (joint[field]) {
            if (has_a || has_b) {
                notes_.refuse(joint[has_a ? in_a : in_b], text("none, because '", field, "' says it"));
            }
            continue;
        }
        if (!has_a && has_b) {
            carry_over(in_b, frame_b_, in_a, frame_a_);
            continue;
        }
        if (!has_a && std::ranges::find(across, field) != across.end()) {
            put_across(field);
        }
        if (!has_b && has(in_b + ".x")) {
            carry_over(in_a, frame_a_, in_b, frame_b_);
        }
    }
}

} // namespace orrery::scene_format
