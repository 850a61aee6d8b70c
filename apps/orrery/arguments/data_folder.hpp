// Where the command finds what it came with: the scenes, and the page of the studio. That is share/orrery
// beside the bin folder of the program, in a build folder as in an installation, unless the environment
// variable ORRERY_DATA names another.
#pragma once

#include <string>

namespace orrery::command {

[[nodiscard]] std::string data_folder();

// Its folder of scenes.
[[nodiscard]] std::string scenes_folder();

} // namespace orrery::command
