// What a session tells without being asked: what is open, how time stands, what it costs, and frames.
#include "apps/studio/session/page_values.hpp"
#include "apps/studio/session/session_state.hpp"

#include <algorithm>
#include <utility>

namespace orrery::studio {
namespace {

void write_wall(json::writer& out, const apps::wall_look& what) {
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
    for (const scene_format::look& each : open_.names.all()) {
        if (!each.name.empty()) {
            out.begin_object();
            write_key(out.key("key"), each.key);
            out.member("name", each.name);
            out.end_object();
        }
    }
    out.end_array();
    out.key("lanes").begin_array();
    for (const apps::event_lane& each : open_.lanes) {
        out.begin_object().member("name", each.name).member("title", each.title).end_object();
    }
    out.end_array();
    out.key("quantities").begin_array();
    for (const apps::quantity& each : open_.quantities) {
        if (each.is_shown_by_page) {
            out.begin_object();
            out.member("name", each.name).member("title", each.title).member("unit", each.unit);
            out.end_object();
        }
    }
    out.end_array();
    out.member("canOpenScenes", settings_.scenes != nullptr);
    out.member("canRecord", true);
    out.key("tiles").begin_array();
    for (const apps::tile_look& each : open_.tiles) {
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
    for (const apps::wall_look& each : open_.walls) {
        write_wall(out, each);
    }
    out.end_array();
    out.member("hasMaterials", open_.has_materials);
    out.end_object();
    return out.take();
}

settled_status session::state::settled() const {
    const branch& shown = branches_.shown();
    settled_status made{.branch = shown.id,
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
        made.branches.push_back({each.id, each.name, each.parted, each.parent, each.is_ghost});
    }
    return made;
}

moving_status session::state::moving() const {
    const course_standing now = branches_.shown().what->standing();
    moving_status made{
        .head = now.head, .goal = now.goal, .shown = shown_moment(), .is_forecasting = now.is_forecasting};
    for (const branch& each : branches_.all()) {
        made.heads.push_back(each.what->standing().head);
    }
    return made;
}

void session::state::tell_all(std::string_view text) {
    watchers_.each([&](client_id who) { out_.send_text(who, text); });
}

// At once when somebody did something; a few times a second when only time has gone on.
void session::state::tell_standing(double seconds) {
    constexpr double pause = 0.2;
    settled_status settled_now = settled();
    const bool has_changed = settled_now != told_settled_;
    if (!has_changed && seconds - told_standing_at_ < pause) {
        return;
    }
    moving_status moving_now = moving();
    if (has_changed || moving_now != told_moving_) {
        tell_all(standing_message(settled_now, moving_now));
        told_settled_ = std::move(settled_now);
        told_moving_ = std::move(moving_now);
        told_standing_at_ = seconds;
    }
}

std::string session::state::performance() {
    course& shown = *branches_.shown().what;
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
