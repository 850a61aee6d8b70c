#include "apps/studio/session/session.hpp"
#include "apps/studio/session/session_state.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace orrery::studio {

session::session(outbox& out, const session_settings& settings)
    : state_(std::make_unique<state>(out, settings)) {}

session::~session() = default;

status session::open_scene(const scene_format::scene_file& scene) {
    return state_->open(studio::open_scene(scene, state_->settings()));
}

status session::open_recording(std::vector<std::byte> bytes, std::string_view name) {
    return state_->open(studio::open_recording(std::move(bytes), name, state_->settings()));
}

result<std::vector<std::byte>> session::recording(compression how) const {
    return state_->recording(how);
}

client_id session::join() {
    return state_->join();
}

void session::leave(client_id who) {
    state_->leave(who);
}

void session::receive(client_id from, std::string_view text) {
    state_->receive(from, text);
}

double session::work(double seconds) {
    return state_->work(seconds);
}

std::uint64_t session::refused_messages() const noexcept {
    return state_->refused_messages();
}

session::state::state(outbox& out, session_settings settings)
    : out_(out)
    , settings_(std::move(settings)) {}

status session::state::open(result<opening> made) {
    if (!made) {
        return made.reason();
    }
    for (const waiting_request& each : std::exchange(waiting_, {})) {
        refuse(each.from, each.asked.id(), "something else has been opened");
    }
    for (const slow_question& each : std::exchange(slow_, {})) {
        refuse(each.from, each.id, "something else has been opened");
    }
    if (change_) {
        refuse(change_->from, change_->id, "something else has been opened");
        change_.reset();
    }
    open_ = std::move(*made);
    branches_.begin(std::move(open_.first));
    playback_ = {};
    playback_.show(static_cast<double>(shown_course().standing().tail));
    shown_course().set_present(shown_course().standing().tail);
    bookmarks_.clear();
    compared_.reset();
    packed_.reset();
    ++edition_;
    tell_all(welcome());
    told_settled_.reset();
    tell_standing(told_standing_at_);
    send_frames();
    return {};
}

result<std::vector<std::byte>> session::state::recording(compression how) const {
    if (branches_.is_empty()) {
        return error{"nothing is open that could be recorded"};
    }
    return branches_.shown().what->recording(how);
}

client_id session::state::join() {
    const client_id made = watchers_.add();
    if (!branches_.is_empty()) {
        out_.send_text(made, welcome());
        told_settled_.reset(); // everyone is told, since there is one more who watches
        tell_standing(told_standing_at_);
        send_frames();
    }
    return made;
}

void session::state::leave(client_id who) {
    watchers_.remove(who);
    std::erase_if(slow_, [=](const slow_question& each) { return each.from == who; });
}

void session::state::receive(client_id from, std::string_view text) {
    if (!watchers_.contains(from)) {
        return;
    }
    auto asked = request::read(text);
    if (!asked) {
        ++refused_messages_;
        refuse(from, request::id_of(text), asked.reason().message);
        return;
    }
    if (asked->what() == verb::seen) {
        watchers_.see(from);
    } else {
        handle(from, std::move(*asked));
    }
    work_off_waiting();
    send_frames();
}

double session::state::work(double seconds) {
    // A clock that stood still, as that of a page in the background, does not make time leap.
    constexpr double longest_step = 0.25;
    const double elapsed = std::clamp(last_seconds_ ? seconds - *last_seconds_ : 0.0, 0.0, longest_step);
    last_seconds_ = seconds;
    if (branches_.is_empty()) {
        return longest_step;
    }
    const job_clock::time_point end = job_clock::now() + std::chrono::milliseconds(8);
    course_standing now = shown_course().standing();
    playback_.advance(elapsed, open_.time_step, now.tail, now.head);
    shown_course().set_present(static_cast<std::uint64_t>(playback_.wanted()));
    follow_change();
    work_off_waiting();
    work_slowly(end);
    send_frames();
    bool has_more = shown_course().work(
        std::max<job_clock::duration>(end - job_clock::now(), std::chrono::milliseconds(1)));
    follow_change(); // without threads, the line above makes it
    tell_standing(seconds);
    tell_performance(seconds);
    has_more = has_more || !slow_.empty() || (!waiting_.empty() && can_begin(waiting_.front().asked));
    now = shown_course().standing();
    if (has_more) {
        return 0;
    }
    // Requests that wait for a frame are checked once per displayed frame. An edit needs no check: its
    // completion is reported through on_work_due.
    const bool is_catching_up = playback_.wanted() > static_cast<double>(now.head) || !waiting_.empty() ||
                                (change_ && change_->ghost);
    return playback_.rate() != 0 || is_catching_up ? 1.0 / 60 : now.is_forecasting ? 0.05 : 0.1;
}

} // namespace orrery::studio
