#include <orrery/hex/extended_arena.hpp>

#include <new>

namespace orrery::hex {

void extended_arena::free_memory::operator()(std::byte* bytes) const noexcept {
    ::operator delete(bytes, std::align_val_t{grain});
}

extended_arena::extended_arena()
    : bytes_(static_cast<std::byte*>(::operator new(capacity* grain, std::align_val_t{grain}))) {}

std::uint16_t extended_arena::allocate(std::uint32_t grains) noexcept {
    std::uint32_t first = used_.load(std::memory_order_relaxed);
    do {
        if (grains > capacity - first) {
            return 0;
        }
    } while (!used_.compare_exchange_weak(first, first + grains, std::memory_order_relaxed));
    return static_cast<std::uint16_t>(first);
}

} // namespace orrery::hex
