// The inside of a session: what is open, what is shown of it, who watches and what waits to be done. Split by
// topic: session.cpp (opening, joining, the clock), session_notifications.cpp (what is told unasked),
// session_requests.cpp (questions), session_changes.cpp (what changes the past or the branches).
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/branches.hpp"
#include "apps/studio/session/opening.hpp"
#include "apps/studio/session/phase_clock.hpp"
#include "apps/studio/session/playback.hpp"
#include "apps/studio/session/request.hpp"
#include "apps/studio/session/session.hpp"
#include "apps/studio/session/session_status.hpp"
#include "apps/studio/session/watchers.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

class session::state {
public:
    state(outbox& out, session_settings settings);

    status open(result<opening> made);

    [[nodiscard]] const session_settings& settings() const noexcept { return settings_; }

    [[nodiscard]] result<std::vector<std::byte>> recording(compression how) const;

    [[nodiscard]] client_id join();
    void leave(client_id who);
    void receive(client_id from, std::string_view text);
    double work(double seconds);

    [[nodiscard]] std::uint64_t refused_messages() const noexcept { return refused_messages_; }

private:
    // Something that is done in the order in which it was asked for, one after the other.
    struct waiting_request {
        client_id from{};
        request asked;
    };

    struct change_under_way {
        client_id from{};
        std::uint64_t id = 0;
        verb what{};
        made_change made{};
        entity_key fresh = entity_key::none;  // of a spawn
        std::unique_ptr<course> before{};     // what becomes the ghost
        std::optional<std::uint32_t> ghost{}; // once the change has been made
    };

    struct slow_question {
        client_id from{};
        std::uint64_t id = 0;
        json::writer out{};
        slow_answer answer{};
    };

    // Notifications.
    [[nodiscard]] std::string welcome() const;
    [[nodiscard]] settled_status settled() const;
    [[nodiscard]] moving_status moving() const;
    [[nodiscard]] std::string performance();
    void tell_all(std::string_view text);
    void tell_standing(double seconds);
    void tell_performance(double seconds);
    void send_frames();

    // Questions. Each writes the members of its answer.
    [[nodiscard]] static json::writer begin_answer(std::uint64_t id);
    void answer(client_id to, std::uint64_t id, const status& outcome, json::writer& out);
    void refuse(client_id to, std::uint64_t id, const std::string& reason);
    void handle(client_id from, request asked);
    status handle_at_once(client_id from, const request& asked, json::writer& out);
    status show(const request& asked);
    status census(const request& asked, json::writer& out);
    status inspect(const request& asked, json::writer& out);
    status path(const request& asked, json::writer& out);
    status events(const request& asked, json::writer& out);
    status happenings(const request& asked, json::writer& out);
    status list_scenes(json::writer& out) const;
    status open_named(const std::string& name);
    status ask_slowly(client_id from, const request& asked);
    void add_slow(client_id from, std::uint64_t id, slow_answer answer);
    void work_slowly(job_clock::time_point end);

    // Changes.
    void work_off_waiting();
    // False if it has to wait for its frame, or for another change.
    [[nodiscard]] bool can_begin(const request& asked);
    void perform(client_id from, const request& asked);
    void begin_change(client_id from, const request& asked);
    void take_back(client_id from, const request& asked);
    void follow_change();
    void finish_change(change_under_way& change, const status& outcome);
    void finish_undo(const made_change& undone, json::writer& out);
    void keep_ghost(change_under_way& change);
    void answer_change(const change_under_way& done, std::uint32_t ghost_id);
    status add_branch(const request& asked, json::writer& out);
    status switch_to(const request& asked);
    status drop(const request& asked);
    status compare(client_id from, const request& asked);
    void show_branch(std::uint32_t id);
    [[nodiscard]] entity_key fresh_key(std::uint64_t frame) const;

    // What several of them need.
    [[nodiscard]] course& shown_course() noexcept { return *branches_.shown().what; }

    [[nodiscard]] static status check_known(std::uint64_t frame, const course_standing& now);
    // The branch that a request names, or the one on show.
    [[nodiscard]] result<course*> course_of(const request& asked);
    [[nodiscard]] picture picture_now() const;
    [[nodiscard]] double shown_moment() const;

    outbox& out_;
    session_settings settings_;
    opening open_;
    branch_list branches_;
    playback playback_;
    watcher_list watchers_;
    std::vector<bookmark> bookmarks_;
    std::uint32_t last_bookmark_ = 0;
    std::uint32_t edition_ = 0;
    std::optional<std::uint32_t> compared_;

    std::deque<waiting_request> waiting_;
    std::optional<change_under_way> change_;
    std::deque<slow_question> slow_;

    phase_clock phases_;
    step_times last_steps_; // while none are made, the last ones are told
    std::uint64_t refused_messages_ = 0;
    std::optional<double> last_seconds_;
    std::optional<settled_status> told_settled_;
    moving_status told_moving_;
    double told_standing_at_ = 0; // seconds
    double told_performance_at_ = 0;
    std::optional<picture> packed_; // what the bytes are of
    std::vector<std::byte> shown_bytes_;
    std::vector<std::byte> other_bytes_;
};

} // namespace orrery::studio
