// Opens scenes and recordings of every world that applications know. A world joins with a world_page and a
// line in world_opening.hpp.
#pragma once

#include "apps/scene/scene_file.hpp"
#include "apps/studio/session/course.hpp"
#include "apps/studio/session/session.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/core/result.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

// What is open, and what pages are told about it.
struct opening {
    std::string world{};
    std::string title{};
    std::string about{};
    std::string scene{}; // the name that opens it again; empty: none does
    double time_step = 0;
    std::optional<scene_format::viewpoint> view{};
    apps::entity_names names{};
    std::vector<apps::event_lane> lanes{};
    std::span<const apps::quantity> quantities{}; // those that pages do not show among them
    std::span<const std::string_view> phases{};   // of a step
    std::vector<apps::tile_look> tiles{};
    std::vector<std::string> blueprints{};
    std::vector<apps::wall_look> walls{};
    bool has_materials = false;
    std::unique_ptr<course> first{};
};

[[nodiscard]] result<opening> open_scene(const scene_format::scene_file& scene,
                                         const session_settings& settings);

// `name` is what messages call the bytes.
[[nodiscard]] result<opening> open_recording(std::vector<std::byte> bytes, std::string_view name,
                                             const session_settings& settings);

} // namespace orrery::studio
