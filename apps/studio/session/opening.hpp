// Opens scenes and recordings of every world that a studio can show. A world joins with a lens and a line in
// the table of opening.cpp.
#pragma once

#include "apps/scene/scene_file.hpp"
#include "apps/studio/session/course.hpp"
#include "apps/studio/session/lens.hpp"
#include "apps/studio/session/look_list.hpp"
#include "apps/studio/session/session.hpp"

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
    look_list looks{};
    std::vector<lane> lanes{};
    std::span<const quantity> quantities{};
    std::span<const std::string_view> phases{}; // of a step
    std::vector<tile_look> tiles{};
    std::vector<std::string> blueprints{};
    std::vector<wall_look> walls{};
    bool has_materials = false;
    std::unique_ptr<course> first{};
};

[[nodiscard]] result<opening> open_scene(const scene_format::scene_file& scene,
                                         const session_settings& settings);

// `name` is what messages call the bytes.
[[nodiscard]] result<opening> open_recording(std::vector<std::byte> bytes, std::string_view name,
                                             const session_settings& settings);

} // namespace orrery::studio
