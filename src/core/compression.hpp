// zstd behind two functions, so that a build without it needs no other change.
#pragma once

#include <orrery/core/file_archive.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace orrery::detail {

// The compressed bytes, or nothing if they would not be fewer (or this build cannot compress).
[[nodiscard]] std::vector<std::byte> compress(std::span<const std::byte> bytes, compression how);

// Fills `out` completely from `bytes`; false if they are not exactly that much.
[[nodiscard]] bool decompress(std::span<const std::byte> bytes, std::span<std::byte> out);

} // namespace orrery::detail
