// Bytes written as numbers.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace orrery::test {

using bytes = std::vector<std::byte>;

[[nodiscard]] inline bytes make_bytes(std::initializer_list<int> values) {
    bytes made;
    for (const int value : values) {
        made.push_back(static_cast<std::byte>(value));
    }
    return made;
}

} // namespace orrery::test
