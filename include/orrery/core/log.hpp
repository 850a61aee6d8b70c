// What the engine has to say to its operator: short messages with a level and a category ("rigid", "net").
// There is no global log: an engine owns one, with the sink its user gave it. A message below the current
// level costs one relaxed load; its text is never built. Any thread may write; the sink sees one message at a
// time.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/text.hpp>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery {

enum class log_level : std::uint8_t {
    trace,   // every step of the way, for hunting a bug
    debug,   // decisions a developer may wonder about
    info,    // what an operator wants to read in a quiet hour
    warning, // something is odd, the work goes on
    error,   // something was refused or lost
    off,     // nothing is written
};

[[nodiscard]] std::string_view name_of(log_level level) noexcept;

// The views are valid while the sink runs.
struct log_message {
    log_level level = log_level::info;
    std::string_view category;
    std::string_view text;
};

// Where messages go. The function may be called on any thread, never twice at the same time, and must not
// write to the log that called it.
struct log_sink {
    void (*function)(void* context, const log_message& message) = nullptr;
    void* context = nullptr;
};

// One line to stderr: "orrery: warning: net: ...".
[[nodiscard]] log_sink stderr_sink() noexcept;

class logger {
public:
    explicit logger(log_sink sink = stderr_sink(), log_level level = log_level::info) noexcept;

    logger(const logger&) = delete;
    logger& operator=(const logger&) = delete;

    [[nodiscard]] log_level level() const noexcept { return level_.load(std::memory_order_relaxed); }

    void set_level(log_level level) noexcept { level_.store(level, std::memory_order_relaxed); }

    // Returns when no message is on its way to the old sink any more. An empty sink stands for stderr.
    void set_sink(log_sink sink);

    [[nodiscard]] bool is_on(log_level level) const noexcept {
        return level >= this->level() && level != log_level::off;
    }

    // The parts are put together as text(...) does it.
    template <typename... Parts>
    void write(log_level level, std::string_view category, const Parts&... parts) {
        if (is_on(level)) {
            deliver({level, category, text(parts...)});
        }
    }

    // For messages that are costly to put together: `build` returns the text and is called only if it is
    // wanted.
    template <std::invocable Build>
    void write(log_level level, std::string_view category, Build&& build) {
        if (is_on(level)) {
            const std::string built = build();
            deliver({level, category, built});
        }
    }

    template <typename... Parts>
    void debug(std::string_view category, const Parts&... parts) {
        write(log_level::debug, category, parts...);
    }

    template <typename... Parts>
    void info(std::string_view category, const Parts&... parts) {
        write(log_level::info, category, parts...);
    }

    template <typename... Parts>
    void warning(std::string_view category, const Parts&... parts) {
        write(log_level::warning, category, parts...);
    }

    template <typename... Parts>
    void error(std::string_view category, const Parts&... parts) {
        write(log_level::error, category, parts...);
    }

private:
    void deliver(const log_message& message);

    std::atomic<log_level> level_;
    detail::mutex delivery_;
    log_sink sink_;
};

} // namespace orrery
