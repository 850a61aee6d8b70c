// Ctrl-C and a polite kill, as a question: whoever must not be cut off in the middle asks now and then, and
// finishes.
#pragma once

namespace orrery::command {

// For as long as it lives, SIGINT and SIGTERM are noted instead of ending the program. One at a time.
class interrupt_guard {
public:
    interrupt_guard();
    interrupt_guard(const interrupt_guard&) = delete;
    interrupt_guard& operator=(const interrupt_guard&) = delete;
    ~interrupt_guard();

    [[nodiscard]] bool was_interrupted() const noexcept;
};

} // namespace orrery::command
