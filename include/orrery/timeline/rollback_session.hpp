// A game over a network in which nobody waits for anybody: everyone steps on with the inputs that are there,
// and an input that comes late changes the past.
//
//   rollback_session<rigid::world> game(std::move(world), {.local_author = 1, .remote_authors = {2}});
//   for (;;) {
//       if (const auto mine = game.add_local_input(my_input)) { send(*mine); }
//       for (const packet& each : received) {
//           if (!game.add_remote_input(each.author, each.sequence, each.frame, each.input)) { ... }
//       }
//       game.advance();
//       draw(game.world());
//       play(game.events());
//   }
//
// Sessions that are given the same inputs, in whatever order and however late, are in the same frames, bit
// for bit. All that came since the last frame is put into the past at once by advance(), and costs the frames
// back to the earliest of it, of the islands concerned. Inputs that come later than the window are refused.
// A session that runs for hours does not grow: what is older than the frames it keeps is forgotten.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/event_changes.hpp>
#include <orrery/timeline/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery {

struct rollback_settings {
    std::uint32_t local_author = 0;
    std::vector<std::uint32_t> remote_authors{};
    // Frames between a local input and the step that takes it: time for it to reach the others.
    std::uint64_t input_delay = 2;
    // How late, and how far ahead of time, an input may come.
    std::uint64_t window = 60;
    // Frames, beside the window, that can be asked about; now and then twice as many.
    std::uint64_t kept_frames = 600;
    std::uint64_t frames_between_keyframes = 60;
    std::size_t track_bytes = std::size_t{64} << 20;
    bool seals_in_background = true;
};

struct rollback_statistics {
    std::uint64_t late_inputs = 0;
    std::uint64_t refused_inputs = 0;
    std::uint64_t repeated_inputs = 0;
    std::uint64_t rollbacks = 0;
    std::uint64_t frames_again = 0;     // how many were computed again
    std::uint64_t largest_rollback = 0; // in frames
};

// An event and the frame in which it happens.
template <typename Event>
struct dated_event {
    std::uint64_t frame = 0;
    Event what{};
};

template <recordable_simulation World>
class rollback_session {
public:
    using input = typename World::input_type;
    using event = typename World::event_type;
    using snapshot = typename World::snapshot_type;
    using timeline_type = timeline<World>;
    using entry = typename timeline_type::entry;
    using history = time::history<World>;

    // What has changed with the last advance(). Every event that happens is told of once; one that does not
    // happen after all, because of an input that came late, is withdrawn once.
    struct news {
        std::span<const dated_event<event>> happened;
        std::span<const dated_event<event>> withdrawn;
    };

    explicit rollback_session(World first, const rollback_settings& settings = {});

    // For the frame after this one and the delay. What is returned is what the others must be sent. Refused,
    // with nothing changed, if World::check_input() refuses it.
    result<entry> add_local_input(const input& what);

    // Takes an input of another player for the step that leaves a frame, late or ahead of time. What has come
    // before is taken as often as it comes. Refused, with nothing changed: what lies outside of the window,
    // authors nobody has told of, two things said under one name, what was promised not to come, and what
    // World::check_input() refuses.
    status add_remote_input(std::uint32_t author, std::uint32_t sequence, std::uint64_t frame,
                            const input& what);

    // All inputs of an author for steps that leave frames before this one have come.
    status confirm(std::uint32_t author, std::uint64_t frame);

    // Puts what came late into the past, and makes one frame.
    void advance();

    [[nodiscard]] std::uint64_t frame() const noexcept { return time_.head(); }

    // Nothing that is still allowed to come changes this frame or one before it.
    [[nodiscard]] std::uint64_t confirmed_frame() const noexcept;

    // The frame itself.
    [[nodiscard]] const World& world() { return time_.world(); }

    [[nodiscard]] snapshot state() { return world().snapshot(); }

    [[nodiscard]] news events() const noexcept { return {happened_, withdrawn_}; }

    [[nodiscard]] std::shared_ptr<const history> known() const { return time_.known(); }

    [[nodiscard]] const rollback_statistics& statistics() const noexcept { return statistics_; }

private:
    struct player {
        std::uint32_t author = 0;
        std::uint64_t confirmed = 0;
    };

    [[nodiscard]] static timeline_settings settings_for(const rollback_settings& settings);
    [[nodiscard]] player* find_player(std::uint32_t author);
    [[nodiscard]] const entry* find(const entry& what) const;

    // The first frame for which inputs are taken.
    [[nodiscard]] std::uint64_t window_start() const noexcept {
        return std::max(frame() - std::min(frame(), settings_.window), time_.tail());
    }

    [[nodiscard]] status check_remote(const entry& what);
    void put_into_past();
    void make_frame();
    void forget_what_is_old();

    rollback_settings settings_;
    timeline_type time_;
    std::vector<player> players_; // by author
    typename timeline_type::transaction arrived_;
    std::uint32_t next_sequence_ = 0;
    std::vector<dated_event<event>> happened_;
    std::vector<dated_event<event>> withdrawn_;
    rollback_statistics statistics_;
};

template <recordable_simulation World>
rollback_session<World>::rollback_session(World first, const rollback_settings& settings)
    : settings_(settings)
    , time_(std::move(first), settings_for(settings)) {
    for (const std::uint32_t author : settings_.remote_authors) {
        ORRERY_CHECK(author != settings_.local_author, "a remote author must not be the local one");
        players_.push_back({author, time_.tail()});
    }
    std::ranges::sort(players_, {}, &player::author); // total order: one player for each author
}

