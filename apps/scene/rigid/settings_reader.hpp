// What a world of rigid bodies is told once: its settings and which of its layers meet.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace orrery::scene_format {

using layer_names = std::map<std::string, std::uint32_t, std::less<>>;

// The number of each layer; a name that stands twice is refused.
[[nodiscard]] layer_names read_layers(const scene_file& scene, reading& notes);

// What is not possible is refused.
[[nodiscard]] rigid::world_settings read_settings(const scene_file& scene, const layer_names& layers,
                                                  reading& notes);

} // namespace orrery::scene_format
