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
#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/timeline/detail/doorbell.hpp>
#include <orrery/timeline/detail/edit_queue.hpp>
#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

namespace orrery {

struct forecaster_settings {
    std::uint64_t horizon = 3600; // frames beyond the present
    double cpu_share = 0.5;       // of one core: 0.001 to 1
    bool has_thread = true;       // false: work() does it
    // Called by the thread that makes a change, once the change is done: made or refused. Not for changes
    // that stop() refuses. Must return soon, and must not call wait_for(), work(), stop() or take().
    std::function<void()> on_edit_done{};
};

enum class forecast_state : std::uint8_t {
    running,
    at_horizon,
    out_of_memory, // the tracks from the present on fill the budget
    stopped,
};

struct forecast_progress {
    forecast_state state = forecast_state::running;
    std::uint64_t head = 0; // the last frame that is known
    std::uint64_t present = 0;
    std::uint64_t goal = 0; // the frame to which it runs
    std::size_t edits_waiting = 0;
    std::size_t bytes = 0;        // of tracks and events
    double frames_per_second = 0; // lately, with the rests
};

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
    explicit forecaster(timeline_type start, const forecaster_settings& settings = {});

    ~forecaster() { stop(); }

    forecaster(const forecaster&) = delete;
    forecaster& operator=(const forecaster&) = delete;

    // All that is known at this moment. Questions beyond its head say so.
    [[nodiscard]] std::shared_ptr<const history> known() const { return time_.known(); }

    void set_present(std::uint64_t frame);

    // See forecaster_settings; 0 for one that nobody looks at.
    void set_horizon(std::uint64_t frames);

    forecast_edit post(transaction changes);
    forecast_edit post_add(time::frame_range when, const input& what, std::uint32_t author = 0);
    forecast_edit post_undo();
    forecast_edit post_redo();

    // See timeline::teach().
    template <typename Lesson>
    forecast_edit post_lesson(Lesson lesson) {
        return post_action([lesson = std::move(lesson)](timeline_type& time) {
            time.teach(lesson);
            return status{};
        });
    }

    [[nodiscard]] forecast_progress progress() const;

    // Returns when all that was posted before has been done and the frame is known, also one beyond the
    // horizon; false if that has not come about in this time.
    bool wait_for(std::uint64_t frame, duration limit);

    // Returns when a change is done; false if it is not in this time.
    bool wait_for(const forecast_edit& change, duration limit);

    // Where an entity will be; waits for the frame if it is not known yet.
    [[nodiscard]] time::answer<time::entity_state<World>> at_or_wait(entity_key key, std::uint64_t frame,
                                                                     duration limit) {
        wait_for(frame, limit);
        return known()->at(key, frame);
    }

    // Without a thread: computes for about so long, and says whether there is more to do.
    bool work(duration budget);

    // Returns when nothing is computed any more. What was posted and not done is refused.
    void stop();

    // Stops, and gives the timeline back. Afterwards there is nothing left to ask.
    [[nodiscard]] timeline_type take() &&;

private:
    using edit_queue = time::detail::edit_queue<timeline_type>;

    static constexpr duration slice = std::chrono::milliseconds(2);

    [[nodiscard]] static forecaster_settings possible(forecaster_settings wanted) noexcept;
    [[nodiscard]] forecast_edit post_action(typename edit_queue::action change);
    template <typename Predicate>
    bool wait(duration limit, Predicate is_so);

    // The lock is held.
    [[nodiscard]] std::uint64_t goal() const noexcept {
        const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
        return std::max(progress_.present + std::min(settings_.horizon, last - progress_.present),
                        waited_for_);
    }

    // Lets the thread look for work when the time has come.
    void schedule(duration delay);
    // What the thread does when it has been let.
    void run_slice();
    // Says whether there is more to do.
    bool work_until(job_clock::time_point end, bool may_run_ahead);
    void make_edits();
    [[nodiscard]] bool wants_to_run();
    void report_head();
    void report_slice(duration worked, std::uint64_t frames);

    forecaster_settings settings_;
    bool kept_head_;

    orrery::detail::mutex working_; // guards these
    timeline_type time_;
    job_clock::time_point rests_until_{};

    mutable orrery::detail::mutex exchange_; // guards these, and is never held for long
    edit_queue edits_;
    std::uint64_t posted_ = 0;
    std::uint64_t done_ = 0;
    forecast_progress progress_;
    std::uint64_t waited_for_ = 0;
    std::uint32_t waiting_count_ = 0;
    bool is_scheduled_ = false;

    time::detail::doorbell changed_;
    background_jobs jobs_; // last: it ends before what it uses
};

