#include "apps/orrery/scene_list.hpp"
#include "apps/orrery/source.hpp"

#include <orrery/core/text.hpp>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::command {
namespace {

[[nodiscard]] bool begins_like_json(const std::string& path) {
    std::ifstream file(path);
    char first = 0;
    return file >> first && first == '{';
}

[[nodiscard]] bool is_file(const std::string& path) {
    std::error_code trouble;
    return std::filesystem::is_regular_file(path, trouble);
}

} // namespace

result<source> open_recording(const std::string& path) {
    if (!is_file(path)) {
        return error{text("there is no file '", printable(path), "'")};
    }
    auto file = time::recording_reader::open(path);
    if (!file) {
        return file.reason();
    }
    if (!file->header()) {
        return file->header().reason();
    }
    const time::recording_header& header = *file->header();
    source made{.name = path, .world = header.world};
    const std::string_view scene(reinterpret_cast<const char*>(header.scene.data()), header.scene.size());
    if (auto read = scene_format::parse_scene(std::string(scene), "the scene in " + path)) {
        made.scene = std::move(*read);
    }
    made.file = std::move(*file);
    return made;
}

result<source> open_source(const std::string& argument) {
    if (is_file(argument) && !begins_like_json(argument)) {
        return open_recording(argument);
    }
    auto scene = find_scene(argument);
    if (!scene) {
        return scene.reason();
    }
    source made{.name = argument, .world = scene->world};
    made.scene = std::move(*scene);
    return made;
}

} // namespace orrery::command
