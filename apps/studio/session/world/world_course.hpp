// A course of any world that a page can show (world_page.hpp): its history, and a forecaster while it is
// awake. Questions are in world_questions.hpp.
#pragma once

#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/census_book.hpp"
#include "apps/studio/session/course.hpp"
#include "apps/studio/session/edit_request.hpp"
#include "apps/studio/session/frame_packing.hpp"
#include "apps/studio/session/world/world_comparison.hpp"
#include "apps/studio/session/world/world_page.hpp"
#include "apps/studio/session/world/world_questions.hpp"
#include "apps/studio/session/world/world_reviver.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/forecaster.hpp>
#include <orrery/timeline/recorder.hpp>

#include <cmath>
#include <memory>
#include <utility>

namespace orrery::studio {

// What all courses of one opening share.
template <typename World>
struct stage {
    apps::scene_look<World> look{};
    forecaster_settings forecast{};
    timeline_settings time{};
    std::string scene{}; // the document, for recordings
    // The engine that the first course computes with. Others have one of their own.
    std::unique_ptr<engine> machine{};
    census_book<typename World::form_type> censuses{};
};

template <shown_world World>
class world_course final : public course {
public:
    using traits = apps::world_traits<World>;
    using page = world_page<World>;
    using history = time::history<World>;
    using stage_pointer = std::shared_ptr<stage<World>>;

    // Awake.
    world_course(stage_pointer shared, timeline<World> time)
        : stage_(std::move(shared)) {
        start(std::move(time));
    }

    // Only remembers.
    world_course(stage_pointer shared, std::shared_ptr<const history> past)
        : stage_(std::move(shared))
        , past_(std::move(past)) {}

    [[nodiscard]] std::shared_ptr<const history> known() const {
        return forecast_ != nullptr ? forecast_->known() : past_;
    }

    [[nodiscard]] course_standing standing() const override {
        const auto now = known();
        course_standing result{.tail = now->tail(), .head = now->head(), .goal = now->head()};
        if (forecast_ != nullptr) {
            const forecast_progress progress = forecast_->progress();
            result.goal = std::max(progress.goal, result.head);
            // Right after a change that goes back behind the horizon, the state may still tell of before.
            result.is_forecasting = result.head < result.goal &&
                                    progress.state != forecast_state::out_of_memory &&
                                    progress.state != forecast_state::stopped;
            result.frames_per_second = progress.frames_per_second;
        }
        return result;
    }

    [[nodiscard]] course_costs costs() override {
        const auto now = known();
        course_costs result{.event_bytes = now->events.bytes(), .keyframes = now->keyframes.frames().size()};
        result.track_bytes = now->bytes() - result.event_bytes;
        // Reading a frame takes long, and pages ask again while time stands still.
        if (counted_.lock() != now) {
            time::frame_view<World> last;
            show(*now, now->head(), last);
            entities_ = last.size();
            counted_ = now;
        }
        result.entities = entities_;
        return result;
    }

    void set_present(std::uint64_t frame) override {
        if (forecast_ != nullptr) {
            forecast_->set_present(frame);
        }
    }

    void set_horizon(std::uint64_t frames) override {
        if (forecast_ != nullptr) {
            forecast_->set_horizon(frames);
        }
    }

    bool work([[maybe_unused]] job_clock::duration budget) override {
        return forecast_ != nullptr && !stage_->forecast.has_thread && forecast_->work(budget);
    }

    void pack(double moment, const frame_label& label, std::vector<std::byte>& out) override {
        const auto now = known();
        const double whole = std::floor(moment);
        const auto frame = std::min(static_cast<std::uint64_t>(whole), now->head());
        const auto fraction = static_cast<scalar>(moment - whole);
        show(*now, frame, view_);
        if (fraction > 0 && frame < now->head()) {
            show(*now, frame + 1, next_view_);
            interpolate_poses(view_, next_view_, fraction, poses_);
        } else {
            read_poses(view_, poses_);
        }
        sleepers_.clear();
        if constexpr (traits::sleep_kind) {
            now->events.of_kind(*traits::sleep_kind, time::frame_range::one(frame),
                                [&](const auto& each) { sleepers_.push_back(each.a); });
        }
        const std::uint32_t census = stage_->censuses.number_of(view_.who(), look_hash);
        pack_frame(moment, label, census, view_.keys(), poses_, sleepers_, out);
    }

    [[nodiscard]] bool write_census(std::uint32_t number, std::optional<std::uint32_t> have,
                                    json::writer& out) const override {
        const auto who = stage_->censuses.find(number);
        if (who == nullptr) {
            return false;
        }
        const auto base = have ? stage_->censuses.find(*have) : nullptr;
        const census<typename World::form_type> nobody{};
        auto told = difference_between(base != nullptr ? *base : nobody, *who, look_hash);
        const bool is_shorter =
            have && base != nullptr && told.gone.size() + told.came.keys.size() < who->keys.size();
        if (base != nullptr && !is_shorter) {
            told = difference_between(nobody, *who, look_hash);
        }
        out.member("census", number);
        out.key("base");
        is_shorter ? out.value(*have) : out.null();
        write_keys(out.key("gone"), told.gone);
        page::write_census(told.came, *known(), stage_->look, out);
        return true;
    }

    status inspect(entity_key key, std::uint64_t frame, json::writer& out) const override {
        return write_inspection(stage_->look.names, *known(), key, frame, out);
    }

    void path(const path_question& asked, json::writer& out) const override {
        write_path(stage_->look.names, *known(), asked, out);
    }

