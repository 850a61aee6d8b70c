// What an argument like FILE or SCENE means: a recording, or a scene that has yet to be computed.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/archive/mapped_file.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/recording_file.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery::command {

struct source {
    std::string name{};  // as messages call it
    std::string world{}; // the type of world that it is of
    std::optional<time::recording_reader> file{};
    std::uint64_t bytes = 0; // of the recording
    // Of a recording the one it was made of, where it carries one that can be read.
    std::optional<scene_format::scene_file> scene{};
    std::vector<std::string> paths{}; // of all files that are read: no output may replace one of them

    [[nodiscard]] bool is_recording() const noexcept { return file.has_value(); }
};

// A file that begins like JSON is a scene, any other file a recording, and what is no file a shipped scene.
// "-" is stdin.
[[nodiscard]] result<source> open_source(const std::string& argument);

// The same where only a recording will do.
[[nodiscard]] result<source> open_recording(const std::string& argument);

// Refuses --frames where there is nothing to compute.
[[nodiscard]] status check_frames_option(const source& what, const std::optional<std::uint64_t>& frames);

} // namespace orrery::command