template <recordable_simulation World>
forecaster<World>::forecaster(timeline_type start, const forecaster_settings& settings)
    : settings_(possible(settings))
    , kept_head_(start.settings().keeps_head)
    , time_(std::move(start))
    , jobs_({.thread_count = settings_.has_thread ? 1U : 0U}) {
    ORRERY_CHECK(settings.cpu_share >= 0.001 && settings.cpu_share <= 1, "the share of a core is 0.001 to 1");
    time_.set_keeps_head(false);
    progress_.head = time_.head();
    progress_.present = time_.head();
    schedule({});
}

template <recordable_simulation World>
forecaster_settings forecaster<World>::possible(forecaster_settings wanted) noexcept {
#if !ORRERY_THREADS
    wanted.has_thread = false;
#endif
    return wanted;
}

template <recordable_simulation World>
void forecaster<World>::set_present(std::uint64_t frame) {
    {
        const orrery::detail::lock_guard guard(exchange_);
        progress_.present = frame;
    }
    schedule({});
}

template <recordable_simulation World>
void forecaster<World>::set_horizon(std::uint64_t frames) {
    {
        const orrery::detail::lock_guard guard(exchange_);
        settings_.horizon = frames;
    }
    schedule({});
}

template <recordable_simulation World>
forecast_edit forecaster<World>::post(transaction changes) {
    return post_action([changes = std::move(changes)](timeline_type& time) { return time.apply(changes); });
}

template <recordable_simulation World>
forecast_edit forecaster<World>::post_add(time::frame_range when, const input& what, std::uint32_t author) {
    return post_action([when, what, author](timeline_type& time) -> status {
        return time.apply(transaction{}.add({time.next_id(author), when, what}));
    });
}

template <recordable_simulation World>
forecast_edit forecaster<World>::post_undo() {
    return post_action([](timeline_type& time) {
        return time.undo() ? status{} : status{error{"there is nothing to undo"}};
    });
}

template <recordable_simulation World>
forecast_edit forecaster<World>::post_redo() {
    return post_action([](timeline_type& time) {
        return time.redo() ? status{} : status{error{"there is nothing to redo"}};
    });
}

template <recordable_simulation World>
forecast_edit forecaster<World>::post_action(typename edit_queue::action change) {
    std::shared_ptr<const time::detail::edit_outcome> outcome;
    {
        const orrery::detail::lock_guard guard(exchange_);
        if (progress_.state == forecast_state::stopped) {
            typename edit_queue::edit late{{}, std::make_shared<time::detail::edit_outcome>()};
            late.finish(error{"the forecaster has been stopped"});
            return forecast_edit(late.outcome);
        }
        outcome = edits_.add(std::move(change));
        ++posted_;
    }
    if (settings_.has_thread) {
        jobs_.submit([this](job_token&) { run_slice(); }, job_priority::high);
    }
    return forecast_edit(std::move(outcome));
}

template <recordable_simulation World>
forecast_progress forecaster<World>::progress() const {
    const orrery::detail::lock_guard guard(exchange_);
    forecast_progress now = progress_;
    now.goal = goal();
    now.edits_waiting = static_cast<std::size_t>(posted_ - done_);
    return now;
}

template <recordable_simulation World>
bool forecaster<World>::wait_for(std::uint64_t frame, duration limit) {
    std::uint64_t posted = 0;
    {
        const orrery::detail::lock_guard guard(exchange_);
        posted = posted_;
        waited_for_ = std::max(waited_for_, frame);
        ++waiting_count_;
    }
    schedule({});
    const bool has_come = wait(limit, [&] { return done_ >= posted && progress_.head >= frame; });
    const orrery::detail::lock_guard guard(exchange_);
    waited_for_ = --waiting_count_ == 0 ? 0 : waited_for_;
    return has_come;
}

template <recordable_simulation World>
bool forecaster<World>::wait_for(const forecast_edit& change, duration limit) {
    return wait(limit, [&] { return change.is_done(); });
}

template <recordable_simulation World>
template <typename Predicate>
bool forecaster<World>::wait(duration limit, Predicate is_so) {
    const job_clock::time_point now = job_clock::now();
    const job_clock::time_point end = now + std::min(limit, job_clock::time_point::max() - now);
    while (!settings_.has_thread && job_clock::now() < end) {
        const bool has_more = work(slice);
        const orrery::detail::lock_guard guard(exchange_);
        if (!has_more || is_so()) {
            return is_so();
        }
    }
    const orrery::detail::lock_guard guard(exchange_);
    const auto is_settled = [&] { return is_so() || progress_.state == forecast_state::stopped; };
    changed_.wait_until(exchange_, end, is_settled);
    return is_so();
}

