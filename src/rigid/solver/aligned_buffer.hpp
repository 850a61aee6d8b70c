// Numbers that begin at a cache line and are not initialised: room for SIMD data that is written before it is
// read.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace orrery::rigid::detail {

template <typename T>
class aligned_buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    // Room for at least `count`; what was there is lost when it has to grow, and grows generously so that it
    // seldom has to.
    T* reserve(std::size_t count) {
        if (count > capacity_) {
            capacity_ = count + count / 4;
            storage_.reset(static_cast<T*>(::operator new(capacity_ * sizeof(T), alignment)));
        }
        return storage_.get();
    }

    [[nodiscard]] T* data() const noexcept { return storage_.get(); }

private:
    static constexpr std::align_val_t alignment{64};

    struct free_storage {
        void operator()(T* storage) const noexcept { ::operator delete(storage, alignment); }
    };

    std::unique_ptr<T, free_storage> storage_;
    std::size_t capacity_ = 0;
};

} // namespace orrery::rigid::detail
