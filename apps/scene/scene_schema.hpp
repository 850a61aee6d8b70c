// docs/scene.schema.json, as it was when this library was compiled.
#pragma once

#include "apps/json/json_schema.hpp"

#include <string_view>

namespace orrery::scene_format {

[[nodiscard]] std::string_view scene_schema_text() noexcept;

// Made on the first call.
[[nodiscard]] const json::schema& scene_schema();

} // namespace orrery::scene_format
