#include "apps/orrery/arguments/input_file.hpp"
#include "apps/orrery/arguments/scene_list.hpp"
#include "apps/orrery/arguments/source.hpp"

#include <orrery/core/text.hpp>

#include <string_view>
#include <utility>

namespace orrery::command {
namespace {

[[nodiscard]] result<source> read_recording(mapped_file bytes, const std::string& argument) {
    source made{.name = input_name(argument), .bytes = bytes.bytes().size()};
    auto file = time::recording_reader::open(std::move(bytes), made.name);
    if (!file) {
        return file.reason();
    }
    if (!file->header()) {
        return file->header().reason();
    }
    const time::recording_header& header = *file->header();
    made.world = header.world;
    const std::string_view scene(reinterpret_cast<const char*>(header.scene.data()), header.scene.size());
    if (auto read = scene_format::parse_scene(std::string(scene), "the scene in " + made.name)) {
        made.scene = std::move(*read);
    }
    made.file = std::move(*file);
    made.paths = {argument == "-" ? "/dev/stdin" : argument};
    return made;
}

[[nodiscard]] result<source> from_scene(result<scene_format::scene_file> scene, const std::string& argument) {
    if (!scene) {
        return scene.reason();
    }
    source made{.name = input_name(argument), .world = scene->world};
    made.paths = files_of_scene(*scene, argument);
    made.scene = std::move(*scene);
    return made;
}

// What to do with a scene where a recording is expected.
[[nodiscard]] error wants_recording(const std::string& argument, std::string_view scene) {
    return {text("'", printable(input_name(argument)), "' is a scene, expected a recording; `orrery run ",
                 printable(argument), " --record ", printable(scene), ".orrery` makes one")};
}

} // namespace

result<source> open_recording(const std::string& argument) {
    if (!is_input_file(argument)) {
        if (!path_of_shipped(argument).empty()) {
            return wants_recording(argument, argument);
        }
        return error{is_folder(argument)
                         ? text("'", printable(argument), "' is a folder, expected a recording")
                         : text("there is no file '", printable(argument), "', expected a recording")};
    }
    auto bytes = open_input(argument);
    if (!bytes) {
        return bytes.reason();
    }
    if (begins_like_json(bytes->bytes())) {
        const auto scene = read_scene(bytes->bytes(), argument);
        return wants_recording(argument, scene ? scene->name : "fall");
    }
    return read_recording(std::move(*bytes), argument);
}

result<source> open_source(const std::string& argument) {
    if (!is_input_file(argument)) {
        return from_scene(find_scene(argument), argument);
    }
    auto bytes = open_input(argument);
    if (!bytes) {
        return bytes.reason();
    }
    return begins_like_json(bytes->bytes()) || argument.ends_with(".json")
               ? from_scene(read_scene(bytes->bytes(), argument), argument)
               : read_recording(std::move(*bytes), argument);
}

status check_frames_option(const source& what, const std::optional<std::uint64_t>& frames) {
    if (what.is_recording() && frames) {
        return error{
            text("--frames is for scenes, but ", what.name, " is a recording, which is as long as it is")};
    }
    return {};
}

} // namespace orrery::command
