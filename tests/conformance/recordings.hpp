// Files of timelines. Each check answers with the first violation it finds, or with nothing.
#pragma once

#include "tests/conformance/archive.hpp"
#include "tests/conformance/edited_timeline.hpp"

#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace orrery::test::conformance {

// It is verified, and gone on from as if it had never been a file.
template <storable_case Case>
[[nodiscard]] std::string timelines_come_back_from_recordings() {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        course<Case> truth(seed, 1);
        xoshiro256 dice(seed + 20);
        edited_timeline<Case> line(truth, dice,
                                   timeline<world_of<Case>>(truth.make(), {.frames_between_keyframes = 20}));
        auto file = time::recorder<world_of<Case>>::create_in_memory(line.time().world());
        if (!file) {
            return text("a timeline cannot be recorded: ", file.reason().message);
        }
        for (int part = 0; part < 4; ++part) {
            line.time().advance(25);
            line.add();
            if constexpr (storable_definition_case<Case>) {
                line.define();
            }
            if (const status written = file->write(line.time()); !written) {
                return text("a recording cannot be written: ", written.reason().message);
            }
        }
        if (const status closed = file->close(line.time()); !closed) {
            return text("a recording cannot be closed: ", closed.reason().message);
        }
        auto reader = time::recording_reader::open(mapped_file(file->take_bytes()), "a recording");
        if (!reader) {
            return text("a recording cannot be read: ", reader.reason().message);
        }
        const auto opened = time::recording<world_of<Case>>::open(std::move(*reader), truth.make());
        if (!opened) {
            return text("a recording cannot be opened: ", opened.reason().message);
        }
        const auto verified = opened->verify();
        if (!verified || !verified->is_same()) {
            return verified ? text("a recording differs in frame ", *verified->first_difference)
                            : text("a recording cannot be verified: ", verified.reason().message);
        }
        auto resumed = opened->resume();
        if (!resumed) {
            return text("a recording cannot be resumed: ", resumed.reason().message);
        }
        edited_timeline<Case> again(truth, dice, std::move(*resumed));
        for (int round = 0; round < 2; ++round) {
            if (std::string found = again.violation(); !found.empty()) {
                return text(found, round == 0 ? " in a recording" : " after going on from a recording");
            }
            again.add();
            if constexpr (storable_definition_case<Case>) {
                again.define();
            }
            again.time().advance(20);
        }
    }
    return {};
}

} // namespace orrery::test::conformance
