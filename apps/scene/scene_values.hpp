// Numbers, vectors, rotations and colours of a document that has passed the schema.
#pragma once

#include "apps/json/json_cursor.hpp"

#include <orrery/math/quaternion.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <optional>

namespace orrery::scene_format {

[[nodiscard]] scalar number_of(const json::cursor& what);
[[nodiscard]] std::uint64_t whole_number(const json::cursor& what);
[[nodiscard]] vector3 vector_of(const json::cursor& what);

// The second value where nothing is said.
[[nodiscard]] scalar number_of(const json::cursor& what, scalar otherwise);
[[nodiscard]] std::uint64_t whole_number(const json::cursor& what, std::uint64_t otherwise);
[[nodiscard]] vector3 vector_of(const json::cursor& what, vector3 otherwise);
[[nodiscard]] bool flag_of(const json::cursor& what, bool otherwise);

// Of unit length; nothing for an axis or a quaternion of length zero. Where nothing is said, no turn.
[[nodiscard]] std::optional<quaternion> rotation_of(const json::cursor& what);

// 0xRRGGBB of "#rrggbb"; nothing for anything else.
[[nodiscard]] std::optional<std::uint32_t> color_of(const json::value& what);

} // namespace orrery::scene_format
