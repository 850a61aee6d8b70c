#include "apps/scene/scene_file.hpp"
#include "apps/scene/scene_schema.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/text.hpp>

namespace orrery::scene_format {
namespace {

// "scenes/pyramid.json" is called "pyramid".
[[nodiscard]] std::string_view stem_of(std::string_view path) noexcept {
    const std::size_t slash = path.find_last_of("/\\");
    const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::size_t dot = file.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? file : file.substr(0, dot);
}

[[nodiscard]] std::string text_or_nothing(const json::cursor& what) {
    return what ? what->string() : std::string{};
}

// Straight down on a plane, from where a camera that sees 40 degrees from top to bottom sees as much of it as
// is asked for. Y points up for cameras and circles, and down in scenes of hex worlds.
[[nodiscard]] viewpoint flat_view(const json::cursor& view, bool is_up) {
    constexpr scalar distance_of_height = scalar(1.3737387); // 1 / (2 tan 20 degrees)
    const scalar y = number_of(view["center"].item(1));
    const vector3 target{number_of(view["center"].item(0)), is_up ? y : -y, 0};
    return {target + vector3{0, 0, distance_of_height * number_of(view["height"])}, target};
}

} // namespace

const json::schema& scene_schema() {
    static const json::schema made =
        json::schema::from(json::parse(scene_schema_text(), "scene.schema.json").value()).value();
    return made;
}

result<scene_file> parse_scene(std::string text, std::string_view name) {
    if (text.size() > max_scene_bytes) {
        return error{
            orrery::text(name, " has ", text.size(), " bytes, but a scene has at most ", max_scene_bytes)};
    }
    if (text.find('\0') != std::string::npos) {
        return error{orrery::text(name, " is no scene: scenes are JSON, and this file is not text. "
                                        "A recording is computed again with 'orrery replay' and shown with "
                                        "'orrery studio'")};
    }
    result<json::value> document = json::parse(text, name);
    if (!document) {
        return document.reason();
    }
    if (const std::optional<json::problem> found = scene_schema().check(*document)) {
        return error{orrery::text(name, ":", found->line, ": ", found->sentence)};
    }
    scene_file made;
    made.name = stem_of(name);
    made.file = name;
    made.text = std::move(text);
    made.document = std::move(*document);
    const json::cursor root(made.document);
    made.title = root["title"]->string();
    made.about = text_or_nothing(root["about"]);
    made.world = root["world"]->string();
    if (const json::cursor frames = root["frames"]) {
        made.frames = whole_number(frames);
    }
    if (const json::cursor view = root["view"]) {
        made.view = view["eye"] ? viewpoint{vector_of(view["eye"]), vector_of(view["target"])}
                                : flat_view(view, made.world == "circles");
    }
    return made;
}

result<scene_file> load_scene(const std::string& path) {
    const result<std::vector<std::byte>> bytes = read_file(path, max_scene_bytes);
    if (!bytes) {
        return bytes.reason();
    }
    std::string text(bytes->size(), '\0');
    for (std::size_t place = 0; place < text.size(); ++place) {
        text[place] = static_cast<char>((*bytes)[place]);
    }
    result<scene_file> made = parse_scene(std::move(text), path);
    if (made) {
        made->folder = path.substr(0, path.find_last_of("/\\") + 1);
    }
    return made;
}

error complaint(const scene_file& in, const json::value& about, std::string_view path,
                std::string_view expected) {
    return {text(in.file, ":", about.line(), ": ", path, " is ", about.shown(), ", expected ", expected)};
}

error complaint(const scene_file& in, const json::cursor& about, std::string_view expected) {
    return {text(in.file, ":", about.line(), ": ", about.path(), " is ", about ? about->shown() : "missing",
                 ", expected ", expected)};
}

} // namespace orrery::scene_format
