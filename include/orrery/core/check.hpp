// Checks for misuse by the programmer: a broken precondition, an id used with the wrong world.
// A failed check calls the handler with the condition, the place and a sentence, then aborts if the handler
// returns. Bad input from outside (files, packets, definitions) is never a check: see result.hpp.
#pragma once

#include <source_location>
#include <string_view>

namespace orrery {

struct check_failure {
    std::string_view condition;
    std::string_view message;
    std::source_location where;
};

using check_handler = void (*)(const check_failure&);

// Replaces the handler and returns the one before. The default writes one line to stderr. A handler that must
// not end the process may throw or longjmp in an application that allows it; returning aborts.
check_handler set_check_handler(check_handler handler) noexcept;

namespace detail {
[[noreturn]] void check_failed(std::string_view condition, std::string_view message,
                               std::source_location where = std::source_location::current());
} // namespace detail

} // namespace orrery

#define ORRERY_CHECK(condition, message)                                                                     \
    do {                                                                                                     \
        if (!(condition)) [[unlikely]] {                                                                     \
            ::orrery::detail::check_failed(#condition, message);                                             \
        }                                                                                                    \
    } while (false)
