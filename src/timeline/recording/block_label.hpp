// How a block lies in a recording: a label, the stored bytes, zeros up to a multiple of eight, the label
// again.
#pragma once

#include <orrery/timeline/recording_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace orrery::time::detail {

inline constexpr std::size_t label_size = 64;
inline constexpr std::size_t block_alignment = 8;

[[nodiscard]] constexpr std::uint64_t padded_size(std::uint64_t size) noexcept {
    return (size + block_alignment - 1) / block_alignment * block_alignment;
}

// Of the label behind, and of what comes after the block. Right for blocks within a file.
[[nodiscard]] constexpr std::uint64_t second_label_of(const recorded_block& block) noexcept {
    return block.offset + label_size + padded_size(block.stored_bytes);
}

[[nodiscard]] constexpr std::uint64_t end_of(const recorded_block& block) noexcept {
    return second_label_of(block) + label_size;
}

void write_label(byte_writer& out, const recorded_block& block);

// The label at that byte, which may be the one in front or the one behind; nothing if there is none whose
// checksum is right and whose place this is. The end of its block may be missing.
[[nodiscard]] std::optional<recorded_block> read_label(std::span<const std::byte> file, std::uint64_t at);

// Whether all of a block is there, whatever its bytes are.
[[nodiscard]] bool lies_within(const recorded_block& block, std::uint64_t file_size) noexcept;

// The stored bytes with the zeros after them: what the checksum is of.
[[nodiscard]] std::span<const std::byte> checked_bytes(std::span<const std::byte> file,
                                                       const recorded_block& block);

// The same facts in an index, without a checksum of their own.
void write_facts(byte_writer& out, const recorded_block& block);
[[nodiscard]] recorded_block read_facts(byte_reader& in);

inline constexpr std::size_t index_entry_size = 52;

} // namespace orrery::time::detail
