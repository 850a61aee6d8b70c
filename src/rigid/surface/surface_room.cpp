#include "rigid/surface/surface_room.hpp"

namespace orrery::rigid::detail {

// The room given back last is lent first: it is the one most likely to be in the cache.
std::unique_ptr<surface_room> surface_rooms::take_out() {
    {
        const orrery::detail::lock_guard guard(access_);
        if (!free_.empty()) {
            std::unique_ptr<surface_room> last = std::move(free_.back());
            free_.pop_back();
            return last;
        }
    }
    return std::make_unique<surface_room>();
}

void surface_rooms::take_back(std::unique_ptr<surface_room> returned) {
    const orrery::detail::lock_guard guard(access_);
    free_.push_back(std::move(returned));
}

} // namespace orrery::rigid::detail
