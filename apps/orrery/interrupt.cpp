#include "apps/orrery/interrupt.hpp"

#include <csignal>

namespace orrery::command {
namespace {

volatile std::sig_atomic_t is_noted = 0;

void note(int /*signal*/) {
    is_noted = 1;
}

} // namespace

interrupt_guard::interrupt_guard() {
    is_noted = 0;
    (void)std::signal(SIGINT, note);
    (void)std::signal(SIGTERM, note);
}

interrupt_guard::~interrupt_guard() {
    (void)std::signal(SIGINT, SIG_DFL);
    (void)std::signal(SIGTERM, SIG_DFL);
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): signals are noted only while a guard lives
bool interrupt_guard::was_interrupted() const noexcept {
    return is_noted != 0;
}

} // namespace orrery::command
