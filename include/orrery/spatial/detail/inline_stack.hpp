// A stack that lives on the thread's own stack until it grows beyond Capacity: what a walk through a tree
// still has to visit.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace orrery::spatial::detail {

template <typename T, std::size_t Capacity>
    requires std::is_trivially_copyable_v<T>
class inline_stack {
public:
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] T* begin() noexcept { return data_; }

    [[nodiscard]] T* end() noexcept { return data_ + size_; }

    [[nodiscard]] T& top() noexcept { return data_[size_ - 1]; }

    [[nodiscard]] const T& top() const noexcept { return data_[size_ - 1]; }

    void push(const T& value) {
        if (size_ == capacity_) [[unlikely]] {
            enlarge();
        }
        data_[size_++] = value;
    }

    // The same for one that is kept only on a condition which cannot be foretold: without a branch.
    void push_if(bool is_kept, const T& value) {
        if (size_ == capacity_) [[unlikely]] {
            enlarge();
        }
        data_[size_] = value;
        size_ += static_cast<std::size_t>(is_kept);
    }

    T pop() noexcept { return data_[--size_]; }

    void clear() noexcept { size_ = 0; }

    inline_stack() noexcept = default; // leaves the room as it is

    inline_stack(const inline_stack&) = delete;
    inline_stack& operator=(const inline_stack&) = delete;

private:
    void enlarge() {
        std::vector<T> larger(data_, data_ + size_);
        larger.resize(size_ * 2);
        overflow_.swap(larger);
        data_ = overflow_.data();
        capacity_ = overflow_.size();
    }

    union room {
        room() noexcept {}

        std::array<T, Capacity> values;
    };

    room room_;
    T* data_ = room_.values.data();
    std::size_t size_ = 0;
    std::size_t capacity_ = Capacity;
    std::vector<T> overflow_;
};

} // namespace orrery::spatial::detail
