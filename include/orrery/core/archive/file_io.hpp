// Whole files in and out of memory. Reading is bounded: a file above the limit is refused without being
// loaded. Writing is atomic: the bytes go to a temporary file beside the target, reach the disk, and only
// then take the target's name, so whoever opens it finds the old bytes or all of the new ones, even after a
// crash.
#pragma once

#include <orrery/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orrery {

[[nodiscard]] result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes);

// On failure the target is as it was and no temporary file stays behind. Links are followed and stay; what is
// no file, such as a device, is refused.
[[nodiscard]] status write_file(const std::string& path, std::span<const std::byte> bytes);

} // namespace orrery
