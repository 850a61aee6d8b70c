// What the entities of a scene are called and coloured.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/scene/scene_file.hpp"

#include <orrery/core/entity.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

class look_list {
public:
    look_list() = default;
    explicit look_list(std::vector<scene_format::look> looks);

    [[nodiscard]] std::span<const scene_format::look> all() const noexcept { return looks_; }

    // Empty when it has none.
    [[nodiscard]] std::string_view name_of(entity_key key) const noexcept;
    // "ball" or "entity 12".
    [[nodiscard]] std::string called(entity_key key) const;
    [[nodiscard]] std::optional<std::uint32_t> color_of(entity_key key) const noexcept;

private:
    [[nodiscard]] const scene_format::look* find(entity_key key) const noexcept;

    std::vector<scene_format::look> looks_; // by key
};

// "#rrggbb", or null.
void write_color(json::writer& out, std::optional<std::uint32_t> color);

} // namespace orrery::studio
