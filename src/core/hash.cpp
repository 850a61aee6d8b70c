#include <orrery/core/hash.hpp>

namespace orrery {

// A full block is absorbed only when more follows, because the last 1 to 64 bytes belong to finish().
void hasher::update(std::span<const std::byte> bytes) noexcept {
    constexpr std::size_t size = detail::hash_block;
    std::byte* const block = buffer_.data() + history;
    length_ += bytes.size();
    const auto absorb = [&](const std::byte* full_block) {
        detail::absorb_block(lanes_, full_block);
        std::memcpy(buffer_.data(), full_block + size - history, history);
    };
    const auto keep = [&](std::size_t count) {
        if (count != 0) {
            std::memcpy(block + buffered_, bytes.data(), count);
            buffered_ += count;
            bytes = bytes.subspan(count);
        }
    };
    if (buffered_ != 0) {
        keep(std::min(bytes.size(), size - buffered_));
        if (bytes.empty()) {
            return;
        }
        absorb(block);
        buffered_ = 0;
    }
    for (; bytes.size() > size; bytes = bytes.subspan(size)) {
        absorb(bytes.data());
    }
    keep(bytes.size());
}

std::uint64_t hasher::finish() const noexcept {
    const std::uint64_t state = length_ > detail::hash_block ? detail::join_lanes(lanes_) : seed_;
    return detail::finish_hash(state, buffer_.data() + history, buffered_, length_);
}

} // namespace orrery
