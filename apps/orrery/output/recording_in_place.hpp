// A recording on its way to its place. A file is written beside its name, as NAME.part, and takes the name
// when it is complete (part_file.hpp); a stream, such as a pipe, is written as it is. A program that is
// killed, and a disk that is full, leave the part, which opens like any recording.
#pragma once

#include "apps/orrery/output/output_place.hpp"
#include "apps/orrery/output/part_file.hpp"

#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace orrery::command {

template <typename World>
class recording_in_place {
public:
    // How often to write, in frames: what a killed program loses at most. The file depends on it, and so it
    // is no time of a clock. A multiple of the length of a segment, which is written as a whole.
    static constexpr std::uint64_t frames_between_writes = 120;

    [[nodiscard]] static result<recording_in_place> create(const output_place& to, const World& world,
                                                           const std::string& scene) {
        std::optional<part_file> part;
        if (to.is_file()) {
            auto made = part_file::create(to.path(), to.name());
            if (!made) {
                return made.reason();
            }
            part.emplace(std::move(*made));
        }
        const auto file = part ? part->open() : to.open_stream();
        if (!file) {
            return file.reason();
        }
        auto recorder =
            time::recorder<World>::create_on(*file, to.name(), world, std::as_bytes(std::span(scene)));
        if (!recorder) {
            return recorder.reason();
        }
        return recording_in_place(std::move(part), std::move(*recorder));
    }

    // A failure tells what was kept.
    [[nodiscard]] status write(timeline<World>& time) {
        const status answer = recorder_.write(time);
        return answer ? answer : status(give_up(answer.reason(), time.world()));
    }

    // Answers with the size of the recording.
    [[nodiscard]] result<std::uint64_t> finish(timeline<World>& time) {
        if (const status answer = recorder_.close(time); !answer) {
            return give_up(answer.reason(), time.world());
        }
        if (part_) {
            if (const status answer = part_->commit(); !answer) {
                return give_up(answer.reason(), time.world());
            }
        }
        return recorder_.bytes();
    }

private:
    recording_in_place(std::optional<part_file> part, time::recorder<World> recorder)
        : part_(std::move(part))
        , recorder_(std::move(recorder)) {}

    // What was written before the disk was full stays, if there are frames in it.
    [[nodiscard]] error give_up(const error& reason, const World& world) {
        if (!part_) {
            return reason;
        }
        const std::string path = part_->path();
        const time::frame_range written = frames_in(path, world);
        if (written.is_empty()) {
            return {text(reason.message, "; no frame had been written before")};
        }
        part_->keep(recorder_.bytes());
        return {text(reason.message, "; frames ", written.first, " to ", written.end - 1, " are kept in '",
                     printable(path), "', which opens like any recording")};
    }

    [[nodiscard]] static time::frame_range frames_in(const std::string& path, const World& world) {
        const auto opened = time::recording<World>::open(path, world);
        return opened ? opened->frames() : time::frame_range{};
    }

    std::optional<part_file> part_;
    time::recorder<World> recorder_;
};

} // namespace orrery::command
