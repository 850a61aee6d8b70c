// A recording on its way to its name. It is written beside it, as NAME.part, and takes the name when it is
// complete: who opens the name finds the old recording or all of the new one. A program that is killed leaves
// the part, which opens like any recording.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace orrery::command {

template <typename World>
class recording_in_place {
public:
    // How often to write, in frames: what a killed program loses at most.
    static constexpr std::uint64_t frames_between_writes = 300;

    [[nodiscard]] static result<recording_in_place> create(const std::string& path, const World& world,
                                                           const std::string& scene) {
        auto made = time::recorder<World>::create(part_of(path), world, std::as_bytes(std::span(scene)));
        if (!made) {
            return made.reason();
        }
        return recording_in_place(path, std::move(*made));
    }

    recording_in_place(recording_in_place&& other) noexcept
        : path_(std::move(other.path_))
        , recorder_(std::move(other.recorder_)) {
        other.recorder_.reset();
    }

    recording_in_place& operator=(recording_in_place&&) = delete;

    // What was not finished does not stay.
    ~recording_in_place() {
        if (recorder_) {
            recorder_.reset();
            (void)std::remove(part_of(path_).c_str());
        }
    }

    status write(timeline<World>& time) { return recorder_->write(time); }

    // Answers with the size of the file.
    [[nodiscard]] result<std::uint64_t> finish(timeline<World>& time) {
        if (status answer = recorder_->close(time); !answer) {
            return answer.reason();
        }
        const std::uint64_t bytes = recorder_->bytes();
        if (std::rename(part_of(path_).c_str(), path_.c_str()) != 0) {
            return error{text("cannot give the recording ", part_of(path_), " the name ", path_)};
        }
        recorder_.reset();
        return bytes;
    }

private:
    recording_in_place(std::string path, time::recorder<World> recorder)
        : path_(std::move(path))
        , recorder_(std::move(recorder)) {}

    [[nodiscard]] static std::string part_of(const std::string& path) { return path + ".part"; }

    std::string path_;
    std::optional<time::recorder<World>> recorder_;
};

} // namespace orrery::command
