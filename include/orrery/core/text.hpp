// Builds the sentences of error and log messages from their parts: text("mass is ", mass, ", expected > 0").
// Numbers are written the same on every platform: the shortest decimal form that reads back exactly.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery {
namespace detail {

inline void append_text(std::string& out, std::string_view part) {
    out += part;
}

// Only a real bool: a string literal would convert to one.
void append_text(std::string& out, std::same_as<bool> auto part) {
    out += part ? "true" : "false";
}

inline void append_text(std::string& out, char part) {
    out += part;
}

void append_text(std::string& out, float part);
void append_text(std::string& out, double part);
void append_signed(std::string& out, std::int64_t part);
void append_unsigned(std::string& out, std::uint64_t part);

void append_text(std::string& out, std::signed_integral auto part) {
    append_signed(out, part);
}

template <std::unsigned_integral Number>
    requires(!std::same_as<Number, bool>)
void append_text(std::string& out, Number part) {
    append_unsigned(out, part);
}

} // namespace detail

// Characters from outside, fit to be shown: whatever is not printable ASCII becomes a question mark.
[[nodiscard]] inline std::string printable(std::string_view characters) {
    std::string shown(characters);
    for (char& each : shown) {
        each = each >= ' ' && each <= '~' ? each : '?';
    }
    return shown;
}

template <typename... Parts>
[[nodiscard]] std::string text(const Parts&... parts) {
    std::string out;
    (detail::append_text(out, parts), ...);
    return out;
}

} // namespace orrery
