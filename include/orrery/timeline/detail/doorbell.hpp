// Lets threads wait, up to a moment, for what another one tells of. Where there are no threads nobody can
// wait, and nobody listens.
#pragma once

#include <orrery/build_settings.hpp>
#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/jobs/background_jobs.hpp>

#if ORRERY_THREADS
#include <condition_variable>
#endif

namespace orrery::time::detail {

class doorbell {
public:
    // Everyone who waits looks again.
    void ring() noexcept {
#if ORRERY_THREADS
        rung_.notify_all();
#endif
    }

    // With the mutex held, before and after: returns when is_so() holds, or its answer at the end of the
    // time.
    template <typename Predicate>
    bool wait_until([[maybe_unused]] orrery::detail::mutex& held, [[maybe_unused]] job_clock::time_point end,
                    Predicate is_so) {
#if ORRERY_THREADS
        std::unique_lock lock(held, std::adopt_lock);
        const bool answer = rung_.wait_until(lock, end, is_so);
        (void)lock.release(); // it is still held, by the caller
        return answer;
#else
        return is_so();
#endif
    }

private:
#if ORRERY_THREADS
    std::condition_variable rung_;
#endif
};

} // namespace orrery::time::detail
