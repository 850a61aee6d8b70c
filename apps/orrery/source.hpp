// What an argument like FILE or SCENE means: a recording, or a scene that has yet to be computed.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/result.hpp>
#include <orrery/timeline/recording_file.hpp>

#include <optional>
#include <string>

namespace orrery::command {

struct source {
    std::string name{};  // as it was given
    std::string world{}; // the type of world that it is of
    std::optional<time::recording_reader> file{};
    // Of a recording the one it was made of, where it carries one that can be read.
    std::optional<scene_format::scene_file> scene{};

    [[nodiscard]] bool is_recording() const noexcept { return file.has_value(); }
};

// A file that begins like JSON is a scene, any other file a recording, and what is no file a shipped scene.
[[nodiscard]] result<source> open_source(const std::string& argument);

// The same where only a recording will do.
[[nodiscard]] result<source> open_recording(const std::string& path);

} // namespace orrery::command
