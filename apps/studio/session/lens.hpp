// What all lenses have in common: the words in which a world tells what can be seen of it.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector2.hpp>
#include <orrery/math/vector3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

// A row of events under the timeline.
struct lane {
    std::string_view name;
    std::string_view title;
};

// Something that can be plotted.
struct quantity {
    std::string_view name;
    std::string_view title;
    std::string_view unit;
};

// What a kind of tile is called and coloured.
struct tile_look {
    std::string name{};
    std::optional<std::uint32_t> color{}; // 0xRRGGBB
};

// What does not move, in a world that has walls: a circle if it has one point, else a chain of edges.
struct wall_look {
    std::string name{};
    std::vector<vector2> points{};
    scalar radius = 0;
    bool is_closed = false;
    scalar kick = 0;
    bool is_sensor = false;
    std::optional<std::uint32_t> color{}; // 0xRRGGBB
};

// An input on its way into the journal.
template <typename World>
struct planned_change {
    std::string name{}; // "push on ball"
    typename World::input_type input{};
    std::function<void(World&)> lesson{}; // what worlds must learn before; empty if nothing
};

// Whom a change is for: the place of its key in the frame.
template <typename View>
[[nodiscard]] result<std::size_t> place_of_target(const request& asked, const View& view) {
    const entity_key key = asked.key("key");
    const std::size_t place = view.place_of(key);
    if (place == view.size()) {
        return error{text("there is no entity with the key ", static_cast<std::uint64_t>(key), " in frame ",
                          view.frame())};
    }
    return place;
}

// A word of a motion that is made of numbers alone, as the number that it is part of.
template <typename Motion>
[[nodiscard]] scalar number_at(const Motion& of, std::size_t word) {
    scalar value = 0;
    const std::size_t place = word * sizeof(std::uint32_t) / sizeof(scalar);
    std::memcpy(&value, reinterpret_cast<const std::byte*>(&of) + place * sizeof(scalar), sizeof(scalar));
    return value;
}

// What it is called. `names` has one for each number of a motion.
[[nodiscard]] inline std::string name_at(std::span<const std::string_view> names, std::size_t word) {
    return std::string(names[std::min(word * sizeof(std::uint32_t) / sizeof(scalar), names.size() - 1)]);
}

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

// As hashes are shown: 16 digits.
[[nodiscard]] inline std::string hexadecimal(std::uint64_t number) {
    std::string digits(16, '0');
    for (std::size_t place = digits.size(); place-- > 0; number /= 16) {
        digits[place] = "0123456789abcdef"[number % 16];
    }
    return digits;
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

} // namespace orrery::studio