    void events(std::uint64_t from, std::uint64_t to, std::uint64_t step, json::writer& out) const override {
        write_event_counts(*known(), from, to, step, out);
    }

    status happenings(const happenings_question& asked, json::writer& out) const override {
        return write_happenings(*known(), asked, out);
    }

    [[nodiscard]] slow_answer details(std::uint64_t frame) override {
        return [shared = stage_, reviver = reviver_, frame, now = known(),
                edition = edition_](job_clock::time_point end, json::writer& out) {
            if (!reviver->go_to(*now, edition, frame, page::has_step_details, end)) {
                return false;
            }
            time::frame_view<World> view;
            show(*now, frame, view);
            page::write_details(reviver->there(), view, *now, out);
            return true;
        };
    }

    [[nodiscard]] result<slow_answer> series(const series_question& asked) const override {
        std::vector<std::size_t> wanted;
        for (const std::string& name : asked.quantities) {
            const std::optional<std::size_t> index = apps::find_quantity<World>(name);
            if (!index) {
                return error{text("there is no quantity called '", printable(name), "'")};
            }
            wanted.push_back(*index);
        }
        return slow_answer(series_writer<World>(known(), asked, std::move(wanted)));
    }

    [[nodiscard]] slow_answer compare(const course& other, std::uint64_t from, std::string name,
                                      std::string other_name) const override {
        // All courses of a session are of one world.
        return comparison<World>(stage_, known(), static_cast<const world_course&>(other).known(), from,
                                 std::move(name), std::move(other_name));
    }

    result<std::string> change(const request& asked, entity_key fresh) override {
        const auto now = known();
        const std::uint64_t frame = asked.whole("frame");
        const auto wanted = edit_of(asked);
        if (!wanted) {
            return wanted.reason();
        }
        time::frame_view<World> view;
        if (const time::found how = now->seek(frame, view); !is_found(how)) {
            return error{text("nothing can be changed in frame ", frame, ": ", text_of(how))};
        }
        auto planned = traits::plan(*wanted, view, *now->prototype, stage_->look.names, fresh);
        if (!planned) {
            return planned.reason();
        }
        under_way_ =
            forecast_->post_add(time::frame_range::one(frame), planned->input, author, planned->definitions);
        return text(planned->name, " at ", frame);
    }

    void undo() override { under_way_ = forecast_->post_undo(); }

    void redo() override { under_way_ = forecast_->post_redo(); }

    [[nodiscard]] std::optional<status> outcome() override {
        if (!under_way_ || !under_way_->is_done()) {
            return {};
        }
        status answer = under_way_->outcome();
        under_way_.reset();
        ++edition_;
        return answer;
    }

    [[nodiscard]] bool is_free(entity_key key) const override {
        const auto now = known();
        bool is_taken = false;
        now->journal.each(time::frame_range::all(), [&](const auto& each) {
            const auto keys = World::keys_of(each.input);
            is_taken = is_taken || keys[0] == key || keys[1] == key;
        });
        now->events.of_entity(key, time::frame_range::all(), [&](const auto&) { is_taken = true; });
        for (const std::uint64_t frame : {now->tail(), now->head()}) {
            is_taken = is_taken || static_cast<bool>(now->at(key, frame));
        }
        return !is_taken;
    }

    [[nodiscard]] std::unique_ptr<course> remember() const override {
        return std::make_unique<world_course>(stage_, known());
    }

    void wake() override {
        if (forecast_ == nullptr) {
            start(timeline<World>::from(*past_, stage_->time));
            past_.reset();
        }
    }

    [[nodiscard]] std::unique_ptr<course> branch(std::uint64_t frame) const override {
        const auto now = known();
        const history past = now->until(std::min(frame, now->head()));
        return std::make_unique<world_course>(stage_, timeline<World>::from(past, stage_->time));
    }

    [[nodiscard]] result<std::vector<std::byte>> recording(compression how) const override {
        const auto now = known();
        const auto scene = std::as_bytes(std::span(stage_->scene));
        auto file = time::recorder<World>::create_in_memory(*now->prototype, scene, how);
        if (!file) {
            return file.reason();
        }
        if (const status answer = file->close(*now); !answer) {
            return answer.reason();
        }
        return file->take_bytes();
    }

private:
    // Whom inputs from pages are by; those of scenes are by author 0.
    static constexpr std::uint32_t author = 1;

    // A view of a frame that is not known shows nobody, rather than the frame it showed before.
    static void show(const history& known, std::uint64_t frame, time::frame_view<World>& view) {
        if (!is_found(known.seek(frame, view))) {
            view = {};
        }
    }

    void start(timeline<World> time) {
        forecast_ = std::make_unique<forecaster<World>>(std::move(time), stage_->forecast);
    }

    // All that is shown of an entity, as a number.
    static constexpr auto look_hash = [](entity_key key, const auto& form) {
        return page::look_hash(key, form);
    };

    stage_pointer stage_;                 // first: the engine in it outlives the forecaster
    std::shared_ptr<const history> past_; // while there is no forecaster
    std::unique_ptr<forecaster<World>> forecast_;
    std::optional<forecast_edit> under_way_;
    std::uint64_t edition_ = 0; // counts changes
    std::weak_ptr<const history> counted_;
    std::size_t entities_ = 0; // in the last frame of it
    std::shared_ptr<world_reviver<World>> reviver_ = std::make_shared<world_reviver<World>>();
    // Memory that is used again.
    time::frame_view<World> view_;
    time::frame_view<World> next_view_;
    std::vector<transform3> poses_;
    std::vector<entity_key> sleepers_;
};

} // namespace orrery::studio
