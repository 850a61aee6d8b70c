// Writes the trace event format: a JSON object with one entry a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::detail {

class trace_format {
public:
    void thread_name(std::uint32_t thread, std::string_view name);
    void zone(std::uint32_t thread, std::string_view name, std::uint64_t start_ns, std::uint64_t duration_ns);
    void counter(std::uint32_t thread, std::string_view name, std::uint64_t time_ns, double value);

    // The finished document. `lost_entries` have been overwritten by newer ones.
    [[nodiscard]] std::string finish(std::uint64_t lost_entries);

private:
    void begin_entry(char phase, std::uint32_t thread, std::string_view name);
    void append_string(std::string_view value);
    void append_microseconds(std::uint64_t nanoseconds);

    std::string out_ = "{\"traceEvents\":[";
    bool is_first_ = true;
};

} // namespace orrery::detail
