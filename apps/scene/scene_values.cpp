#include "apps/scene/scene_values.hpp"

#include <orrery/math/vector.hpp>

#include <numbers>

namespace orrery::scene_format {

scalar number_of(const json::cursor& what) {
    return static_cast<scalar>(what->number());
}

std::uint64_t whole_number(const json::cursor& what) {
    return static_cast<std::uint64_t>(what->number());
}

vector3 vector_of(const json::cursor& what) {
    return {number_of(what.item(0)), number_of(what.item(1)), number_of(what.item(2))};
}

scalar number_of(const json::cursor& what, scalar otherwise) {
    return what ? number_of(what) : otherwise;
}

std::uint64_t whole_number(const json::cursor& what, std::uint64_t otherwise) {
    return what ? whole_number(what) : otherwise;
}

vector3 vector_of(const json::cursor& what, vector3 otherwise) {
    return what ? vector_of(what) : otherwise;
}

bool flag_of(const json::cursor& what, bool otherwise) {
    return what ? what->boolean() : otherwise;
}

std::optional<quaternion> rotation_of(const json::cursor& what) {
    constexpr scalar radians = std::numbers::pi_v<scalar> / 180;
    constexpr scalar shortest = scalar(1e-12);
    if (!what) {
        return quaternion{};
    }
    if (what->is(json::kind::array)) {
        const quaternion given{number_of(what.item(0)), number_of(what.item(1)), number_of(what.item(2)),
                               number_of(what.item(3))};
        return length(given) > shortest ? std::optional(normalize(given)) : std::nullopt;
    }
    // In double: an axis as long as a float can be has a square that is not one.
    const json::cursor axis = what["axis"];
    const vector3d given{axis.item(0)->number(), axis.item(1)->number(), axis.item(2)->number()};
    const double norm = length(given);
    if (!(norm > shortest)) {
        return std::nullopt;
    }
    const vector3 unit{static_cast<scalar>(given.x / norm), static_cast<scalar>(given.y / norm),
                       static_cast<scalar>(given.z / norm)};
    return normalize(quaternion::from_axis_angle(unit, number_of(what["degrees"]) * radians));
}

std::optional<std::uint32_t> color_of(const json::value& what) {
    const std::string& text = what.string();
    if (text.size() != 7 || text.front() != '#') {
        return std::nullopt;
    }
    std::uint32_t color = 0;
    for (const char each : text.substr(1)) {
        const bool is_digit = each >= '0' && each <= '9';
        const bool is_low = each >= 'a' && each <= 'f';
        const bool is_high = each >= 'A' && each <= 'F';
        if (!is_digit && !is_low && !is_high) {
            return std::nullopt;
        }
        const int digit = is_digit ? each - '0' : is_low ? each - 'a' + 10 : each - 'A' + 10;
        color = color << 4 | static_cast<std::uint32_t>(digit);
    }
    return color;
}

} // namespace orrery::scene_format
