// An array of plain values on shared pages: copies cost one increment and share what neither has written.
// Index access is a shift, a mask and two loads.
#pragma once

#include <orrery/core/page.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace orrery {

template <typename T, std::size_t PageElements>
class paged_array {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert((PageElements & (PageElements - 1)) == 0, "a power of two keeps index access cheap");

public:
    explicit paged_array(page_pool& pool) noexcept
        : pages_(pool, PageElements * sizeof(T)) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] const T& operator[](std::size_t index) const noexcept {
        return reinterpret_cast<const T*>(pages_.read(index / PageElements))[index % PageElements];
    }

    // The element for writing: its page is copied first if somebody else holds it.
    [[nodiscard]] T& write(std::size_t index) {
        return reinterpret_cast<T*>(pages_.write(index / PageElements))[index % PageElements];
    }

    void push_back(const T& value) {
        if (size_ == pages_.page_count() * PageElements) {
            pages_.append();
        }
        write(size_++) = value;
    }

    void pop_back() {
        --size_;
        if (size_ % PageElements == 0) {
            pages_.remove_last();
        }
    }

    // Grows by whole pages to at least `size` elements of value `fill`, for arrays that only grow that way.
    // The new pages are one blank page until they are written.
    void grow(std::size_t size, const T& fill) {
        if (size_ >= size) {
            return;
        }
        std::fill_n(reinterpret_cast<T*>(pages_.append()), PageElements, fill);
        for (size_ += PageElements; size_ < size; size_ += PageElements) {
            pages_.append_last_again();
        }
    }

    void clear() noexcept {
        pages_.clear();
        size_ = 0;
    }

private:
    page_directory pages_;
    std::size_t size_ = 0;
};

} // namespace orrery
