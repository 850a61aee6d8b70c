// The studio in one HTML file: the page with its script and its style inside, the engine as WebAssembly, and
// a recording. It opens from a disk, without a server and without a network: a policy in its head forbids
// even to try.
#pragma once

#include "apps/studio/server/page_files.hpp"

#include <orrery/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace orrery::studio {

// The blocks of the recording must not be compressed: the page cannot unpack those, and unpacks the whole
// instead.
[[nodiscard]] result<std::string> export_page(const page_files& page, std::span<const std::byte> recording);

} // namespace orrery::studio