template <recordable_simulation World>
timeline_settings rollback_session<World>::settings_for(const rollback_settings& settings) {
    return {.frames_between_keyframes = settings.frames_between_keyframes,
            .dense_keyframes = settings.window,
            .track_bytes = settings.track_bytes,
            .most_undos = 0,
            .seals_in_background = settings.seals_in_background};
}

template <recordable_simulation World>
result<typename rollback_session<World>::entry> rollback_session<World>::add_local_input(const input& what) {
    if (status answer = World::check_input(what); !answer) {
        ++statistics_.refused_inputs;
        return answer.reason();
    }
    const std::uint64_t frame = this->frame() + settings_.input_delay;
    const entry made{
        .id = {settings_.local_author, next_sequence_++}, .when = {frame, frame + 1}, .input = what};
    arrived_.add(made);
    return made;
}

template <recordable_simulation World>
status rollback_session<World>::add_remote_input(std::uint32_t author, std::uint32_t sequence,
                                                 std::uint64_t frame, const input& what) {
    const entry made{.id = {author, sequence}, .when = {frame, frame + 1}, .input = what};
    if (status answer = check_remote(made); !answer) {
        ++statistics_.refused_inputs;
        return answer;
    }
    if (find(made) != nullptr) {
        ++statistics_.repeated_inputs;
        return {};
    }
    statistics_.late_inputs += frame < this->frame() ? 1 : 0;
    arrived_.add(made);
    return {};
}

template <recordable_simulation World>
status rollback_session<World>::check_remote(const entry& what) {
    const std::uint64_t when = what.when.first;
    const player* const from = find_player(what.id.author);
    if (from == nullptr) {
        return error{text("author ", what.id.author, " takes no part in this session")};
    }
    if (when < window_start()) {
        return error{text("an input for frame ", when, " came too late: in frame ", frame(),
                          " inputs are taken for frame ", window_start(), " and later")};
    }
    if (when > frame() + settings_.window) {
        return error{text("an input for frame ", when, " came too early: in frame ", frame(),
                          " inputs are taken for frame ", frame() + settings_.window, " and earlier")};
    }
    if (status answer = World::check_input(what.input); !answer) {
        return error{text("author ", what.id.author, " has sent an input for frame ", when,
                          " that cannot be: ", answer.reason().message)};
    }
    const entry* const known = find(what);
    if (known != nullptr && !(*known == what)) {
        return error{text("author ", what.id.author, " has said two things with sequence number ",
                          what.id.sequence, " for frame ", when)};
    }
    if (known == nullptr && when < from->confirmed) {
        return error{text("author ", what.id.author,
                          " has promised that nothing more comes for frames before ", from->confirmed,
                          ", and this is for frame ", when)};
    }
    return {};
}

template <recordable_simulation World>
status rollback_session<World>::confirm(std::uint32_t author, std::uint64_t frame) {
    player* const who = find_player(author);
    if (who == nullptr) {
        return error{text("author ", author, " takes no part in this session")};
    }
    who->confirmed = std::max(who->confirmed, frame);
    return {};
}

template <recordable_simulation World>
std::uint64_t rollback_session<World>::confirmed_frame() const noexcept {
    std::uint64_t sure = frame();
    for (const player& each : players_) {
        sure = std::min(sure, each.confirmed);
    }
    for (const entry& each : arrived_.added) {
        sure = std::min(sure, each.when.first);
    }
    return std::max(sure, window_start());
}

template <recordable_simulation World>
typename rollback_session<World>::player* rollback_session<World>::find_player(std::uint32_t author) {
    const auto place = std::ranges::lower_bound(players_, author, {}, &player::author);
    return place != players_.end() && place->author == author ? &*place : nullptr;
}

template <recordable_simulation World>
const typename rollback_session<World>::entry* rollback_session<World>::find(const entry& what) const {
    const auto place = std::ranges::find_if(
        arrived_.added, [&](const entry& each) { return each.id == what.id && each.when == what.when; });
    return place != arrived_.added.end() ? &*place : time_.journal().find(what);
}

template <recordable_simulation World>
void rollback_session<World>::advance() {
    happened_.clear();
    withdrawn_.clear();
    put_into_past();
    make_frame();
    forget_what_is_old();
}

template <recordable_simulation World>
void rollback_session<World>::put_into_past() {
    if (arrived_.is_empty()) {
        return;
    }
    const std::shared_ptr<const history> before = time_.known();
    const status answer = time_.apply(arrived_);
    ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
    arrived_.added.clear();
    const std::uint64_t from = time_.last_rewrite().from;
    if (from < frame()) {
        ++statistics_.rollbacks;
        statistics_.frames_again += frame() - from;
        statistics_.largest_rollback = std::max(statistics_.largest_rollback, frame() - from);
        time::detail::each_event_change<World>(
            before->events, time_.known()->events, {from + 1, frame() + 1},
            [&](std::uint64_t when, const event& what) { happened_.push_back({when, what}); },
            [&](std::uint64_t when, const event& what) { withdrawn_.push_back({when, what}); });
    }
}

template <recordable_simulation World>
void rollback_session<World>::make_frame() {
    time_.advance();
    time_.known()->events.each_event(
        time::frame_range::one(frame()),
        [&](std::uint64_t when, const event& what) { happened_.push_back({when, what}); });
}

template <recordable_simulation World>
void rollback_session<World>::forget_what_is_old() {
    const std::uint64_t kept = settings_.kept_frames + settings_.window;
    if (frame() - time_.tail() >= 2 * kept) {
        time_.forget_before(frame() - kept);
    }
}

} // namespace orrery
