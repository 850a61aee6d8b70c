#pragma once

#include "apps/json/json_value.hpp"

#include <string>
#include <string_view>

namespace orrery::json {

// The sentence with which a text is refused; empty if it is not.
[[nodiscard]] inline std::string refusal_of(std::string_view text) {
    const auto parsed = parse(text, "file");
    return parsed ? "" : parsed.reason().message;
}

} // namespace orrery::json
