// The value of a field of a component, as text.
#pragma once

#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace orrery::apps {

[[nodiscard]] inline std::string component_text(const field_info& field, const std::byte* value) {
    if (field.kind == field_kind::reference) { // in a form references are keys
        std::uint64_t key = 0;
        std::memcpy(&key, value + field.offset, sizeof(key));
        return text("body ", key);
    }
    return field_text(field, value);
}

} // namespace orrery::apps
