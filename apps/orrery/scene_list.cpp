#include "apps/orrery/data_folder.hpp"
#include "apps/orrery/nearest_word.hpp"
#include "apps/orrery/scene_list.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace orrery::command {

namespace files = std::filesystem;

std::vector<std::string> shipped_scenes() {
    std::vector<std::string> names;
    std::error_code trouble;
    for (const files::directory_entry& each : files::directory_iterator(scenes_folder(), trouble)) {
        if (each.path().extension() == ".json") {
            names.push_back(each.path().stem().string());
        }
    }
    std::ranges::sort(names);
    return names;
}

result<scene_format::scene_file> find_scene(const std::string& name_or_path) {
    std::error_code trouble;
    if (files::is_regular_file(name_or_path, trouble)) {
        return scene_format::load_scene(name_or_path);
    }
    const std::vector<std::string> names = shipped_scenes();
    if (std::ranges::binary_search(names, name_or_path)) {
        return scene_format::load_scene((files::path(scenes_folder()) / (name_or_path + ".json")).string());
    }
    const std::string hint = did_you_mean(name_or_path, names);
    return error{text("there is no scene and no file '", printable(name_or_path), "'",
                      hint.empty() ? "; `orrery scenes` lists the scenes" : hint)};
}

} // namespace orrery::command
