#include "apps/world/entity_names.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <utility>

namespace orrery::apps {

entity_names::entity_names(std::vector<scene_format::look> looks)
    : looks_(std::move(looks)) {
    std::ranges::sort(looks_, {}, &scene_format::look::key); // total order: an entity has one look
}

const scene_format::look* entity_names::find(entity_key key) const noexcept {
    const auto found = std::ranges::lower_bound(looks_, key, {}, &scene_format::look::key);
    return found != looks_.end() && found->key == key ? &*found : nullptr;
}

std::string_view entity_names::name_of(entity_key key) const noexcept {
    const scene_format::look* const found = find(key);
    return found != nullptr ? std::string_view(found->name) : std::string_view{};
}

std::string entity_names::called(entity_key key) const {
    const std::string_view name = name_of(key);
    return name.empty() ? text("body ", static_cast<std::uint64_t>(key)) : std::string(name);
}

std::optional<std::uint32_t> entity_names::color_of(entity_key key) const noexcept {
    const scene_format::look* const found = find(key);
    return found != nullptr ? found->color : std::nullopt;
}

entity_key entity_names::key_of(std::string_view name) const noexcept {
    const auto found = std::ranges::find(looks_, name, &scene_format::look::name);
    return !name.empty() && found != looks_.end() ? found->key : entity_key::none;
}

} // namespace orrery::apps
