// A value that copies share until one of them is written. Copying costs one increment, whatever the value
// weighs; write() copies the value first if somebody else holds it. The count is decremented with release and
// asked with acquire order, so what the last other holder read on its thread has been read before we write;
// std::shared_ptr::use_count() promises no such thing.
//
// An object belongs to one thread at a time; copies of it may be read, written and destroyed on other
// threads. The type may be incomplete wherever a value is neither made nor written.
#pragma once

#include <orrery/core/check.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

namespace orrery {

template <typename T>
class copy_on_write {
public:
    // None.
    copy_on_write() noexcept = default;

    template <typename... Arguments>
    [[nodiscard]] static copy_on_write make(Arguments&&... arguments) {
        auto* const made = new owned_block(std::forward<Arguments>(arguments)...);
        return copy_on_write(made, &made->value);
    }

    copy_on_write(const copy_on_write& other) noexcept
        : block_(other.block_)
        , value_(other.value_) {
        if (block_ != nullptr) {
            // Whoever copies holds a reference, so the count cannot fall to zero meanwhile.
            block_->references.fetch_add(1, std::memory_order_relaxed);
        }
    }

    copy_on_write(copy_on_write&& other) noexcept
        : block_(std::exchange(other.block_, nullptr))
        , value_(std::exchange(other.value_, nullptr)) {}

    copy_on_write& operator=(copy_on_write other) noexcept {
        std::swap(block_, other.block_);
        std::swap(value_, other.value_);
        return *this;
    }

    ~copy_on_write() { reset(); }

    void reset() noexcept {
        if (block_ != nullptr && block_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            block_->destroy(block_);
        }
        block_ = nullptr;
        value_ = nullptr;
    }

    [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }

    // Null if there is none.
    [[nodiscard]] const T* get() const noexcept { return value_; }

    [[nodiscard]] const T& operator*() const noexcept { return *value_; }

    [[nodiscard]] const T* operator->() const noexcept { return value_; }

    // For writing: a copy of our own if others share it. There must be a value.
    [[nodiscard]] T& write() {
        ORRERY_CHECK(value_ != nullptr, "there is no value to write");
        if (block_->references.load(std::memory_order_acquire) != 1) {
            *this = make(std::as_const(*value_));
        }
        return *value_;
    }

    [[nodiscard]] bool shares_with(const copy_on_write& other) const noexcept {
        return value_ == other.value_;
    }

private:
    struct block {
        std::atomic<std::uint32_t> references{1};
        void (*destroy)(block*) noexcept;

        explicit block(void (*how)(block*) noexcept) noexcept
            : destroy(how) {}
    };

    struct owned_block : block {
        template <typename... Arguments>
        explicit owned_block(Arguments&&... arguments)
            : block([](block* old) noexcept { delete static_cast<owned_block*>(old); })
            , value(std::forward<Arguments>(arguments)...) {}

        T value;
    };

    copy_on_write(block* shared, T* value) noexcept
        : block_(shared)
        , value_(value) {}

    block* block_ = nullptr;
    T* value_ = nullptr;
};

} // namespace orrery
