#include "apps/orrery/arguments/data_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace orrery::command {

std::string data_folder() {
    if (const char* const chosen = std::getenv("ORRERY_DATA"); chosen != nullptr && *chosen != '\0') {
        return chosen;
    }
    std::error_code trouble;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", trouble);
    return (program.parent_path().parent_path() / "share" / "orrery").string();
}

std::string scenes_folder() {
    return (std::filesystem::path(data_folder()) / "scenes").string();
}

} // namespace orrery::command
