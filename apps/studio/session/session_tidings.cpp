// What a session tells without being asked: what is open, how time stands, what it costs, and frames.
#include "apps/studio/session/session_state.hpp"

#include <algorithm>
#include <utility>

namespace orrery::studio {
namespace {

void write_id_or_null(json::writer& out, std::optional<std::uint32_t> id) {
    if (id) {
        out.value(*id);
    } else {
        out.null();
    }
}

void write_branches(const session_status& now, const session_progress& progress, json::writer& out) {
    out.key("branches").begin_array();
    for (std::size_t i = 0; i < now.branches.size(); ++i) {
        const branch_status& each = now.branches[i];
        out.begin_object();
        out.member("id", each.id);
        out.member("name", each.name);
        out.member("parted", each.parted);
        write_id_or_null(out.key("parent"), each.parent);
        out.member("head", progress.branch_heads[i]);
        out.member("isGhost", each.is_ghost);
        out.end_object();
    }
    out.end_array();
}

[[nodiscard]] std::string standing_message(const session_status& now, const session_progress& progress) {
    json::writer out;
    out.begin_object();
    out.member("tell", "standing");
    out.member("branch", now.branch);
    out.member("tail", now.tail);
    out.member("head", progress.head);
    out.member("goal", progress.goal);
    out.member("shown", progress.shown);
    out.member("isForecasting", progress.is_forecasting);
    out.member("rate", now.rate);
    out.member("isRewriting", now.is_rewriting);
    out.member("edition", now.edition);
    write_branches(now, progress, out);
    write_id_or_null(out.key("compared"), now.compared);
    out.member("canUndo", now.can_undo);
    out.member("canRedo", now.can_redo);
    out.key("bookmarks").begin_array();
    for (const bookmark& each : now.bookmarks) {
        out.begin_object()
            .member("id", each.id)
            .member("frame", each.frame)
            .member("name", each.name)
            .end_object();
    }
    out.end_array();
    out.member("watchers", now.watchers);
    out.end_object();
    return out.take();
}

void write_wall(json::writer& out, const wall_look& what) {
    out.begin_object();
    out.member("name", what.name);
    out.key("points").begin_array();
    for (const vector2 each : what.points) {
        out.value(each.x).value(each.y);
    }
    out.end_array();
    out.member("radius", what.radius);
    out.member("isClosed", what.is_closed);
    out.member("kick", what.kick);
    out.member("isSensor", what.is_sensor);
    write_color(out.key("color"), what.color);
    out.end_object();
}

} // namespace

std::string session::state::welcome() const {
    json::writer out;
    out.begin_object();
    out.member("tell", "welcome");
    out.member("protocol", 2);
    out.member("world", open_.world);
    out.member("title", open_.title);
    out.member("about", open_.about);
    write_name_or_null(out.key("scene"), open_.scene);
    out.member("timeStep", open_.time_step);
    out.key("view");
    if (open_.view) {
        out.begin_object();
        write_vector(out.key("eye"), open_.view->eye);
        write_vector(out.key("target"), open_.view->target);
        out.end_object();
    } else {
        out.null();
    }
    out.key("names").begin_array();
    for (const scene_format::look& each : open_.looks.all()) {
        if (!each.name.empty()) {
            out.begin_object();
            write_key(out.key("key"), each.key);
            out.member("name", each.name);
            out.end_object();
        }
    }
    out.end_array();
    out.key("lanes").begin_array();
    for (const lane& each : open_.lanes) {
        out.begin_object().member("name", each.name).member("title", each.title).end_object();
    }
    out.end_array();
    out.key("quantities").begin_array();
    for (const quantity& each : open_.quantities) {
        out.begin_object();
        out.member("name", each.name).member("title", each.title).member("unit", each.unit);
        out.end_object();
    }
    out.end_array();
    out.member("canOpenScenes", settings_.scenes != nullptr);
    out.member("canRecord", true);
    out.key("tiles").begin_array();
    for (const tile_look& each : open_.tiles) {
        out.begin_object().member("name", each.name);
        write_color(out.key("color"), each.color);
        out.end_object();
    }
    out.end_array();
    out.key("blueprints").begin_array();
    for (const std::string& each : open_.blueprints) {
        out.value(each);
    }
    out.end_array();
    out.key("walls").begin_array();
    for (const wall_look& each : open_.walls) {
        write_wall(out, each);
    }
    out.end_array();
    out.member("hasMaterials", open_.has_materials);
    out.end_object();
    return out.take();
}

session_status session::state::current_status() const {
    const branch& shown = branches_.shown();
    session_status now{.branch = shown.id,
                       .tail = shown.what->standing().tail,
                       .rate = playback_.rate(),
                       .is_rewriting = change_.has_value(),
                       .edition = edition_,
                       .compared = compared_,
                       .can_undo = !shown.done.empty(),
                       .can_redo = !shown.undone.empty(),
                       .bookmarks = bookmarks_,
                       .watchers = watchers_.size()};
    for (const branch& each : branches_.all()) {
        now.branches.push_back({each.id, each.name, each.parted, each.parent, each.is_ghost});
    }
    return now;
}

session_progress session::state::current_progress() const {
    const course_standing shown = branches_.shown().what->standing();
    session_progress now{.head = shown.head,
                         .goal = shown.goal,
                         .shown = shown_moment(),
                         .is_forecasting = shown.is_forecasting};
    for (const branch& each : branches_.all()) {
        now.branch_heads.push_back(each.what->standing().head);
    }
    return now;
}

void session::state::tell_all(std::string_view text) {
    watchers_.each([&](client_id who) { out_.send_text(who, text); });
}

// At once when somebody did something; a few times a second when only time has gone on.
void session::state::tell_standing(double seconds) {
    constexpr double pause = 0.2;
    session_status now = current_status();
    const bool has_changed = told_ != now;
    if (!has_changed && seconds - told_standing_at_ < pause) {
        return;
    }
    session_progress progress = current_progress();
    if (has_changed || progress != told_progress_) {
        tell_all(standing_message(now, progress));
        told_ = std::move(now);
        told_progress_ = std::move(progress);
        told_standing_at_ = seconds;
    }
}

std::string session::state::performance() {
    const course& shown = *branches_.shown().what;
    const course_costs costs = shown.costs();
    const double speed = shown.standing().frames_per_second;
    if (step_times lately = phases_.take(open_.phases); lately.step > 0) {
        last_steps_ = std::move(lately);
    }
    json::writer out;
    out.begin_object();
    out.member("tell", "performance");
    out.key("phases").begin_array();
    for (const phase_time& each : last_steps_.phases) {
        out.begin_object().member("name", each.name).member("milliseconds", each.milliseconds).end_object();
    }
    out.end_array();
    out.member("step", last_steps_.step);
    out.member("forecastSpeed", speed * open_.time_step);
    out.member("trackBytes", costs.track_bytes);
    out.member("eventBytes", costs.event_bytes);
    out.member("keyframes", costs.keyframes);
    out.member("entities", costs.entities);
    out.member("refusedMessages", refused_messages_);
    out.end_object();
    return out.take();
}

void session::state::tell_performance(double seconds) {
    constexpr double pause = 0.5;
    if (seconds - told_performance_at_ >= pause && watchers_.size() > 0) {
        told_performance_at_ = seconds;
        tell_all(performance());
    }
}

double session::state::shown_moment() const {
    const course_standing now = branches_.shown().what->standing();
    return playback_.shown(now.tail, now.head);
}

picture session::state::picture_now() const {
    return {shown_moment(), branches_.shown().id, edition_, compared_};
}

void session::state::send_frames() {
    if (branches_.is_empty()) {
        return;
    }
    const picture now = picture_now();
    if (!watchers_.is_any_due(now)) {
        return;
    }
    if (packed_ != now) {
        shown_course().pack(now.moment, {.role = 0, .branch = now.branch, .edition = now.edition},
                            shown_bytes_);
        other_bytes_.clear();
        branch* const other = compared_ ? branches_.find(*compared_) : nullptr;
        if (other != nullptr) {
            const course_standing there = other->what->standing();
            const double moment =
                std::clamp(now.moment, static_cast<double>(there.tail), static_cast<double>(there.head));
            other->what->pack(moment, {.role = 1, .branch = other->id, .edition = now.edition}, other_bytes_);
        }
        packed_ = now;
    }
    watchers_.each_due(now, [&](client_id who) {
        out_.send_bytes(who, shown_bytes_);
        if (!other_bytes_.empty()) {
            out_.send_bytes(who, other_bytes_);
        }
    });
}

} // namespace orrery::studio
