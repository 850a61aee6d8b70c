#include <orrery/core/log.hpp>

#include <array>
#include <cstddef>
#include <cstdio>

namespace orrery {
namespace {

// One call for the whole line, so that lines of different processes do not mix.
void write_to_stderr(void*, const log_message& message) {
    const std::string line =
        text("orrery: ", name_of(message.level), ": ", message.category, ": ", message.text, "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
}

log_sink or_stderr(log_sink sink) noexcept {
    return sink.function != nullptr ? sink : stderr_sink();
}

} // namespace

std::string_view name_of(log_level level) noexcept {
    constexpr std::array<std::string_view, 6> names = {"trace", "debug", "info", "warning", "error", "off"};
    return names[static_cast<std::size_t>(level)];
}

log_sink stderr_sink() noexcept {
    return {.function = &write_to_stderr};
}

logger::logger(log_sink sink, log_level level) noexcept
    : level_(level)
    , sink_(or_stderr(sink)) {}

void logger::set_sink(log_sink sink) {
    const detail::lock_guard guard(delivery_);
    sink_ = or_stderr(sink);
}

void logger::deliver(const log_message& message) {
    const detail::lock_guard guard(delivery_);
    sink_.function(sink_.context, message);
}

} // namespace orrery
