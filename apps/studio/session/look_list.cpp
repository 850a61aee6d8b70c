#include "apps/studio/session/look_list.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <utility>

namespace orrery::studio {

look_list::look_list(std::vector<scene_format::look> looks)
    : looks_(std::move(looks)) {
    std::ranges::sort(looks_, {}, &scene_format::look::key); // total order: an entity has one look
}

const scene_format::look* look_list::find(entity_key key) const noexcept {
    const auto found = std::ranges::lower_bound(looks_, key, {}, &scene_format::look::key);
    return found != looks_.end() && found->key == key ? &*found : nullptr;
}

std::string_view look_list::name_of(entity_key key) const noexcept {
    const scene_format::look* const found = find(key);
    return found != nullptr ? std::string_view(found->name) : std::string_view{};
}

std::string look_list::called(entity_key key) const {
    const std::string_view name = name_of(key);
    return name.empty() ? text("entity ", static_cast<std::uint64_t>(key)) : std::string(name);
}

std::optional<std::uint32_t> look_list::color_of(entity_key key) const noexcept {
    const scene_format::look* const found = find(key);
    return found != nullptr ? found->color : std::nullopt;
}

void write_color(json::writer& out, std::optional<std::uint32_t> color) {
    if (!color) {
        out.null();
        return;
    }
    std::string digits = "#000000";
    std::uint32_t rest = *color;
    for (std::size_t place = digits.size(); --place > 0; rest /= 16) {
        digits[place] = "0123456789abcdef"[rest % 16];
    }
    out.value(digits);
}

} // namespace orrery::studio
