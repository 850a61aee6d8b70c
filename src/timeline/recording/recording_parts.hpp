// What the recording file writes for itself: its first bytes, the header and the indexes.
#pragma once

#include <orrery/timeline/recording_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::time::detail {

// The blocks follow these bytes.
inline constexpr std::size_t start_size = 40;

[[nodiscard]] std::array<std::byte, start_size> recording_start();

// Whether the bytes begin a recording that this program can read.
[[nodiscard]] status check_start(std::span<const std::byte> file);

[[nodiscard]] std::vector<std::byte> encode_header(const recording_header& header);
[[nodiscard]] result<recording_header> decode_header(std::span<const std::byte> content);

// The blocks since the index before it, in order.
struct recording_index {
    std::uint64_t previous = 0; // where that index is; zero: there is none
    std::vector<recorded_block> blocks;
};

[[nodiscard]] std::vector<std::byte> encode_index(std::uint64_t previous,
                                                  std::span<const recorded_block> blocks);
[[nodiscard]] result<recording_index> decode_index(std::span<const std::byte> content);

} // namespace orrery::time::detail
