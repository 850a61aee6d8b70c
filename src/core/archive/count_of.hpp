// "1 byte", "2 bytes": the counts in the sentences of the archives.
#pragma once

#include <orrery/core/text.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::detail {

[[nodiscard]] inline std::string count_of(std::uint64_t count, std::string_view noun) {
    return text(count, ' ', noun, count == 1 ? "" : "s");
}

} // namespace orrery::detail
