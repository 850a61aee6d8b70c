// The time database: a world whose past and future can be asked about, changed and undone.
//
//   timeline<rigid::world> time(std::move(world));
//   time.advance(600);
//   time.known()->at(ship, 300);           // where was it?
//   time.add({120, 180}, thrust_of(ship)); // had it fired its engine for a second,
//   time.known()->at(ship, 300);           // where would it have been?
//   time.undo();
//
// A timeline owns a first frame and a journal; everything else follows from them. A change of the past is
// felt by the islands that it can reach, which are computed again, and by nobody else; the result is, bit for
// bit, what computing everything again would give. known() is all there is to know at a moment, as a value
// that other threads may read while the head moves on. branch() is another timeline that shares the past.
//
// One thread advances and changes a timeline. Frames are sealed into compressed tracks by a background thread
// of its own, if there are threads.
//
// This is the typed side of timeline_core.hpp, which does the work for all worlds.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/simulation/simulation.hpp>
#include <orrery/timeline/history.hpp>
#include <orrery/timeline/simulation_adapter.hpp>
#include <orrery/timeline/timeline_core.hpp>
#include <orrery/timeline/transaction.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace orrery {

template <recordable_simulation World>
class timeline {
public:
    using input = typename World::input_type;
    using entry = time::journal_entry<input>;
    using addition = time::addition<input>;
    using definition = definition_type_of<World>; // see definable_simulation
    using transaction = time::transaction<input, definition>;
    using history = time::history<World>;

    // Goes on from the frame that the world is in.
    explicit timeline(World first, const timeline_settings& settings = {})
        : core_(std::make_unique<adapter>(std::move(first)), settings, &make_history) {}

    [[nodiscard]] time::timeline_core& core() noexcept { return core_; }

    [[nodiscard]] const time::timeline_core& core() const noexcept { return core_; }

    // For a forecaster; from() makes a timeline of it again.
    [[nodiscard]] time::timeline_core take_core() && { return std::move(core_); }

    [[nodiscard]] const timeline_settings& settings() const noexcept { return core_.settings(); }

    // See timeline_settings.
    void set_keeps_head(bool keeps) noexcept { core_.set_keeps_head(keeps); }

    // Computes frames after the head.
    void advance(std::uint64_t frames = 1) { core_.advance(frames); }

    [[nodiscard]] std::uint64_t head() const noexcept { return core_.head(); }

    [[nodiscard]] std::uint64_t tail() const noexcept { return core_.tail(); }

    // The world in the frame of the head, for what only it can tell. A branch computes it when first asked.
    [[nodiscard]] const World& world() { return static_cast<const adapter&>(core_.world()).world(); }

    // All that is known at this moment. May be called from any thread, and the answer kept and read there.
    [[nodiscard]] std::shared_ptr<const history> known() const {
        return std::static_pointer_cast<const history>(core_.known());
    }

    [[nodiscard]] time::journal<input> journal() const { return time::journal<input>(core_.journal()); }

    // Puts an input into the journal for the steps that leave the frames of an interval, past or future.
    // Refused for the reasons that apply() has; the log says so, too.
    addition add(time::frame_range when, const input& what, std::uint32_t author = 0) {
        const entry made{.id = next_id(author), .when = when, .input = what};
        if (const status answer = core_.add(time::detail::item_of(made)); !answer) {
            return answer.reason(); // what add() returns need not be looked at
        }
        return made;
    }

    addition add(std::uint64_t frame, const input& what, std::uint32_t author = 0) {
        return add({frame, frame + 1}, what, author);
    }

    // The name that add() would give to an author's next entry.
    [[nodiscard]] time::entry_id next_id(std::uint32_t author) const { return core_.next_id(author); }

    // Puts a definition into the journal for good, for inputs to refer to by its id. Every copy of the world
    // knows it from now on, in all frames: an input of the past that referred to it takes effect. It changes
    // nothing by itself, and there is nothing to undo. Refused if World::check_definition() refuses it.
    result<std::uint64_t> define(const definition& what)
        requires definable_simulation<World>
    {
        const time::detail::definition_item made = time::detail::item_of_definition(what);
        if (const status answer = core_.define(made); !answer) {
            return answer.reason();
        }
        return made.id;
    }

    // Definitions first, so that inputs of the same change can refer to them. Refused, and nothing happens,
    // if an entry to be removed is not there, or if one to be added has the id of another, begins before the
    // first frame, or has an input that World::check_input() refuses, or if a definition is refused.
    status apply(const transaction& changes) { return core_.apply(time::change_of(changes)); }

    // False if there is nothing to undo or redo.
    bool undo() { return core_.undo(); }

    bool redo() { return core_.redo(); }

    [[nodiscard]] const rewrite_report& last_rewrite() const noexcept { return core_.last_rewrite(); }

    // Goes on where a history ends.
    [[nodiscard]] static timeline from(const history& past, const timeline_settings& settings = {}) {
        return timeline(time::timeline_core(past.parts(), settings, &make_history));
    }

    // A timeline around a core that was one's before, such as that of a forecaster.
    [[nodiscard]] static timeline from(time::timeline_core core) { return timeline(std::move(core)); }

    // Another timeline with the same past up to a frame that is known, and a future of its own.
    [[nodiscard]] timeline branch(std::uint64_t frame) const { return timeline(core_.branch(frame)); }

    // Replays what was done to another branch since the two parted. What is there already does not come
    // again, so that a branch may be merged more than once. An entry whose number is taken in its frame comes
    // under another one; refused if sixteen have had the same.
    status merge(const timeline& other) { return core_.merge(other.core_); }

    // Lets the tail move up to the last keyframe not after this frame at which a track segment begins, and
    // forgets what was before: frames, events and inputs that are over, and how to undo changes of them.
    // Waits until finished segments are sealed, so that the tail depends on the frames alone. For worlds that
    // run for hours.
    void forget_before(std::uint64_t frame) { core_.forget_before(frame); }

    // The hash of the world in a frame that is known, computed from the last keyframe if need be.
    [[nodiscard]] std::uint64_t hash(std::uint64_t frame) const { return core_.hash(frame); }

    // Waits until everything up to the head is compressed.
    void seal() { core_.seal(); }

private:
    using adapter = time::simulation_adapter<World>;

    explicit timeline(time::timeline_core core)
        : core_(std::move(core)) {}

    [[nodiscard]] static std::shared_ptr<const time::known_history>
    make_history(time::detail::history_parts parts) {
        return std::make_shared<const history>(std::move(parts));
    }

    time::timeline_core core_;
};

} // namespace orrery
