#include "core/trace_format.hpp"

#include <orrery/core/text.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace orrery::detail {

void trace_format::thread_name(std::uint32_t thread, std::string_view name) {
    begin_entry('M', thread, "thread_name");
    out_ += ",\"args\":{\"name\":";
    append_string(name);
    out_ += "}}";
}

void trace_format::zone(std::uint32_t thread, std::string_view name, std::uint64_t start_ns,
                        std::uint64_t duration_ns) {
    begin_entry('X', thread, name);
    out_ += ",\"ts\":";
    append_microseconds(start_ns);
    out_ += ",\"dur\":";
    append_microseconds(duration_ns);
    out_ += '}';
}

void trace_format::counter(std::uint32_t thread, std::string_view name, std::uint64_t time_ns, double value) {
    begin_entry('C', thread, name);
    out_ += ",\"ts\":";
    append_microseconds(time_ns);
    // JSON knows neither infinity nor NaN.
    out_ += std::isfinite(value) ? text(",\"args\":{\"value\":", value, "}}") : ",\"args\":{\"value\":null}}";
}

std::string trace_format::finish(std::uint64_t lost_entries) {
    out_ += text("\n],\"displayTimeUnit\":\"ns\",\"otherData\":{\"lost_entries\":", lost_entries, "}}\n");
    return std::move(out_);
}

void trace_format::begin_entry(char phase, std::uint32_t thread, std::string_view name) {
    out_ += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    out_ += text("{\"ph\":\"", phase, "\",\"pid\":1,\"tid\":", thread, ",\"name\":");
    append_string(name);
}

void trace_format::append_string(std::string_view value) {
    constexpr std::string_view hex = "0123456789abcdef";
    out_ += '"';
    for (const char letter : value) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            out_ += '\\';
            out_ += letter;
        } else if (code < 0x20) {
            out_ += "\\u00";
            out_ += hex[code / 16];
            out_ += hex[code % 16];
        } else {
            out_ += letter;
        }
    }
    out_ += '"';
}

void trace_format::append_microseconds(std::uint64_t nanoseconds) {
    const std::uint64_t fraction = nanoseconds % 1000;
    out_ += text(nanoseconds / 1000, '.', fraction / 100, fraction / 10 % 10, fraction % 10);
}

} // namespace orrery::detail
