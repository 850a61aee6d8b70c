#include "apps/orrery/arguments/data_folder.hpp"
#include "apps/orrery/arguments/input_file.hpp"
#include "apps/orrery/arguments/nearest_word.hpp"
#include "apps/orrery/arguments/scene_list.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

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

std::string path_of_shipped(const std::string& name) {
    const std::vector<std::string> names = shipped_scenes();
    return std::ranges::binary_search(names, name)
               ? (files::path(scenes_folder()) / (name + ".json")).string()
               : std::string();
}

result<scene_format::scene_file> read_scene(std::span<const std::byte> bytes, const std::string& argument) {
    std::string content(bytes.size(), '\0');
    std::ranges::transform(bytes, content.begin(), [](std::byte each) { return static_cast<char>(each); });
    auto made = scene_format::parse_scene(std::move(content), input_name(argument));
    if (made) {
        // Files of meshes lie beside it, and beside what came through a pipe: here.
        std::error_code trouble;
        const bool is_plain = files::is_regular_file(argument, trouble);
        made->folder = is_plain ? argument.substr(0, argument.find_last_of('/') + 1) : std::string();
    }
    return made;
}

result<scene_format::scene_file> find_scene(const std::string& argument) {
    if (is_input_file(argument)) {
        const auto bytes = open_input(argument);
        return bytes ? read_scene(bytes->bytes(), argument) : bytes.reason();
    }
    if (const std::string path = path_of_shipped(argument); !path.empty()) {
        return scene_format::load_scene(path);
    }
    if (is_folder(argument)) {
        return error{
            text("'", printable(argument), "' is a folder, expected a scene file or the name of a scene")};
    }
    const std::string hint = did_you_mean(argument, shipped_scenes());
    return error{text("there is no scene and no file '", printable(argument), "'",
                      hint.empty() ? "; `orrery scenes` lists the scenes" : hint)};
}

namespace {

// Members "file" of shapes of the kind "mesh_file", wherever they stand.
void add_mesh_files(const json::value& in, const std::string& folder, std::vector<std::string>& to) {
    if (in.is(json::kind::array)) {
        for (const json::value& each : in.items()) {
            add_mesh_files(each, folder, to);
        }
    } else if (in.is(json::kind::object)) {
        const json::value* const kind = in.find("kind");
        const json::value* const file = in.find("file");
        if (kind != nullptr && kind->is(json::kind::string) && kind->string() == "mesh_file" &&
            file != nullptr && file->is(json::kind::string)) {
            to.push_back(folder + file->string());
        }
        for (const json::member& each : in.members()) {
            add_mesh_files(each.what, folder, to);
        }
    }
}

} // namespace

std::vector<std::string> files_of_scene(const scene_format::scene_file& scene, const std::string& argument) {
    const std::string shipped = is_input_file(argument) ? std::string() : path_of_shipped(argument);
    std::vector<std::string> made{argument == "-" ? "/dev/stdin" : shipped.empty() ? argument : shipped};
    add_mesh_files(scene.document, scene.folder.value_or(""), made);
    return made;
}

} // namespace orrery::command
