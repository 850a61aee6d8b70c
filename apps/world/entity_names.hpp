// What the entities of a scene are called and coloured.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/entity.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::apps {

class entity_names {
public:
    entity_names() = default;
    explicit entity_names(std::vector<scene_format::look> looks);

    // By key.
    [[nodiscard]] std::span<const scene_format::look> all() const noexcept { return looks_; }

    // Empty when it has none.
    [[nodiscard]] std::string_view name_of(entity_key key) const noexcept;
    // For people: "cue ball", or "body 12" for one without a name.
    [[nodiscard]] std::string called(entity_key key) const;
    [[nodiscard]] std::optional<std::uint32_t> color_of(entity_key key) const noexcept;
    // The entity with this name; none if no entity has it.
    [[nodiscard]] entity_key key_of(std::string_view name) const noexcept;

private:
    [[nodiscard]] const scene_format::look* find(entity_key key) const noexcept;

    std::vector<scene_format::look> looks_;
};

} // namespace orrery::apps
