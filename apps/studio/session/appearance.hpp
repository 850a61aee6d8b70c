// What pages are told of what entities look like: the parts of a census that are the same for all worlds.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/page_values.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace orrery::studio {

struct appearance {
    std::optional<std::size_t> shape{}; // in the list of shapes
    std::string_view kind = "dynamic";
    bool is_sensor = false;
    bool attracts = false;
    std::uint32_t group = 0; // those of one do not meet; 0: none
    std::optional<std::uint32_t> color{};
    vector3 offset{}; // of the shape from the centre of mass
};

inline void write_appearance(json::writer& out, const appearance& what) {
    out.begin_object();
    out.key("shape");
    what.shape ? out.value(*what.shape) : out.null();
    out.member("kind", what.kind);
    out.member("isSensor", what.is_sensor);
    out.member("attracts", what.attracts);
    out.member("group", what.group);
    write_color(out.key("color"), what.color);
    write_vector(out.key("offset"), what.offset);
    write_quaternion(out.key("turn"), quaternion{});
    out.end_object();
}

inline void write_keys(json::writer& out, std::span<const entity_key> keys) {
    out.begin_array();
    for (const entity_key key : keys) {
        write_key(out, key);
    }
    out.end_array();
}

} // namespace orrery::studio
