#include "apps/scene/joint_fields.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace orrery::scene_format {
namespace {

// What is read elsewhere.
constexpr std::array<std::string_view, 7> not_numbers{"kind", "name", "a", "b", "at", "bodies_meet", "breaks_at"};

// Pairs of these are points, each with a meaning of its own.
constexpr std::array<std::string_view, 2> points{"pivot", "anchor"};

template <typename T>
void write_as(std::byte* where, double what) noexcept {
    const T made = static_cast<T>(what);
    std::memcpy(where, &made, sizeof made);
}

template <typename T>
[[nodiscard]] T read_as(const std::byte* where) noexcept {
    T made{};
    std::memcpy(&made, where, sizeof made);
    return made;
}

} // namespace

const field_info* joint_fields::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(type_.fields, name, &field_info::name);
    return found != type_.fields.end() ? &*found : nullptr;
}

void joint_fields::put(const field_info& where, double what) {
    std::byte* const place = value_ + where.offset;
    switch (where.kind) {
    case field_kind::float32:
        return write_as<float>(place, what);
    case field_kind::float64:
        return write_as<double>(place, what);
    case field_kind::uint32:
        return write_as<std::uint32_t>(place, what);
    default:
        return; // joints have no others
    }
}

void joint_fields::set(std::string_view field, vector3 what) {
    put(*find(text(field, ".x")), what.x);
    put(*find(text(field, ".y")), what.y);
    put(*find(text(field, ".z")), what.z);
}

vector3 joint_fields::get(std::string_view field) const {
    const auto part = [&](std::string_view name) {
        return read_as<scalar>(value_ + find(text(field, name))->offset);
    };
    return {part(".x"), part(".y"), part(".z")};
}

void joint_fields::read(const json::cursor& joint) {
    for (const json::member& each : joint->members()) {
        if (std::ranges::find(not_numbers, each.name) == not_numbers.end()) {
            read_member(joint.at_member(each), each.name);
        }
    }
    complete_directions(joint);
}

void joint_fields::read_member(const json::cursor& what, const std::string& field) {
    if (has(field + ".w")) {
        const std::optional<quaternion> given = rotation_of(what);
        if (!given) {
            notes_.refuse(what, "an axis or a quaternion that is not zero");
            return;
        }
        set(field, {given->x, given->y, given->z});
        put(*find(field + ".w"), given->w);
    } else if (has(field + ".x")) {
        set(field, vector_of(what));
    } else if (has(field + "_a.x")) {
        read_direction(what, field);
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

// In the world.
void joint_fields::read_direction(const json::cursor& what, const std::string& field) {
    for (const std::string_view end : {"_a", "_b"}) {
        if (const json::value* const other = what.above()->find(field + std::string(end))) {
            notes_.refuse(what, text("none, because ", field, end, " is given"));
            return;
        }
    }
    const vector3 given = vector_of(what);
    set(field + "_a", inverse_rotate(frame_a_.rotation, given));
    if (has(field + "_b.x")) {
        set(field + "_b", inverse_rotate(frame_b_.rotation, given));
    }
}

void joint_fields::complete_directions(const json::cursor& joint) {
    for (const field_info& each : type_.fields) {
        if (!each.name.ends_with("_a.x")) {
            continue;
        }
        const std::string field = each.name.substr(0, each.name.size() - 4);
        if (!has(field + "_b.x") || std::ranges::find(points, field) != points.end() || joint[field]) {
            continue;
        }
        const bool has_a = static_cast<bool>(joint[field + "_a"]);
        const bool has_b = static_cast<bool>(joint[field + "_b"]);
        if (!has_b) {
            set(field + "_b",
                inverse_rotate(frame_b_.rotation, rotate(frame_a_.rotation, get(field + "_a"))));
        } else if (!has_a) {
            set(field + "_a",
                inverse_rotate(frame_a_.rotation, rotate(frame_b_.rotation, get(field + "_b"))));
        }
    }
}

} // namespace orrery::scene_format
