// The first bytes of every file Orrery writes: that it is one, what it holds, and in which version. They are
// laid out alike in all versions, so that damage is told from a newer version.
#pragma once

#include <orrery/core/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace orrery::detail {

inline constexpr std::size_t archive_header_size = 40;

struct archive_header {
    std::array<char, 4> kind{};
    std::uint32_t content_version = 0;
    // Of a file that is written piece by piece: none, and no size.
    std::uint32_t section_count = 0;
    std::uint64_t file_size = 0;

    [[nodiscard]] std::string_view kind_name() const noexcept { return {kind.data(), kind.size()}; }
};

[[nodiscard]] std::array<std::byte, archive_header_size> encode_archive_header(const archive_header& header);

// What the bytes begin with, or why that is no header.
[[nodiscard]] result<archive_header> read_archive_header(std::span<const std::byte> bytes);

} // namespace orrery::detail
