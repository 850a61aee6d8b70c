// Objects that wait for their next use, so that a world that runs allocates no memory. Any thread may take
// one or keep one.
#pragma once

#include <orrery/core/detail/mutex.hpp>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::detail {

template <typename T>
class spare_list {
public:
    static constexpr std::size_t max_spares = 8;

    // As it was kept, or a new one. The last one that was kept is the most likely to be in a cache.
    [[nodiscard]] std::unique_ptr<T> take() {
        if (std::unique_ptr<T> spare = take_last()) {
            return spare;
        }
        return std::make_unique<T>();
    }

    // Destroys it if there are enough.
    void keep(std::unique_ptr<T> unused) noexcept {
        const lock_guard lock(mutex_);
        if (spares_.size() < max_spares) {
            spares_.push_back(std::move(unused));
        }
    }

private:
    [[nodiscard]] std::unique_ptr<T> take_last() noexcept {
        const lock_guard lock(mutex_);
        if (spares_.empty()) {
            return nullptr;
        }
        std::unique_ptr<T> last = std::move(spares_.back());
        spares_.pop_back();
        return last;
    }

    mutex mutex_;
    std::vector<std::unique_ptr<T>> spares_;
};

} // namespace orrery::detail
