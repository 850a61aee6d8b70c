// Numbers as hashes are shown.
#pragma once

#include <cstdint>
#include <string>

namespace orrery::apps {

// 16 digits.
[[nodiscard]] inline std::string hexadecimal(std::uint64_t number) {
    std::string digits(16, '0');
    for (std::size_t index = digits.size(); index-- > 0; number /= 16) {
        digits[index] = "0123456789abcdef"[number % 16];
    }
    return digits;
}

} // namespace orrery::apps
