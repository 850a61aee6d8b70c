#include <orrery/build_settings.hpp>
#include <orrery/rigid/async_world.hpp>

#include <algorithm>
#include <chrono>

namespace orrery::rigid {
namespace {

[[nodiscard]] async_settings possible(async_settings wanted) noexcept {
#if !ORRERY_THREADS
    wanted.has_thread = false;
#endif
    return wanted;
}

} // namespace

async_world::async_world(engine& machine, time_source& clock, const async_settings& settings)
    : settings_(possible(settings))
    , machine_(machine)
    , clock_(clock)
    , world_(machine, settings.world)
    , timer_(static_cast<double>(settings.world.time_step), settings.max_steps_at_once)
    , last_seconds_(clock.seconds())
    , jobs_({.thread_count = settings_.has_thread ? 1U : 0U}) {
    sent_.is_paused = settings.starts_paused;
    published_.moment = last_seconds_;
    publish_changes();
    if (settings_.has_thread) {
        wait_for_next_step();
    }
}

async_world::~async_world() {
    stop();
    detach(); // while all of this is there for listeners that ask
}

void async_world::send(change what) {
    const orrery::detail::lock_guard guard(exchange_);
    sent_.changes.push_back(std::move(what));
}

void async_world::send(const input& what) {
    send([what](world&, std::vector<input>& inputs) { inputs.push_back(what); });
}

void async_world::pause() {
    const orrery::detail::lock_guard guard(exchange_);
    sent_.is_paused = true;
}

void async_world::resume() {
    const orrery::detail::lock_guard guard(exchange_);
    sent_.is_paused = false;
    sent_.single_steps = 0;
}

void async_world::step_once() {
    const orrery::detail::lock_guard guard(exchange_);
    ++sent_.single_steps;
}

void async_world::stop() {
    {
        const orrery::detail::lock_guard guard(exchange_);
        sent_.is_stopped = true;
    }
    const orrery::detail::lock_guard guard(stepping_); // the step that is being made comes to its end
}

async_world::asking_guard::asking_guard(async_world& whom)
    : whom_(whom) {
    {
        const orrery::detail::lock_guard guard(whom_.exchange_);
        whom_.sent_.is_asking = true;
    }
    whom_.stepping_.lock();
}

async_world::asking_guard::~asking_guard() {
    whom_.stepping_.unlock();
    const orrery::detail::lock_guard guard(whom_.exchange_);
    whom_.sent_.is_asking = false;
}

void async_world::wait_for_next_step() {
    const auto delay = std::chrono::duration<double>(seconds_to_wait());
    jobs_.submit_after(std::chrono::duration_cast<job_clock::duration>(delay), [this](job_token& token) {
        if (make_due_steps() && !token.is_stop_requested()) {
            wait_for_next_step();
        }
    });
}

double async_world::seconds_to_wait() {
    constexpr double longest = 0.05; // after which changes that were sent are made, however long a step is
    constexpr double way_for_questions = 0.001;
    double until_due = 0;
    {
        const orrery::detail::lock_guard guard(stepping_);
        until_due = last_seconds_ + timer_.until_next() - clock_.seconds();
    }
    const orrery::detail::lock_guard guard(exchange_);
    return max(sent_.is_asking ? way_for_questions : 0.0, min(until_due, longest));
}

bool async_world::make_due_steps() {
    const orrery::detail::lock_guard guard(stepping_);
    const std::optional<std::uint32_t> due = count_due_steps();
    if (!due) {
        return false;
    }
    const double newest = last_seconds_ - timer_.remainder();
    for (std::uint32_t left = *due; left > 0; --left) {
        make_changes();
        step(newest - static_cast<double>(left - 1) * static_cast<double>(settings_.world.time_step));
    }
    if (make_changes()) {
        publish_changes();
    }
    return true;
}

std::optional<std::uint32_t> async_world::count_due_steps() {
    const double now = clock_.seconds();
    const double elapsed = now - last_seconds_;
    last_seconds_ = now;
    std::uint32_t single_steps = 0;
    {
        const orrery::detail::lock_guard guard(exchange_);
        if (sent_.is_stopped) {
            return std::nullopt;
        }
        published_.is_paused = sent_.is_paused;
        std::swap(single_steps, sent_.single_steps);
        if (sent_.is_paused) {
            return single_steps;
        }
    }
    const std::uint32_t due = timer_.advance(elapsed);
    warn_when_late();
    return due;
}

void async_world::warn_when_late() {
    if (!has_warned_ && timer_.dropped_steps() > 0) {
        has_warned_ = true;
        machine_.log().warning(
            "rigid", "an asynchronous world cannot keep up: ", timer_.dropped_steps(),
            " steps were dropped, beyond max_steps_at_once = ", settings_.max_steps_at_once);
    }
}

bool async_world::make_changes() {
    {
        const orrery::detail::lock_guard guard(exchange_);
        std::swap(changes_, sent_.changes);
    }
    const bool are_there_any = !changes_.empty();
    for (change& each : changes_) {
        each(world_, inputs_);
    }
    changes_.clear();
    return are_there_any;
}

void async_world::step(double moment) {
    world_.step(inputs_);
    inputs_.clear();
    world_.registry().snapshot_into(spare_);
    const orrery::detail::lock_guard guard(exchange_);
    std::swap(published_.earlier, published_.before);
    std::swap(published_.before, published_.newest);
    std::swap(published_.newest, spare_);
    published_.frame = world_.frame();
    published_.moment = moment;
    ++published_.counts.steps;
    published_.counts.dropped_steps = timer_.dropped_steps();
    publish_events();
}

void async_world::publish_events() {
    const std::span<const event> happened = world_.events();
    const std::size_t room = settings_.max_waiting_events - waiting_events_.size();
    const std::size_t taken = std::min(happened.size(), room);
    waiting_events_.insert(waiting_events_.end(), happened.begin(),
                           happened.begin() + static_cast<std::ptrdiff_t>(taken));
    published_.counts.dropped_events += happened.size() - taken;
}

void async_world::publish_changes() {
    world_.registry().snapshot_into(spare_);
    const orrery::detail::lock_guard guard(exchange_);
    std::swap(published_.newest, spare_);
    published_.frame = world_.frame();
}

void async_world::detach() {
    mirror_.detach();
    events_.clear(); // their entities are gone
}

void async_world::update(orrery::registry& mine) {
    if (mirror_.target() != &mine) {
        detach();
    }
    if (!settings_.has_thread) {
        make_due_steps();
    }
    worlds_events_.clear();
    {
        const orrery::detail::lock_guard guard(exchange_);
        shown_ = published_;
        std::swap(worlds_events_, waiting_events_);
    }
    events_ = worlds_events_;
    // Twice, because the frame takes away some of the entities that the events tell of and brings others.
    for (event& each : events_) {
        each.a = mirror_.local_of(each.a);
        each.b = mirror_.local_of(each.b);
    }
    mirror_.follow(shown_.newest, mine);
    for (std::size_t number = 0; number < events_.size(); ++number) {
        const auto prefer_new = [&](entity& local, entity worlds) {
            const entity found = mirror_.local_of(worlds);
            local = found ? found : local;
        };
        prefer_new(events_[number].a, worlds_events_[number].a);
        prefer_new(events_[number].b, worlds_events_[number].b);
    }
    present(mine);
}

void async_world::present(orrery::registry& mine) {
    const scalar time_step = settings_.world.time_step;
    const auto show = [&](const snapshot& from, const snapshot& to, double age) {
        mirror_.present(presented_frame(from, to, settings_.shows, time_step, age), mine);
    };
    const double age = clock_.seconds() - shown_.moment;
    if (settings_.shows == presentation::extrapolated) {
        show(shown_.before, shown_.newest, shown_.is_paused ? 0.0 : age);
        return;
    }
    const auto step = static_cast<double>(time_step);
    const double delayed_age =
        shown_.is_paused ? step : age - step * static_cast<double>(settings_.extra_delay);
    if (delayed_age >= 0) {
        show(shown_.before, shown_.newest, delayed_age);
    } else {
        show(shown_.earlier, shown_.before, delayed_age + step);
    }
}

} // namespace orrery::rigid
