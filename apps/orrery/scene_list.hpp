// The scenes that ship with the command, and how an argument names one of them or a file.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/result.hpp>

#include <string>
#include <vector>

namespace orrery::command {

// Their names, in alphabetical order; none if there is no folder of scenes.
[[nodiscard]] std::vector<std::string> shipped_scenes();

// The scene that an argument means: a shipped one by its name, or a file by its path. A name that is neither
// is refused with the shipped name that is most like it.
[[nodiscard]] result<scene_format::scene_file> find_scene(const std::string& name_or_path);

} // namespace orrery::command
