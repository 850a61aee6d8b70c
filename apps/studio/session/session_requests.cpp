// Questions, and what moves the moment on show.
#include "apps/studio/session/session_state.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <utility>

namespace orrery::studio {
namespace {

// Days of frames: more than there will be memory for.
constexpr std::uint64_t most_horizon = 10'000'000;

// How far apart values lie, if there may be so many from one frame to another.
[[nodiscard]] std::uint64_t step_for(std::uint64_t from, std::uint64_t to, std::uint64_t points) {
    const std::uint64_t gaps = std::max<std::uint64_t>(1, points - 1);
    return std::max<std::uint64_t>(1, (to - from + gaps - 1) / gaps);
}

[[nodiscard]] status check_order(const request& asked) {
    if (asked.whole("from") > asked.whole("to")) {
        return error{text(name_of(asked.what()), ": 'from' is ", asked.whole("from"),
                          ", expected no more than 'to', which is ", asked.whole("to"))};
    }
    return {};
}

struct grid {
    std::uint64_t from = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0;
};

// The frames that a question about a range is answered for: those of them that are known.
[[nodiscard]] grid grid_for(const request& asked, const course_standing& now) {
    const std::uint64_t from = std::max(asked.whole("from"), now.tail);
    const std::uint64_t to = std::min(asked.whole("to"), now.head);
    const std::uint64_t points = asked.whole("points");
    grid made{.from = from, .step = step_for(from, std::max(asked.whole("to"), from), points)};
    made.count = from <= to ? std::min((to - from) / made.step + 1, points) : 0;
    return made;
}

} // namespace

json::writer session::state::begin_answer(std::uint64_t id) {
    json::writer out;
    out.begin_object();
    out.member("id", id);
    out.member("ok", true);
    return out;
}

void session::state::answer(client_id to, std::uint64_t id, const status& outcome, json::writer& out) {
    if (!outcome) {
        refuse(to, id, outcome.reason().message);
        return;
    }
    out.end_object();
    if (watchers_.contains(to)) {
        out_.send_text(to, out.text());
    }
}

void session::state::refuse(client_id to, std::uint64_t id, const std::string& reason) {
    if (!watchers_.contains(to)) {
        return;
    }
    json::writer out;
    out.begin_object();
    out.member("id", id);
    out.member("ok", false);
    out.member("error", printable(reason));
    out.end_object();
    out_.send_text(to, out.text());
}

void session::state::handle(client_id from, request asked) {
    const bool needs_world = asked.what() != verb::scenes && asked.what() != verb::open;
    if (needs_world && branches_.is_empty()) {
        refuse(from, asked.id(), "nothing is open");
        return;
    }
    switch (asked.what()) {
    case verb::push:
    case verb::remove:
    case verb::spawn:
    case verb::material:
    case verb::undo:
    case verb::redo:
    case verb::branch:
    case verb::switch_to:
    case verb::drop:
    case verb::compare:
        waiting_.push_back({from, std::move(asked)});
        return;
    case verb::details:
    case verb::series:
        if (const status begun = ask_slowly(from, asked); !begun) {
            refuse(from, asked.id(), begun.reason().message);
        }
        return;
    default:
        json::writer out = begin_answer(asked.id());
        const status outcome = handle_at_once(from, asked, out);
        answer(from, asked.id(), outcome, out);
    }
}

status session::state::handle_at_once(client_id, const request& asked, json::writer& out) {
    switch (asked.what()) {
    case verb::show:
        return show(asked);
    case verb::play: {
        const course_standing now = shown_course().standing();
        playback_.play(asked.number("rate"), now.tail, now.head);
        return {};
    }
    case verb::horizon:
        settings_.horizon = std::min(asked.whole("frames"), most_horizon);
        shown_course().set_horizon(settings_.horizon);
        return {};
    case verb::bookmark:
        bookmarks_.push_back({++last_bookmark_, asked.whole("frame"), asked.string("name")});
        return {};
    case verb::unbookmark:
        if (std::erase_if(bookmarks_,
                          [&](const bookmark& each) { return each.id == asked.whole("bookmark"); }) == 0) {
            return error{text("there is no bookmark with the number ", asked.whole("bookmark"))};
        }
        return {};
    case verb::census:
        return census(asked, out);
    case verb::inspect:
        return inspect(asked, out);
    case verb::path:
        return path(asked, out);
    case verb::events:
        return events(asked, out);
    case verb::happenings:
        return happenings(asked, out);
    case verb::rename:
        if (branch* const found = branches_.find(static_cast<std::uint32_t>(asked.whole("branch")))) {
            found->name = asked.string("name");
            return {};
        }
        return error{text("there is no branch with the number ", asked.whole("branch"))};
    case verb::scenes:
        return list_scenes(out);
    case verb::open:
        return open_named(asked.string("scene"));
    default:
        return error{text(name_of(asked.what()), " is not answered at once")};
    }
}

status session::state::check_known(std::uint64_t frame, const course_standing& now) {
    if (frame < now.tail || frame > now.head) {
        return error{text("frame ", frame, " is not known: frames ", now.tail, " to ", now.head, " are")};
    }
    return {};
}

result<course*> session::state::course_of(const request& asked) {
    if (!asked.has("branch")) {
        return &shown_course();
    }
    branch* const found = branches_.find(static_cast<std::uint32_t>(asked.whole("branch")));
    if (found == nullptr) {
        return error{text("there is no branch with the number ", asked.whole("branch"))};
    }
    return found->what.get();
}

// Beyond the head up to the goal, too: it is shown as soon as it has been computed.
status session::state::show(const request& asked) {
    course_standing now = shown_course().standing();
    const double moment = asked.number("frame");
    now.head = std::max(now.head, now.goal);
    if (moment < static_cast<double>(now.tail) || moment > static_cast<double>(now.head)) {
        return check_known(
            static_cast<std::uint64_t>(moment) + (moment > static_cast<double>(now.head) ? 1 : 0), now);
    }
    playback_.show(moment);
    shown_course().set_present(static_cast<std::uint64_t>(moment));
    return {};
}

status session::state::census(const request& asked, json::writer& out) {
    const auto number = static_cast<std::uint32_t>(asked.whole("census"));
    const auto have =
        asked.has("have") ? std::optional(static_cast<std::uint32_t>(asked.whole("have"))) : std::nullopt;
    if (!shown_course().write_census(number, have, out)) {
        return error{text("there is no census with the number ", number, " any more")};
    }
    return {};
}

status session::state::inspect(const request& asked, json::writer& out) {
    const std::uint64_t frame = asked.whole("frame");
    if (status known = check_known(frame, shown_course().standing()); !known) {
        return known;
    }
    return shown_course().inspect(asked.key("key"), frame, out);
}

status session::state::path(const request& asked, json::writer& out) {
    if (status sound = check_order(asked); !sound) {
        return sound;
    }
    const auto where = course_of(asked);
    if (!where) {
        return where.reason();
    }
    const grid over = grid_for(asked, (*where)->standing());
    (*where)->path({.key = asked.key("key"), .from = over.from, .step = over.step, .count = over.count}, out);
    return {};
}

status session::state::events(const request& asked, json::writer& out) {
    if (status sound = check_order(asked); !sound) {
        return sound;
    }
    const std::uint64_t from = asked.whole("from");
    const std::uint64_t to = asked.whole("to");
    const std::uint64_t buckets = asked.whole("buckets");
    const std::uint64_t step = (to - from) / buckets + 1;
    shown_course().events(from, to, step, out);
    return {};
}

status session::state::happenings(const request& asked, json::writer& out) {
    if (status sound = check_order(asked); !sound) {
        return sound;
    }
    return shown_course().happenings(
        {.lane = asked.string("lane"),
         .from = asked.whole("from"),
         .to = asked.whole("to"),
         .most = static_cast<std::size_t>(asked.whole("most")),
         .key = asked.has("key") ? std::optional(asked.key("key")) : std::nullopt},
        out);
}

status session::state::list_scenes(json::writer& out) const {
    out.key("scenes").begin_array();
    if (settings_.scenes != nullptr) {
        for (const scene_format::scene_file& each : settings_.scenes->list()) {
            out.begin_object();
            out.member("name", each.name).member("title", each.title).member("about", each.about);
            out.end_object();
        }
    }
    out.end_array();
    return {};
}

status session::state::open_named(const std::string& name) {
    if (settings_.scenes == nullptr) {
        return error{"there are no scenes to open here"};
    }
    const auto scene = settings_.scenes->load(name);
    if (!scene) {
        return scene.reason();
    }
    return open(studio::open_scene(*scene, settings_));
}

status session::state::ask_slowly(client_id from, const request& asked) {
    if (asked.what() == verb::details) {
        add_slow(from, asked.id(), shown_course().details(static_cast<std::uint64_t>(shown_moment())));
        return {};
    }
    if (status sound = check_order(asked); !sound) {
        return sound;
    }
    const auto where = course_of(asked);
    if (!where) {
        return where.reason();
    }
    const grid over = grid_for(asked, (*where)->standing());
    series_question question{
        .from = over.from, .step = over.step, .count = static_cast<std::size_t>(over.count)};
    if (asked.has("key")) {
        question.key = asked.key("key");
    }
    for (const json::value& each : asked.value("quantities").items()) {
        question.quantities.push_back(each.string());
    }
    auto begun = (*where)->series(question);
    if (!begun) {
        return begun.reason();
    }
    add_slow(from, asked.id(), std::move(*begun));
    return {};
}

void session::state::add_slow(client_id from, std::uint64_t id, slow_answer answer) {
    slow_.push_back({from, id, begin_answer(id), std::move(answer)});
}

// Each in its turn, so that two that need the same world do not take it from each other.
void session::state::work_slowly(job_clock::time_point end) {
    while (!slow_.empty()) {
        slow_question& first = slow_.front();
        if (!first.answer(end, first.out)) {
            return;
        }
        answer(first.from, first.id, {}, first.out);
        slow_.pop_front();
    }
}

} // namespace orrery::studio
