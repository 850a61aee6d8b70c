// The scenes that ship with the command, and how an argument names one of them or a file.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace orrery::command {

// Their names, in alphabetical order; none if there is no folder of scenes.
[[nodiscard]] std::vector<std::string> shipped_scenes();

// The file of a shipped scene; empty if there is none of this name.
[[nodiscard]] std::string path_of_shipped(const std::string& name);

// The scene that an argument means: a shipped one by its name, a file by its path, or "-" for stdin. A name
// that is none of them is refused with the shipped name that is most like it.
[[nodiscard]] result<scene_format::scene_file> find_scene(const std::string& argument);

// The scene in the bytes of the file that an argument names.
[[nodiscard]] result<scene_format::scene_file> read_scene(std::span<const std::byte> bytes,
                                                          const std::string& argument);

// The files that a scene is made of: its own, as the argument names it, and those of its meshes.
[[nodiscard]] std::vector<std::string> files_of_scene(const scene_format::scene_file& scene,
                                                      const std::string& argument);

} // namespace orrery::command
