// A timeline in a file, opened. The file is mapped, and what is asked for is read: a frame takes the segment
// it is in, and no more than the few before it that it stands on. Nothing is computed. Damaged blocks and
// inputs that cannot be are named, and the rest stays readable; only a damaged block of the journal or of
// definitions keeps the file from being opened. Bytes are taken for hostile.
//
//   const auto fall = time::recording<rigid::world>::open("fall.orrery", world);
//   fall->seek(600);
//
// verify() computes everything again and tells the first frame that is not as recorded; resume() is a
// timeline that goes on where the recording ends. Several threads may ask one recording.
//
// This is the typed side of recording_core.hpp, which does the work for all worlds.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/simulation/storable_simulation.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording_core.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/timeline.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace orrery::time {

template <storable_simulation World>
class recording {
public:
    using input = typename World::input_type;
    using event = typename World::event_type;
    using motion = typename World::motion_type;
    using segment = detail::motion_segment;

    // The world says by which rules: its settings, shapes and the like; its own frame does not matter.
    [[nodiscard]] static result<recording> open(const std::string& path, const World& rules);
    // The same of a file that is open already, or never was one.
    [[nodiscard]] static result<recording> open(recording_reader file, const World& rules);

    [[nodiscard]] const recording_core& core() const noexcept { return core_; }

    [[nodiscard]] const recording_reader& file() const noexcept { return core_.file(); }

    // Those that have tracks; damage may have left holes.
    [[nodiscard]] frame_range frames() const noexcept { return core_.frames(); }

    [[nodiscard]] const time::journal<input>& journal() const noexcept { return journal_; }

    // What the file has in its journal beyond that: inputs that the rules of their field table refuse, which
    // did nothing when they were recorded, and entries without frames or names of their own. The log tells of
    // them.
    [[nodiscard]] std::span<const refused_entry> refused_entries() const noexcept {
        return core_.refused_entries();
    }

    // The same for definitions: those whose bytes are refused, and those that the world refuses.
    [[nodiscard]] std::span<const refused_definition> refused_definitions() const noexcept {
        return core_.refused_definitions();
    }

    // Everything there was in a frame, or why it cannot be had.
    [[nodiscard]] result<frame_view<World>> seek(std::uint64_t frame) const;

    // One entity in one frame.
    [[nodiscard]] result<entity_state<World>> at(entity_key key, std::uint64_t frame) const;

    // All events of readable blocks, without those that the rules of their field table refuse.
    [[nodiscard]] event_history<event> events() const { return event_history<event>(core_.events()); }

    // Puts a world into a frame: from the last readable keyframe on, with the journal, whose definitions it
    // knows afterwards. If there is none, the world stays as it is.
    status revive(World& world, std::uint64_t frame) const;

    // Refused if the first keyframe or the journal cannot be read.
    [[nodiscard]] result<verification> verify() const {
        return verify([](std::uint64_t) {});
    }

    // Calls watch(frame) after each frame that is as recorded, for those who show how far it has come.
    template <typename Watch>
    [[nodiscard]] result<verification> verify(Watch watch) const {
        return core_.verify(watch);
    }

    // A timeline that has the past of the recording, and goes on.
    [[nodiscard]] result<timeline<World>> resume(const timeline_settings& settings = {}) const;

private:
    explicit recording(recording_core core)
        : core_(std::move(core))
        , journal_(core_.journal()) {}

    [[nodiscard]] static result<recording> around(result<recording_core> core) {
        if (!core) {
            return core.reason();
        }
        return recording(std::move(*core));
    }

    recording_core core_;
    time::journal<input> journal_;
};

// Not in the class, so that `extern template` saves users from compiling what they need of the world.

template <storable_simulation World>
result<recording<World>> recording<World>::open(const std::string& path, const World& rules) {
    return around(recording_core::open(path, storable_copy_of(rules)));
}

template <storable_simulation World>
result<recording<World>> recording<World>::open(recording_reader file, const World& rules) {
    return around(recording_core::open(std::move(file), storable_copy_of(rules)));
}

template <storable_simulation World>
result<frame_view<World>> recording<World>::seek(std::uint64_t frame) const {
    frame_view<World> view;
    const auto room = [&](const detail::census_pointer& who) { return view.begin_frame(frame, who); };
    if (const status answer = core_.read_frame(frame, room); !answer) {
        return answer.reason();
    }
    return view;
}

template <storable_simulation World>
result<entity_state<World>> recording<World>::at(entity_key key, std::uint64_t frame) const {
    entity_state<World> state;
    const auto take = [&](const detail::census_pointer& who, std::size_t place, const std::byte* bytes) {
        std::memcpy(static_cast<void*>(&state.motion), bytes, sizeof(state.motion));
        state.form = detail::census_forms_of<typename World::form_type>::form_at({who.get(), place});
    };
    if (const status answer = core_.read_entity(key, frame, take); !answer) {
        return answer.reason();
    }
    return state;
}

// The keyframe is loaded into a copy; only the world itself knows afterwards what its last step was like.
template <storable_simulation World>
status recording<World>::revive(World& world, std::uint64_t frame) const {
    const std::unique_ptr<engine> machine = world.machine().make_single_threaded();
    simulation_adapter<World> copy(world.fork(*machine));
    if (status answer = core_.load_keyframe(copy, frame); !answer) {
        return answer;
    }
    const typename World::snapshot_type before = world.snapshot();
    world.restore(copy.world().snapshot());
    if (status answer = detail::define_all(world, journal_); !answer) {
        world.restore(before);
        return answer;
    }
    detail::journal_step<World> steps;
    while (world.frame() < frame) {
        steps.run(world, journal_);
    }
    return {};
}

template <storable_simulation World>
result<timeline<World>> recording<World>::resume(const timeline_settings& settings) const {
    auto past = core_.past(settings);
    if (!past) {
        return past.reason();
    }
    return timeline<World>::from(history<World>(std::move(*past)), settings);
}

} // namespace orrery::time
