#include "apps/scene/reading.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

namespace orrery::scene_format {

void reading::refuse(const json::cursor& what, std::string_view expected) {
    if (!first_) {
        first_ = complaint(scene_, what, expected);
    }
}

void reading::refuse_whole(const json::cursor& what, std::string_view sentence) {
    if (!first_) {
        first_ = error{text(scene_.file, ":", what.line(), ": ", what.path(), ": ", sentence)};
    }
}

transform3 place_of(const json::cursor& what, reading& notes) {
    transform3 made{vector_of(what["position"], {}), {}};
    if (const std::optional<quaternion> turn = rotation_of(what["rotation"])) {
        made.rotation = *turn;
    } else {
        notes.refuse(what["rotation"], "an axis or a quaternion that is not zero");
    }
    return made;
}

std::optional<std::uint32_t> read_color(const json::cursor& what, reading& notes) {
    if (!what) {
        return std::nullopt;
    }
    const std::optional<std::uint32_t> color = color_of(*what);
    if (!color) {
        notes.refuse(what, "a colour such as \"#ff8800\"");
    }
    return color;
}

} // namespace orrery::scene_format
