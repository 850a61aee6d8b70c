#include <orrery/core/check.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace orrery {
namespace {

void print_failure(const check_failure& failure) {
    std::fprintf(stderr, "orrery: %s:%u: %.*s (%.*s)\n", failure.where.file_name(), failure.where.line(),
                 static_cast<int>(failure.message.size()), failure.message.data(),
                 static_cast<int>(failure.condition.size()), failure.condition.data());
}

std::atomic<check_handler> current_handler{&print_failure};

} // namespace

check_handler set_check_handler(check_handler handler) noexcept {
    return current_handler.exchange(handler != nullptr ? handler : &print_failure);
}

namespace detail {

void check_failed(std::string_view condition, std::string_view message, std::source_location where) {
    current_handler.load()(check_failure{condition, message, where});
    std::abort();
}

} // namespace detail
} // namespace orrery
