// Where the time goes: zones, counters and thread names, written as a trace that Perfetto (ui.perfetto.dev)
// and chrome://tracing open.
//
//     ORRERY_ZONE("narrow phase");             // from here to the end of the scope
//     ORRERY_COUNTER("contacts", count);
//
// Built with ORRERY_PROFILING=0 the macros are nothing. Built in but not recording, a zone costs one relaxed
// load and a branch. While recording, each thread writes into a buffer of its own, of bounded size: when it
// is full the oldest entries give way. Because zones are found everywhere there is one recording a process,
// unlike all else in Orrery; it never touches what is simulated.
#pragma once

#include <orrery/build_settings.hpp>
#include <orrery/core/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery {

struct profile_settings {
    // 32 bytes each; taken when a thread records its first entry.
    std::size_t entries_per_thread = std::size_t{1} << 16;
};

// Throws away what was recorded before and begins to record. Like all functions here, for any thread at any
// time.
void start_profiling(const profile_settings& settings = {});

// What has been recorded stays until the next start.
void stop_profiling() noexcept;

// How the calling thread is called in the trace.
void name_this_thread(std::string_view name);

// The recording as JSON in the trace event format.
[[nodiscard]] std::string trace_text();

// Writes trace_text() to a file. An error in a build without profiling.
status write_trace(const std::string& path);

// A copy of the name that lives as long as the process, for zones whose names are not literals. Each
// different name costs its memory once: keep them few.
[[nodiscard]] const char* permanent_name(std::string_view name);

namespace detail {

inline std::atomic<bool> is_profiling{false};

[[nodiscard]] std::uint64_t profile_clock() noexcept; // nanoseconds, never 0
void record_zone(const char* name, std::uint64_t start) noexcept;
void record_counter(const char* name, double value) noexcept;

} // namespace detail

[[nodiscard]] inline bool is_profiling() noexcept {
    return detail::is_profiling.load(std::memory_order_relaxed);
}

// The time from construction to destruction. The name must live as long as the process.
class [[nodiscard]] profile_zone {
public:
    profile_zone(const profile_zone&) = delete;
    profile_zone& operator=(const profile_zone&) = delete;

#if ORRERY_PROFILING
    explicit profile_zone(const char* name) noexcept
        : name_(name)
        , start_(is_profiling() ? detail::profile_clock() : 0) {}

    ~profile_zone() {
        if (start_ != 0) [[unlikely]] {
            detail::record_zone(name_, start_);
        }
    }

private:
    const char* name_;
    std::uint64_t start_;
#else
    explicit profile_zone(const char*) noexcept {}
#endif
};

// A value that changes over time, drawn as a curve. The name must live as long as the process.
inline void profile_counter([[maybe_unused]] const char* name, [[maybe_unused]] double value) noexcept {
#if ORRERY_PROFILING
    if (is_profiling()) [[unlikely]] {
        detail::record_counter(name, value);
    }
#endif
}

} // namespace orrery

// Putting "" in front makes sure that the name is a literal.
#if ORRERY_PROFILING
#define ORRERY_ZONE_JOIN_AGAIN(left, right) left##right
#define ORRERY_ZONE_JOIN(left, right) ORRERY_ZONE_JOIN_AGAIN(left, right)
#define ORRERY_ZONE(name) const ::orrery::profile_zone ORRERY_ZONE_JOIN(orrery_zone_, __LINE__)("" name)
#define ORRERY_COUNTER(name, value) ::orrery::profile_counter("" name, static_cast<double>(value))
#else
#define ORRERY_ZONE(name) static_cast<void>(0)
#define ORRERY_COUNTER(name, value) static_cast<void>(0)
#endif
