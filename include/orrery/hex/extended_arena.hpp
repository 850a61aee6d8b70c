// Where the records of composites are: 1 MB in grains of 16 bytes, so that a place points at a record with 16
// bits. Records are written once, behind all others, and never moved: whoever reads an older frame is not
// disturbed. Whether a record is new is a matter of its address. When the arena has become full of records
// that nobody needs any more, those that are needed are copied to another one.
//
// Several worlds that went on from one frame may write to the same arena at the same time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace orrery::hex {

class extended_arena {
public:
    static constexpr std::size_t grain = 16;
    // Pointers are 16 bits wide, and 0 points at nothing.
    static constexpr std::uint32_t capacity = 65536;
    static constexpr std::uint32_t max_grains = capacity - 1;

    extended_arena();

    // Room for so many grains that nobody has read or written; 0 if there is none left.
    [[nodiscard]] std::uint16_t allocate(std::uint32_t grains) noexcept;

    // The first grain that is free. What points below was there before.
    [[nodiscard]] std::uint32_t used() const noexcept { return used_.load(std::memory_order_relaxed); }

    [[nodiscard]] std::uint32_t free() const noexcept { return capacity - used(); }

    [[nodiscard]] std::byte* at(std::uint16_t pointer) noexcept { return bytes_.get() + pointer * grain; }

    [[nodiscard]] const std::byte* at(std::uint16_t pointer) const noexcept {
        return bytes_.get() + pointer * grain;
    }

private:
    struct free_memory {
        void operator()(std::byte* bytes) const noexcept;
    };

    std::unique_ptr<std::byte, free_memory> bytes_; // pages that were never written take no memory
    std::atomic<std::uint32_t> used_{1};
};

} // namespace orrery::hex
