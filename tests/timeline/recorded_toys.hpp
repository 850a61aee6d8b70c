// A timeline of toys behind the interfaces that need no templates, and recordings of it.
#pragma once

#include "tests/timeline/toy_archive.hpp"
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/core/archive/mapped_file.hpp>
#include <orrery/timeline/known_history.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_core.hpp>
#include <orrery/timeline/simulation_adapter.hpp>
#include <orrery/timeline/timeline_core.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test {

class recorded_toys : public testing::Test {
protected:
    recorded_toys()
        : scene(make_scene())
        , time(std::make_unique<time::simulation_adapter<toy_world>>(scene),
               {.frames_between_keyframes = 20}) {}

    // An entry that pushes one of the toys.
    [[nodiscard]] static time::journal_entry<toy_input> push_of(std::uint64_t key, time::entry_id id,
                                                                std::uint64_t frame) {
        const toy_input input{
            .target = entity_key{key}, .kind = toy_input_kind::push, .value = {0, 0, 3, -2}, .form = {}};
        return {.id = id, .when = {frame, frame + 1}, .input = input};
    }

    // Pushes one in a frame of the past or the future.
    static void push(time::timeline_core& in, std::uint64_t key, std::uint64_t frame) {
        const status answer = in.add(time::detail::item_of(push_of(key, in.next_id(0), frame)));
        ASSERT_TRUE(answer);
    }

    void push(std::uint64_t key, std::uint64_t frame) { push(time, key, frame); }

    // What is known, with these entries in place of the journal.
    [[nodiscard]] time::known_history
    known_with(const std::vector<time::journal_entry<toy_input>>& entries) const {
        time::journal<toy_input> other;
        for (const auto& each : entries) {
            other.add(each);
        }
        time::detail::history_parts parts = time.known()->parts();
        parts.journal = other.log();
        return time::known_history(std::move(parts));
    }

    [[nodiscard]] time::recorder_core make_recorder() const {
        return std::move(time::recorder_core::create_in_memory(time::storable_copy_of(scene)).value());
    }

    [[nodiscard]] static result<time::recording_core> open(std::vector<std::byte> bytes,
                                                           time::storable_world rules) {
        auto file = time::recording_reader::open(mapped_file(std::move(bytes)), "a recording");
        return time::recording_core::open(std::move(file).value(), std::move(rules));
    }

    [[nodiscard]] time::recording_core record_and_open(const time::known_history& known) const {
        time::recorder_core file = make_recorder();
        EXPECT_TRUE(file.close(known));
        return std::move(open(file.take_bytes(), time::storable_copy_of(scene)).value());
    }

    // Everything up to the head in a file that was opened again.
    [[nodiscard]] time::recording_core record_and_open() {
        time.seal();
        return record_and_open(*time.known());
    }

    toy_world scene;
    time::timeline_core time;

private:
    [[nodiscard]] static toy_world make_scene() {
        xoshiro256 dice(11);
        return random_scene(dice, true);
    }
};

} // namespace orrery::test