template <recordable_simulation World>
bool forecaster<World>::work(duration budget) {
    ORRERY_CHECK(!settings_.has_thread, "a forecaster with a thread works by itself");
    const orrery::detail::lock_guard guard(working_);
    return work_until(job_clock::now() + budget, true);
}

template <recordable_simulation World>
void forecaster<World>::schedule(duration delay) {
    {
        const orrery::detail::lock_guard guard(exchange_);
        if (!settings_.has_thread || is_scheduled_ || progress_.state == forecast_state::stopped) {
            return;
        }
        is_scheduled_ = true;
    }
    jobs_.submit_after(delay, [this](job_token&) {
        {
            const orrery::detail::lock_guard guard(exchange_);
            is_scheduled_ = false;
        }
        run_slice();
    });
}

template <recordable_simulation World>
void forecaster<World>::run_slice() {
    duration rest{};
    {
        const orrery::detail::lock_guard guard(working_);
        const job_clock::time_point start = job_clock::now();
        const bool has_more = work_until(start + slice, start >= rests_until_);
        const job_clock::time_point end = job_clock::now();
        const auto owed = std::chrono::duration_cast<duration>((end - start) * (1 / settings_.cpu_share - 1));
        rests_until_ = std::max(rests_until_, end) + owed;
        if (!has_more) {
            return;
        }
        rest = rests_until_ - end;
    }
    schedule(rest);
}

template <recordable_simulation World>
bool forecaster<World>::work_until(job_clock::time_point end, bool may_run_ahead) {
    if (progress().state == forecast_state::stopped) {
        return false; // the timeline may have been taken
    }
    const job_clock::time_point start = job_clock::now();
    job_clock::time_point now = start;
    std::uint64_t frames = 0;
    bool has_more = true;
    do {
        make_edits();
        has_more = wants_to_run();
        if (has_more && may_run_ahead) {
            time_.advance();
            ++frames;
            report_head();
        }
        now = job_clock::now();
    } while (has_more && may_run_ahead && now < end);
    report_slice(now - start, frames);
    return has_more;
}

template <recordable_simulation World>
void forecaster<World>::make_edits() {
    for (;;) {
        typename edit_queue::edit next;
        {
            const orrery::detail::lock_guard guard(exchange_);
            if (edits_.size() == 0 || progress_.state == forecast_state::stopped) {
                return;
            }
            next = edits_.take();
        }
        next.finish(next.change(time_));
        {
            const orrery::detail::lock_guard guard(exchange_);
            ++done_;
            progress_.head = time_.head();
            changed_.ring();
        }
        if (settings_.on_edit_done) {
            settings_.on_edit_done();
        }
    }
}

template <recordable_simulation World>
bool forecaster<World>::wants_to_run() {
    const std::shared_ptr<const history> so_far = time_.known();
    const orrery::detail::lock_guard guard(exchange_);
    if (progress_.state == forecast_state::stopped) {
        return false;
    }
    if (time_.head() >= goal()) {
        progress_.state = forecast_state::at_horizon;
    } else if (so_far->reach(progress_.present) == time::found::computed) {
        progress_.state = forecast_state::out_of_memory;
    } else {
        progress_.state = forecast_state::running;
    }
    return progress_.state == forecast_state::running;
}

template <recordable_simulation World>
void forecaster<World>::report_head() {
    const orrery::detail::lock_guard guard(exchange_);
    progress_.head = time_.head();
    if (waiting_count_ > 0) {
        changed_.ring();
    }
}

template <recordable_simulation World>
void forecaster<World>::report_slice(duration worked, std::uint64_t frames) {
    const std::size_t bytes = time_.known()->bytes();
    const orrery::detail::lock_guard guard(exchange_);
    progress_.bytes = bytes;
    if (frames > 0 && worked > duration::zero()) {
        const double speed =
            static_cast<double>(frames) * settings_.cpu_share / std::chrono::duration<double>(worked).count();
        const double before = progress_.frames_per_second;
        progress_.frames_per_second = before == 0 ? speed : before + (speed - before) / 8;
    }
}

template <recordable_simulation World>
void forecaster<World>::stop() {
    {
        const orrery::detail::lock_guard guard(exchange_);
        progress_.state = forecast_state::stopped;
    }
    const orrery::detail::lock_guard no_more_work(working_);
    const orrery::detail::lock_guard guard(exchange_);
    while (edits_.size() > 0) {
        edits_.take().finish(error{"the forecaster was stopped before this change was made"});
        ++done_;
    }
    changed_.ring();
}

template <recordable_simulation World>
timeline<World> forecaster<World>::take() && {
    stop();
    time_.set_keeps_head(kept_head_);
    return std::move(time_);
}

} // namespace orrery
