// Lets a timeline run ahead in the background: what a forecaster does, for all worlds. See forecaster.hpp.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/function_ref.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/timeline/detail/doorbell.hpp>
#include <orrery/timeline/detail/edit_queue.hpp>
#include <orrery/timeline/forecast_settings.hpp>
#include <orrery/timeline/timeline_core.hpp>

#include <chrono>
#include <cstdint>
#include <memory>

namespace orrery::time::detail {

class forecast_driver {
public:
    using duration = job_clock::duration;
    using edits = edit_queue<timeline_core>;

    forecast_driver(timeline_core start, const forecaster_settings& settings);

    ~forecast_driver() { stop(); }

    forecast_driver(const forecast_driver&) = delete;
    forecast_driver& operator=(const forecast_driver&) = delete;

    [[nodiscard]] std::shared_ptr<const known_history> known() const { return time_.known(); }

    void set_present(std::uint64_t frame);
    void set_horizon(std::uint64_t frames);

    // Made on the thread that computes. The outcome tells what has become of it.
    [[nodiscard]] std::shared_ptr<const edit_outcome> post(edits::action change);

    [[nodiscard]] forecast_progress progress() const;

    bool wait_for(std::uint64_t frame, duration limit);
    bool wait_for(const edit_outcome* change, duration limit);
    bool work(duration budget);
    void stop();

    // After it was stopped.
    [[nodiscard]] timeline_core take();

private:
    static constexpr duration slice = std::chrono::milliseconds(2);

    [[nodiscard]] static forecaster_settings possible(forecaster_settings wanted) noexcept;
    bool wait(duration limit, function_ref<bool()> is_so);

    // The lock is held.
    [[nodiscard]] std::uint64_t goal() const noexcept;

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
    timeline_core time_;
    job_clock::time_point rests_until_{};

    mutable orrery::detail::mutex exchange_; // guards these, and is never held for long
    edits edits_;
    std::uint64_t posted_ = 0;
    std::uint64_t done_ = 0;
    forecast_progress progress_;
    std::uint64_t waited_for_ = 0;
    std::uint32_t waiting_count_ = 0;
    bool is_scheduled_ = false;

    doorbell changed_;
    background_jobs jobs_; // last: it ends before what it uses
};

} // namespace orrery::time::detail
