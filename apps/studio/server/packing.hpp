// What browsers can unpack by themselves: gzip for what they are sent and for what a page carries inside, and
// base64, in which bytes can stand in a page.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

// From quick to thorough.
enum class packing : int { quick = 1, usual = 6, smallest = 9 };

[[nodiscard]] std::vector<std::byte> gzip(std::span<const std::byte> bytes, packing how = packing::usual);

[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

[[nodiscard]] inline std::span<const std::byte> bytes_of(std::string_view text) noexcept {
    return std::as_bytes(std::span(text));
}

[[nodiscard]] inline std::string_view text_of(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace orrery::studio
