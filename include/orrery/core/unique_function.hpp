// A callable that is moved, never copied, so it may own what cannot be copied. Callables of up to 48 bytes
// live inside it and cost no allocation; larger ones are kept on the heap. Calling it is one indirect call.
#pragma once

#include <orrery/core/check.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace orrery {

template <typename Signature>
class unique_function;

template <typename Result, typename... Args>
class unique_function<Result(Args...)> {
public:
    static constexpr std::size_t inline_size = 48;

    unique_function() noexcept = default;

    template <typename Callable>
        requires(!std::same_as<std::remove_cvref_t<Callable>, unique_function> &&
                 std::is_invocable_r_v<Result, std::decay_t<Callable>&, Args...>)
    unique_function(Callable&& callable) {
        using stored = std::decay_t<Callable>;
        if constexpr (fits_inline<stored>) {
            ::new (static_cast<void*>(storage_)) stored(std::forward<Callable>(callable));
            operations_ = &inline_operations<stored>;
        } else {
            ::new (static_cast<void*>(storage_)) stored*(new stored(std::forward<Callable>(callable)));
            operations_ = &heap_operations<stored>;
        }
    }

    unique_function(unique_function&& other) noexcept { take(other); }

    unique_function& operator=(unique_function&& other) noexcept {
        if (this != &other) {
            reset();
            take(other);
        }
        return *this;
    }

    ~unique_function() { reset(); }

    [[nodiscard]] explicit operator bool() const noexcept { return operations_ != nullptr; }

    Result operator()(Args... args) {
        ORRERY_CHECK(operations_ != nullptr, "an empty function was called");
        return operations_->call(storage_, std::forward<Args>(args)...);
    }

    // Destroys the callable and leaves the function empty.
    void reset() noexcept {
        if (const operations* const old = std::exchange(operations_, nullptr)) {
            old->destroy(storage_);
        }
    }

private:
    struct operations {
        Result (*call)(void* storage, Args&&... args);
        void (*move)(void* from, void* to) noexcept;
        void (*destroy)(void* storage) noexcept;
    };

    template <typename Stored>
    static constexpr bool fits_inline =
        sizeof(Stored) <= inline_size && alignof(Stored) <= alignof(std::max_align_t) &&
        std::is_nothrow_move_constructible_v<Stored>;

    template <typename Stored>
    static constexpr operations inline_operations = {
        .call = [](void* storage, Args&&... args) -> Result {
            return std::invoke(*static_cast<Stored*>(storage), std::forward<Args>(args)...);
        },
        .move =
            [](void* from, void* to) noexcept {
                ::new (to) Stored(std::move(*static_cast<Stored*>(from)));
                std::destroy_at(static_cast<Stored*>(from));
            },
        .destroy = [](void* storage) noexcept { std::destroy_at(static_cast<Stored*>(storage)); }};

    template <typename Stored>
    static constexpr operations heap_operations = {
        .call = [](void* storage, Args&&... args) -> Result {
            return std::invoke(**static_cast<Stored**>(storage), std::forward<Args>(args)...);
        },
        .move = [](void* from, void* to) noexcept { ::new (to) Stored*(*static_cast<Stored**>(from)); },
        .destroy = [](void* storage) noexcept { delete *static_cast<Stored**>(storage); }};

    void take(unique_function& other) noexcept {
        operations_ = std::exchange(other.operations_, nullptr);
        if (operations_ != nullptr) {
            operations_->move(other.storage_, storage_);
        }
    }

    alignas(std::max_align_t) std::byte storage_[inline_size];
    const operations* operations_ = nullptr;
};

} // namespace orrery
