// Some of the places of a page.
#pragma once

#include <orrery/timeline/detail/motion_block.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace orrery::time::detail {

class slot_set {
public:
    void insert(std::size_t slot) noexcept { words_[slot / 64] |= std::uint64_t{1} << (slot % 64); }

    [[nodiscard]] bool contains(std::size_t slot) const noexcept {
        return (words_[slot / 64] >> (slot % 64) & 1) != 0;
    }

    // How many of them lie before this one.
    [[nodiscard]] std::uint32_t rank(std::size_t slot) const noexcept {
        int count = std::popcount(words_[slot / 64] & ((std::uint64_t{1} << (slot % 64)) - 1));
        for (std::size_t word = 0; word < slot / 64; ++word) {
            count += std::popcount(words_[word]);
        }
        return static_cast<std::uint32_t>(count);
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        int count = 0;
        for (const std::uint64_t word : words_) {
            count += std::popcount(word);
        }
        return static_cast<std::uint32_t>(count);
    }

    [[nodiscard]] bool is_empty() const noexcept { return size() == 0; }

    [[nodiscard]] friend slot_set operator|(slot_set a, const slot_set& b) noexcept {
        for (std::size_t word = 0; word < a.words_.size(); ++word) {
            a.words_[word] |= b.words_[word];
        }
        return a;
    }

    friend bool operator==(const slot_set&, const slot_set&) = default;

    friend void serialize(auto& archive, slot_set& value) { archive.values(value.words_); }

    friend void serialize(auto& archive, const slot_set& value) { archive.values(value.words_); }

private:
    std::array<std::uint64_t, max_block_bodies / 64> words_{};
};

} // namespace orrery::time::detail
