// std::mutex where there are threads, nothing where there are none (its header does not exist there).
#pragma once

#include <orrery/build_settings.hpp>

#if ORRERY_THREADS
#include <mutex>
#endif

namespace orrery::detail {

#if ORRERY_THREADS
using mutex = std::mutex;
#else
struct mutex {
    void lock() noexcept {}

    void unlock() noexcept {}
};
#endif

class [[nodiscard]] lock_guard {
public:
    explicit lock_guard(mutex& target)
        : target_(target) {
        target_.lock();
    }

    ~lock_guard() { target_.unlock(); }

    lock_guard(const lock_guard&) = delete;
    lock_guard& operator=(const lock_guard&) = delete;

private:
    mutex& target_;
};

} // namespace orrery::detail
