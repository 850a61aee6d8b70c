// Values as pages read them, in JSON.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/world/hexadecimal.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace orrery::studio {

// As pages read them: keys as digits, because their numbers hold only 53 bits.
inline void write_key(json::writer& out, entity_key key) {
    out.value(text(static_cast<std::uint64_t>(key)));
}

inline void write_key_or_null(json::writer& out, entity_key key) {
    if (key == entity_key::none) {
        out.null();
    } else {
        write_key(out, key);
    }
}

inline void write_vector(json::writer& out, const vector3& what) {
    out.begin_array().value(what.x).value(what.y).value(what.z).end_array();
}

inline void write_quaternion(json::writer& out, const quaternion& what) {
    out.begin_array().value(what.x).value(what.y).value(what.z).value(what.w).end_array();
}

// A field of a component of an inspected entity.
inline void write_field(json::writer& out, std::string_view name, std::string_view value,
                        std::string_view about) {
    out.begin_object();
    out.member("name", name);
    out.member("value", value);
    out.member("about", about);
    out.end_object();
}

// The three numbers alone, for long lists.
inline void append_vector(json::writer& out, const vector3& what) {
    out.value(what.x).value(what.y).value(what.z);
}

inline void write_name_or_null(json::writer& out, std::string_view name) {
    if (name.empty()) {
        out.null();
    } else {
        out.value(name);
    }
}

// "#rrggbb", or null.
inline void write_color(json::writer& out, std::optional<std::uint32_t> color) {
    if (!color) {
        out.null();
        return;
    }
    out.value(text("#", apps::hexadecimal(*color).substr(10)));
}

} // namespace orrery::studio
