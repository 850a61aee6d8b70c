#include <orrery/core/jobs/scratch_arenas.hpp>

namespace orrery {

std::size_t scratch_arenas::reserved_bytes() {
    const detail::lock_guard guard(access_);
    std::size_t sum = 0;
    for (const std::unique_ptr<arena>& each : free_) {
        sum += each->reserved_bytes();
    }
    return sum;
}

// The arena given back last is lent first: it is the one most likely to be in the cache.
std::unique_ptr<arena> scratch_arenas::take_out() {
    {
        const detail::lock_guard guard(access_);
        if (!free_.empty()) {
            std::unique_ptr<arena> last = std::move(free_.back());
            free_.pop_back();
            return last;
        }
    }
    return std::make_unique<arena>(block_size_);
}

void scratch_arenas::take_back(std::unique_ptr<arena> returned) {
    returned->reset();
    const detail::lock_guard guard(access_);
    free_.push_back(std::move(returned));
}

} // namespace orrery
