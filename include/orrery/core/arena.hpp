// Memory for the duration of a frame or a stage: allocating moves a pointer, and everything is given back at
// once. Blocks are kept for reuse, so a frame that needs no more than an earlier one allocates nothing.
// Nothing is destroyed: only trivially destructible types may live here. An arena belongs to one thread at a
// time; scratch_arenas.hpp hands out one for each task that runs.
#pragma once

#include <orrery/core/check.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace orrery {

class arena {
public:
    static constexpr std::size_t default_block_size = std::size_t{64} * 1024;

    // A place in the arena's sequence of allocations.
    struct mark {
        std::size_t block = 0;
        std::size_t offset = 0;
    };

    explicit arena(std::size_t block_size = default_block_size) noexcept
        : block_size_(block_size) {}

    arena(arena&&) noexcept = default;
    arena& operator=(arena&&) noexcept = default;

    // Uninitialised memory, valid until the arena is rewound to a mark set before, reset or destroyed.
    [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
        ORRERY_CHECK(std::has_single_bit(alignment), "an alignment is a power of two");
        if (current_.block < blocks_.size()) {
            if (void* const place = allocate_here(size, alignment)) {
                return place;
            }
        }
        return allocate_in_next_block(size, alignment);
    }

    // `count` value-initialised elements.
    template <typename T>
        requires std::is_trivially_destructible_v<T>
    [[nodiscard]] std::span<T> make_span(std::size_t count) {
        T* const first = allocate_elements<T>(count);
        std::uninitialized_value_construct_n(first, count);
        return {first, count};
    }

    template <typename T>
        requires std::is_trivially_destructible_v<T>
    [[nodiscard]] std::span<T> copy(std::span<const T> values) {
        T* const first = allocate_elements<T>(values.size());
        std::uninitialized_copy(values.begin(), values.end(), first);
        return {first, values.size()};
    }

    // Room for `count` elements that the caller constructs.
    template <typename T>
        requires std::is_trivially_destructible_v<T>
    [[nodiscard]] T* allocate_elements(std::size_t count) {
        ORRERY_CHECK(count <= std::numeric_limits<std::size_t>::max() / sizeof(T), "the array is too large");
        return static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    }

    [[nodiscard]] mark position() const noexcept { return current_; }

    // Gives back everything allocated since the mark was taken.
    void rewind(mark to) noexcept { current_ = to; }

    // Gives back everything and keeps the blocks.
    void reset() noexcept { current_ = {}; }

    // What the arena has taken from the system.
    [[nodiscard]] std::size_t reserved_bytes() const noexcept;

private:
    struct block {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
    };

    [[nodiscard]] void* allocate_here(std::size_t size, std::size_t alignment) noexcept {
        const block& here = blocks_[current_.block];
        const auto base = reinterpret_cast<std::uintptr_t>(here.bytes.get());
        const std::size_t start = ((base + current_.offset + alignment - 1) & ~(alignment - 1)) - base;
        if (start > here.size || size > here.size - start) {
            return nullptr;
        }
        current_.offset = start + size;
        return here.bytes.get() + start;
    }

    [[nodiscard]] void* allocate_in_next_block(std::size_t size, std::size_t alignment);

    std::vector<block> blocks_;
    mark current_;
    std::size_t block_size_;
};

// Gives back, at the end of a scope, what the scope has allocated.
class [[nodiscard]] arena_scope {
public:
    explicit arena_scope(arena& target) noexcept
        : target_(target)
        , start_(target.position()) {}

    ~arena_scope() { target_.rewind(start_); }

    arena_scope(const arena_scope&) = delete;
    arena_scope& operator=(const arena_scope&) = delete;

private:
    arena& target_;
    arena::mark start_;
};

} // namespace orrery
