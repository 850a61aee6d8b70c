// What all lenses have in common: the words in which a world tells what can be seen of it.
#pragma once

#include "apps/json/json_writer.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

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

// An input on its way into the journal.
template <typename World>
struct planned_change {
    std::string name{}; // "push on ball"
    typename World::input_type input{};
    std::function<void(World&)> lesson{}; // what worlds must learn before; empty if nothing
};

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
