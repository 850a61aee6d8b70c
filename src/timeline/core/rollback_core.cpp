#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/event_changes.hpp>
#include <orrery/timeline/rollback_core.hpp>

#include <utility>

namespace orrery::time {

timeline_settings rollback_core::settings_for(const rollback_settings& settings) {
    return {.frames_between_keyframes = settings.frames_between_keyframes,
            .dense_keyframes = settings.window,
            .track_bytes = settings.track_bytes,
            .most_undos = 0,
            .seals_in_background = settings.seals_in_background};
}

rollback_core::rollback_core(timeline_core time, rollback_settings settings)
    : settings_(std::move(settings))
    , time_(std::move(time))
    , happened_{.payload_bytes = time_.world().event_payload_bytes()}
    , withdrawn_{.payload_bytes = happened_.payload_bytes} {
    for (const std::uint32_t author : settings_.remote_authors) {
        ORRERY_CHECK(author != settings_.local_author, "a remote author must not be the local one");
        players_.push_back({author, time_.tail()});
    }
    std::ranges::sort(players_, {}, &player::author); // total order: one player for each author
}

status rollback_core::define(const detail::definition_item& what) {
    const std::shared_ptr<const known_history> known =
        with_definitions_ != nullptr ? with_definitions_ : time_.known();
    detail::history_parts trial = known->parts();
    if (status answer = trial.define({&what, 1}, trial.make_engine()); !answer) {
        return answer;
    }
    if (trial.prototype != known->parts().prototype) {
        arrived_.defined.push_back(what);
        with_definitions_ = std::make_shared<const known_history>(std::move(trial));
    }
    return {};
}

// An input of the past would begin to act when its definition comes, in frames that nothing may change any
// more.
status rollback_core::check_input(const journal_item& entry) const {
    const std::shared_ptr<const known_history> known =
        with_definitions_ != nullptr ? with_definitions_ : time_.known();
    const simulation_interface& world = *known->parts().prototype;
    if (const std::uint64_t id = world.definition_of(entry); id != 0 && !world.has_definition(id)) {
        return error{text("it refers to the definition ", id, ", which is not known")};
    }
    return world.check_input(entry);
}

entry_label rollback_core::next_local() const noexcept {
    const std::uint64_t when = frame() + settings_.input_delay;
    return {{settings_.local_author, next_sequence_}, {when, when + 1}};
}

status rollback_core::add_local(const journal_item& entry) {
    if (const status answer = check_input(entry); !answer) {
        ++statistics_.refused_inputs;
        return answer;
    }
    ++next_sequence_;
    arrived_.added.push_back(entry);
    return {};
}

status rollback_core::add_remote(const journal_item& entry) {
    if (status answer = check_remote(entry); !answer) {
        ++statistics_.refused_inputs;
        return answer;
    }
    if (find(entry) != nullptr) {
        ++statistics_.repeated_inputs;
        return {};
    }
    statistics_.late_inputs += entry.when.first < frame() ? 1 : 0;
    arrived_.added.push_back(entry);
    return {};
}

status rollback_core::check_remote(const journal_item& entry) {
    const std::uint64_t when = entry.when.first;
    const std::uint32_t author = entry.id.author;
    const player* const from = find_player(author);
    if (from == nullptr) {
        return error{text("author ", author, " takes no part in this session")};
    }
    if (when < window_start()) {
        return error{text("an input for frame ", when, " came too late: in frame ", frame(),
                          " inputs are taken for frame ", window_start(), " and later")};
    }
    if (when > frame() + settings_.window) {
        return error{text("an input for frame ", when, " came too early: in frame ", frame(),
                          " inputs are taken for frame ", frame() + settings_.window, " and earlier")};
    }
    if (const status answer = check_input(entry); !answer) {
        return error{text("author ", author, " has sent an input for frame ", when,
                          " that cannot be: ", answer.reason().message)};
    }
    const journal_item* const known = find(entry);
    if (known != nullptr && !time_.journal().are_equal(*known, entry)) {
        return error{text("author ", author, " has said two things with sequence number ", entry.id.sequence,
                          " for frame ", when)};
    }
    if (known == nullptr && when < from->confirmed) {
        return error{text("author ", author, " has promised that nothing more comes for frames before ",
                          from->confirmed, ", and this is for frame ", when)};
    }
    return {};
}

status rollback_core::confirm(std::uint32_t author, std::uint64_t frame) {
    player* const from = find_player(author);
    if (from == nullptr) {
        return error{text("author ", author, " takes no part in this session")};
    }
    from->confirmed = std::max(from->confirmed, frame);
    return {};
}

std::uint64_t rollback_core::confirmed_frame() const noexcept {
    std::uint64_t sure = frame();
    for (const player& each : players_) {
        sure = std::min(sure, each.confirmed);
    }
    for (const journal_item& each : arrived_.added) {
        sure = std::min(sure, each.when.first);
    }
    return std::max(sure, window_start());
}

rollback_core::player* rollback_core::find_player(std::uint32_t author) {
    const auto place = std::ranges::lower_bound(players_, author, {}, &player::author);
    return place != players_.end() && place->author == author ? &*place : nullptr;
}

const detail::journal_item* rollback_core::find(const journal_item& entry) const {
    const auto place = std::ranges::find_if(arrived_.added, [&](const journal_item& each) {
        return each.id == entry.id && each.when == entry.when;
    });
    return place != arrived_.added.end() ? &*place : time_.journal().find(entry.id, entry.when.first);
}

void rollback_core::advance() {
    happened_.clear();
    withdrawn_.clear();
    put_into_past();
    make_frame();
    forget_what_is_old();
}

void rollback_core::put_into_past() {
    if (arrived_.is_empty()) {
        return;
    }
    const std::shared_ptr<const known_history> before = time_.known();
    const status answer = time_.apply(arrived_);
    ORRERY_CHECK(answer.is_ok(), answer.is_ok() ? "" : answer.reason().message);
    arrived_ = {};
    with_definitions_.reset();
    const std::uint64_t from = time_.last_rewrite().from;
    if (from < frame()) {
        ++statistics_.rollbacks;
        statistics_.frames_again += frame() - from;
        statistics_.largest_rollback = std::max(statistics_.largest_rollback, frame() - from);
        const std::shared_ptr<const known_history> after = time_.known();
        detail::each_event_change(
            before->parts().events, after->parts().events, {from + 1, frame() + 1},
            time_.world().event_equality(),
            [&](const detail::event_mark& mark, const std::byte* payload) { happened_.add(mark, payload); },
            [&](const detail::event_mark& mark, const std::byte* payload) { withdrawn_.add(mark, payload); });
    }
}

void rollback_core::make_frame() {
    time_.advance();
    time_.known()->parts().events.each_event(
        frame_range::one(frame()),
        [&](const detail::event_mark& mark, const std::byte* payload) { happened_.add(mark, payload); });
}

void rollback_core::forget_what_is_old() {
    const std::uint64_t kept = settings_.kept_frames + settings_.window;
    if (frame() - time_.tail() >= 2 * kept) {
        time_.forget_before(frame() - kept);
    }
}

} // namespace orrery::time
