// A timeline that runs ahead by itself, so that questions about the future find their answers in memory.
//
//   forecaster<rigid::world> future(timeline(std::move(world)), {.horizon = 3600});
//   future.set_present(frame);                            // every frame of the game
//   future.known()->at(ship, frame + 600);                // where will it be in ten seconds?
//   const auto burn = future.post(transaction);           // what if it fired its engine?
//   if (burn.is_done()) { draw(future.known()->trajectory(ship, {frame, frame + 600})); }
//
// A thread of its own computes frames up to a horizon beyond the present and rests in between, so that it
// takes no more than its share of a core. When the tracks from the present on fill the timeline's budget it
// waits for the present to move on; older ones are given up before. Changes are made on that thread, in the
// order in which they were posted and without waiting for a rest; nothing that the game calls waits for it,
// unless it is asked to. After a change that everything feels, the head goes back to where it begins to be
// felt and runs ahead anew.
//
// The world should not share the threads of an engine with another one that steps at the same time. Let the
// timeline seal on this thread, too (seals_in_background = false), if the share must hold exactly. Where
// there are no threads, work() does what the thread would do.
//
// Every function may be called from any thread, but for work(), stop() and take(), which are for the owner.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/timeline/detail/edit_queue.hpp>
#include <orrery/timeline/detail/forecast_driver.hpp>
#include <orrery/timeline/forecast_settings.hpp>
#include <orrery/timeline/timeline.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace orrery {

// Follows a change that was posted; copies follow the same one, and may outlive the forecaster.
class forecast_edit {
public:
    forecast_edit() noexcept = default;

    explicit forecast_edit(std::shared_ptr<const time::detail::edit_outcome> outcome) noexcept
        : outcome_(std::move(outcome)) {}

    // It has been made or refused.
    [[nodiscard]] bool is_done() const noexcept {
        return outcome_ == nullptr || outcome_->is_done.load(std::memory_order_acquire);
    }

    // Why it was refused, if it was. Only when it is done.
    [[nodiscard]] status outcome() const {
        ORRERY_CHECK(is_done(), "what has become of a change can be asked when it is done");
        return outcome_ == nullptr ? status{} : outcome_->answer;
    }

    [[nodiscard]] const time::detail::edit_outcome* followed() const noexcept { return outcome_.get(); }

private:
    std::shared_ptr<const time::detail::edit_outcome> outcome_;
};

template <recordable_simulation World>
class forecaster {
public:
    using timeline_type = timeline<World>;
    using input = typename World::input_type;
    using history = time::history<World>;
    using transaction = typename timeline_type::transaction;
    using duration = job_clock::duration;

    // The present is the head of the timeline.
    explicit forecaster(timeline_type start, const forecaster_settings& settings = {})
        : driver_(std::move(start).take_core(), settings) {}

    // All that is known at this moment. Questions beyond its head say so.
    [[nodiscard]] std::shared_ptr<const history> known() const {
        return std::static_pointer_cast<const history>(driver_.known());
    }

    void set_present(std::uint64_t frame) { driver_.set_present(frame); }

    // See forecaster_settings; 0 for one that nobody looks at.
    void set_horizon(std::uint64_t frames) { driver_.set_horizon(frames); }

    forecast_edit post(const transaction& changes) {
        return post_action(
            [changes = time::change_of(changes)](time::timeline_core& time) { return time.apply(changes); });
    }

    // With the definitions that the input needs and that may not be known yet.
    forecast_edit post_add(time::frame_range when, const input& what, std::uint32_t author = 0,
                           std::span<const typename timeline_type::definition> definitions = {}) {
        time::journal_change changes;
        for (const auto& each : definitions) {
            changes.defined.push_back(time::detail::item_of_definition(each));
        }
        return post_action([changes, when, what, author](time::timeline_core& time) {
            time::journal_change complete = changes;
            complete.added.push_back(
                time::detail::item_of(time::journal_entry<input>{time.next_id(author), when, what}));
            return time.apply(complete);
        });
    }

    forecast_edit post_undo() {
        return post_action([](time::timeline_core& time) {
            return time.undo() ? status{} : status{error{"there is nothing to undo"}};
        });
    }

    forecast_edit post_redo() {
        return post_action([](time::timeline_core& time) {
            return time.redo() ? status{} : status{error{"there is nothing to redo"}};
        });
    }

    [[nodiscard]] forecast_progress progress() const { return driver_.progress(); }

    // Returns when all that was posted before has been done and the frame is known, also one beyond the
    // horizon; false if that has not come about in this time.
    bool wait_for(std::uint64_t frame, duration limit) { return driver_.wait_for(frame, limit); }

    // Returns when a change is done; false if it is not in this time.
    bool wait_for(const forecast_edit& change, duration limit) {
        return driver_.wait_for(change.followed(), limit);
    }

    // Where an entity will be; waits for the frame if it is not known yet.
    [[nodiscard]] time::answer<time::entity_state<World>> at_or_wait(entity_key key, std::uint64_t frame,
                                                                     duration limit) {
        wait_for(frame, limit);
        return known()->at(key, frame);
    }

    // Without a thread: computes for about so long, and says whether there is more to do.
    bool work(duration budget) { return driver_.work(budget); }

    // Returns when nothing is computed any more. What was posted and not done is refused.
    void stop() { driver_.stop(); }

    // Stops, and gives the timeline back. Afterwards there is nothing left to ask.
    [[nodiscard]] timeline_type take() && { return timeline_type::from(driver_.take()); }

private:
    forecast_edit post_action(time::detail::forecast_driver::edits::action change) {
        return forecast_edit(driver_.post(std::move(change)));
    }

    time::detail::forecast_driver driver_;
};

} // namespace orrery
