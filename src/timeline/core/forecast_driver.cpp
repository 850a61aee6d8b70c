#include <orrery/core/check.hpp>
#include <orrery/timeline/detail/forecast_driver.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

namespace orrery::time::detail {

std::uint64_t forecast_driver::goal() const noexcept {
    const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    return std::max(progress_.present + std::min(settings_.horizon, last - progress_.present), waited_for_);
}

forecast_driver::forecast_driver(timeline_core start, const forecaster_settings& settings)
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

forecaster_settings forecast_driver::possible(forecaster_settings wanted) noexcept {
#if !ORRERY_THREADS
    wanted.has_thread = false;
#endif
    return wanted;
}

void forecast_driver::set_present(std::uint64_t frame) {
    {
        const orrery::detail::lock_guard guard(exchange_);
        progress_.present = frame;
    }
    schedule({});
}

void forecast_driver::set_horizon(std::uint64_t frames) {
    {
        const orrery::detail::lock_guard guard(exchange_);
        settings_.horizon = frames;
    }
    schedule({});
}

std::shared_ptr<const edit_outcome> forecast_driver::post(edits::action change) {
    std::shared_ptr<const edit_outcome> outcome;
    {
        const orrery::detail::lock_guard guard(exchange_);
        if (progress_.state == forecast_state::stopped) {
            edits::edit late{{}, std::make_shared<edit_outcome>()};
            late.finish(error{"the forecaster has been stopped"});
            return late.outcome;
        }
        outcome = edits_.add(std::move(change));
        ++posted_;
    }
    if (settings_.has_thread) {
        jobs_.submit([this](job_token&) { run_slice(); }, job_priority::high);
    }
    return outcome;
}

forecast_progress forecast_driver::progress() const {
    const orrery::detail::lock_guard guard(exchange_);
    forecast_progress now = progress_;
    now.goal = goal();
    now.edits_waiting = static_cast<std::size_t>(posted_ - done_);
    return now;
}

bool forecast_driver::wait_for(std::uint64_t frame, duration limit) {
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

bool forecast_driver::wait_for(const edit_outcome* change, duration limit) {
    return wait(limit, [=] { return change == nullptr || change->is_done.load(std::memory_order_acquire); });
}

bool forecast_driver::wait(duration limit, function_ref<bool()> is_so) {
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

bool forecast_driver::work(duration budget) {
    ORRERY_CHECK(!settings_.has_thread, "a forecaster with a thread works by itself");
    const orrery::detail::lock_guard guard(working_);
    return work_until(job_clock::now() + budget, true);
}

void forecast_driver::schedule(duration delay) {
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

void forecast_driver::run_slice() {
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

bool forecast_driver::work_until(job_clock::time_point end, bool may_run_ahead) {
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

void forecast_driver::make_edits() {
    for (;;) {
        edits::edit next;
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

bool forecast_driver::wants_to_run() {
    const std::shared_ptr<const known_history> so_far = time_.known();
    const orrery::detail::lock_guard guard(exchange_);
    if (progress_.state == forecast_state::stopped) {
        return false;
    }
    if (time_.head() >= goal()) {
        progress_.state = forecast_state::at_horizon;
    } else if (so_far->reach(progress_.present) == found::computed) {
        progress_.state = forecast_state::out_of_memory;
    } else {
        progress_.state = forecast_state::running;
    }
    return progress_.state == forecast_state::running;
}

void forecast_driver::report_head() {
    const orrery::detail::lock_guard guard(exchange_);
    progress_.head = time_.head();
    if (waiting_count_ > 0) {
        changed_.ring();
    }
}

void forecast_driver::report_slice(duration worked, std::uint64_t frames) {
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

void forecast_driver::stop() {
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

timeline_core forecast_driver::take() {
    stop();
    time_.set_keeps_head(kept_head_);
    return std::move(time_);
}

} // namespace orrery::time::detail
