#include <orrery/core/arena.hpp>

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t max_allocation = std::numeric_limits<std::size_t>::max() / 8;

} // namespace

// The rest of the current block stays unused. The blocks behind it hold nothing, so any of them that is large
// enough may come next; only if there is none a new one is made. Its size is a power of two, so that
// requests which grow a little from frame to frame do not leave a trail of blocks behind.
void* arena::allocate_in_next_block(std::size_t size, std::size_t alignment) {
    ORRERY_CHECK(size <= max_allocation && alignment <= max_allocation, "the allocation is too large");
    const std::size_t needed = size + alignment;
    const std::size_t next = blocks_.empty() ? 0 : current_.block + 1;
    const auto first_unused = blocks_.begin() + static_cast<std::ptrdiff_t>(next);
    const auto fitting =
        std::find_if(first_unused, blocks_.end(), [&](const block& each) { return each.size >= needed; });
    if (fitting != blocks_.end()) {
        std::iter_swap(first_unused, fitting);
    } else {
        const std::size_t new_size = std::max(block_size_, std::bit_ceil(needed));
        blocks_.insert(first_unused, {std::make_unique_for_overwrite<std::byte[]>(new_size), new_size});
    }
    current_ = {.block = next, .offset = 0};
    return allocate_here(size, alignment);
}

std::size_t arena::reserved_bytes() const noexcept {
    std::size_t sum = 0;
    for (const block& each : blocks_) {
        sum += each.size;
    }
    return sum;
}

} // namespace orrery
