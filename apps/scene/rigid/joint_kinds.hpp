// Every kind of joint that a scene can name, in one table: how one is made from what the document says and
// from how its bodies are at first.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/math/transform.hpp>
#include <orrery/rigid/world.hpp>

#include <string_view>

namespace orrery::scene_format {

struct joint_ends {
    entity a{};
    entity b{}; // none: the world
    transform3 frame_a{};
    transform3 frame_b{};
};

struct joint_kind {
    std::string_view name;
    // What the document says that cannot be is refused by the notes, what the engine does not take by the
    // result.
    result<entity> (*make)(const json::cursor& what, const joint_ends& ends, entity_key key,
                           rigid::world& world, reading& notes);
};

// Null for a name that the schema would have refused.
[[nodiscard]] const joint_kind* find_joint_kind(std::string_view name) noexcept;

} // namespace orrery::scene_format
