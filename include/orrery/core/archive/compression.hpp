// zstd behind two functions, so that a build without it needs no other change. Compressed bytes may differ
// between versions of zstd; what they decode to does not.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

// How hard to compress. Without zstd (ORRERY_ZSTD) everything is stored as it is.
enum class compression { none, fast, small };

// The compressed bytes, or nothing if they would not be fewer (or this build cannot compress).
[[nodiscard]] std::vector<std::byte> compress(std::span<const std::byte> bytes, compression how);

// Fills `out` completely from `bytes`; false if they are not exactly that much.
[[nodiscard]] bool decompress(std::span<const std::byte> bytes, std::span<std::byte> out);

} // namespace orrery
