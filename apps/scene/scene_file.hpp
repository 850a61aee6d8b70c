// A scene as a file: JSON that docs/scene.schema.json describes and that is checked against it before
// anything is made. This much is the same for every world; what the world is made of is for its own builder
// (rigid_scene.hpp, hex_scene.hpp, circles_scene.hpp).
//
//   const auto scene = scene_format::load_scene("scenes/pyramid.json");
//   if (!scene) { complain(scene.reason().message); }
//   // "scenes/pyramid.json:12: bodies[3].shape.radius is -1, expected a number above 0"
#pragma once

#include "apps/json/json_cursor.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/vector3.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::scene_format {

// Where to look at a scene from, at first.
struct viewpoint {
    vector3 eye{};
    vector3 target{};
};

// How a body is shown and called. What has neither name nor colour is not listed.
struct look {
    entity_key key = entity_key::none;
    std::string name{};
    std::optional<std::uint32_t> color{}; // 0xRRGGBB
};

struct scene_file {
    std::string name{}; // of the file, without folder and ending: what `orrery run NAME` takes
    std::string file{}; // what messages call the document
    // Where it lies, with a slash at the end unless that is here; none for one that is not a file.
    std::optional<std::string> folder{};
    std::string title{};        // for people
    std::string about{};        // one or two sentences
    std::string world{};        // "rigid", "hex" or "circles"
    std::uint64_t frames = 600; // how many are worth watching
    std::optional<viewpoint> view{};
    std::string text{}; // the document: what a recording carries along
    json::value document{};
};

// Larger documents are refused.
inline constexpr std::size_t max_scene_bytes = std::size_t{64} << 20;

// `name` is what messages call the document.
[[nodiscard]] result<scene_file> parse_scene(std::string text, std::string_view name);

// Messages call the document by its path.
[[nodiscard]] result<scene_file> load_scene(const std::string& path);

// Names the place in a document that something is wrong with: "NAME:LINE: PATH is VALUE, expected EXPECTED".
[[nodiscard]] error complaint(const scene_file& in, const json::value& about, std::string_view path,
                              std::string_view expected);
[[nodiscard]] error complaint(const scene_file& in, const json::cursor& about, std::string_view expected);

} // namespace orrery::scene_format
