// A growing array in an arena, for lists that are built and thrown away within a frame. Growing copies to a
// place twice as large and leaves the old one unused until the arena is rewound: reserve when the size is
// known.
#pragma once

#include <orrery/core/arena.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace orrery {

template <typename T>
    requires std::is_trivially_copyable_v<T>
class arena_vector {
public:
    using value_type = T;

    explicit arena_vector(arena& memory) noexcept
        : memory_(&memory) {}

    arena_vector(arena& memory, std::size_t capacity)
        : memory_(&memory) {
        reserve(capacity);
    }

    // Two vectors must not grow into the same memory.
    arena_vector(const arena_vector&) = delete;
    arena_vector& operator=(const arena_vector&) = delete;

    arena_vector(arena_vector&& other) noexcept
        : memory_(other.memory_)
        , data_(std::exchange(other.data_, nullptr))
        , size_(std::exchange(other.size_, 0))
        , capacity_(std::exchange(other.capacity_, 0)) {}

    arena_vector& operator=(arena_vector&& other) noexcept {
        memory_ = other.memory_;
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 0);
        return *this;
    }

    void push_back(T value) {
        if (size_ == capacity_) {
            reserve(std::max<std::size_t>(capacity_ * 2, 16));
        }
        std::construct_at(data_ + size_, value);
        ++size_;
    }

    void pop_back() {
        ORRERY_CHECK(size_ > 0, "there is nothing to take from an empty vector");
        --size_;
    }

    void reserve(std::size_t capacity) {
        if (capacity > capacity_) {
            T* const grown = memory_->allocate_elements<T>(capacity);
            std::uninitialized_copy_n(data_, size_, grown);
            data_ = grown;
            capacity_ = capacity;
        }
    }

    // New elements are value-initialised.
    void resize(std::size_t size) {
        reserve(size);
        if (size > size_) {
            std::uninitialized_value_construct_n(data_ + size_, size - size_);
        }
        size_ = size;
    }

    void clear() noexcept { size_ = 0; }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

    [[nodiscard]] T* data() noexcept { return data_; }

    [[nodiscard]] const T* data() const noexcept { return data_; }

    [[nodiscard]] T& operator[](std::size_t index) noexcept { return data_[index]; }

    [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return data_[index]; }

    [[nodiscard]] T* begin() noexcept { return data_; }

    [[nodiscard]] T* end() noexcept { return data_ + size_; }

    [[nodiscard]] const T* begin() const noexcept { return data_; }

    [[nodiscard]] const T* end() const noexcept { return data_ + size_; }

private:
    arena* memory_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace orrery
