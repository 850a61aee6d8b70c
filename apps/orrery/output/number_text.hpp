// Numbers as people read them.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

namespace orrery::command {

[[nodiscard]] inline std::string fixed_text(double number, int decimals) {
    std::array<char, 352> shown{};
    (void)std::snprintf(shown.data(), shown.size(), "%.*f", decimals, number);
    return shown.data();
}

// "3.2 MB"
[[nodiscard]] inline std::string byte_text(std::uint64_t bytes) {
    constexpr std::array<const char*, 4> units{"kB", "MB", "GB", "TB"};
    if (bytes < 1000) {
        return std::to_string(bytes) + " bytes";
    }
    double number = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    for (; number >= 1000 && unit + 1 < units.size(); ++unit) {
        number /= 1000;
    }
    return fixed_text(number, number < 10 ? 1 : 0) + " " + units[unit];
}

} // namespace orrery::command
