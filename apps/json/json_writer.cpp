#include "apps/json/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace orrery::json {
namespace {

template <typename Number>
void append_number(std::string& out, Number what) {
    std::array<char, 32> digits;
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), what);
    out.append(digits.data(), written.ptr);
}

void append_quoted(std::string& out, std::string_view text) {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    out += '"';
    for (const char each : text) {
        const auto code = static_cast<unsigned char>(each);
        if (each == '"' || each == '\\') {
            out += '\\';
            out += each;
        } else if (code < 0x20) {
            out += "\\u00";
            out += hexadecimal[code >> 4U];
            out += hexadecimal[code & 15U];
        } else {
            out += each;
        }
    }
    out += '"';
}

} // namespace

void writer::separate() {
    if (needs_comma_) {
        text_ += ',';
    }
    needs_comma_ = true;
}

writer& writer::begin_object() {
    separate();
    text_ += '{';
    needs_comma_ = false;
    return *this;
}

writer& writer::end_object() {
    text_ += '}';
    needs_comma_ = true;
    return *this;
}

writer& writer::begin_array() {
    separate();
    text_ += '[';
    needs_comma_ = false;
    return *this;
}

writer& writer::end_array() {
    text_ += ']';
    needs_comma_ = true;
    return *this;
}

writer& writer::key(std::string_view name) {
    separate();
    append_quoted(text_, name);
    text_ += ':';
    needs_comma_ = false;
    return *this;
}

writer& writer::value(std::string_view text) {
    separate();
    append_quoted(text_, text);
    return *this;
}

writer& writer::raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
}

writer& writer::number(float what) {
    if (!std::isfinite(what)) {
        return null();
    }
    separate();
    append_number(text_, what);
    return *this;
}

writer& writer::number(double what) {
    if (!std::isfinite(what)) {
        return null();
    }
    separate();
    append_number(text_, what);
    return *this;
}

writer& writer::number(std::int64_t what) {
    separate();
    append_number(text_, what);
    return *this;
}

writer& writer::number(std::uint64_t what) {
    separate();
    append_number(text_, what);
    return *this;
}

} // namespace orrery::json
