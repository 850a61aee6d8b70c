// The course of a world through time, whether it was recorded in a file or is computed now from a scene: what
// was where in each frame, what happened, and the world itself in any frame. Of a recording only what is
// asked for is read.
#pragma once

#include "apps/orrery/arguments/names.hpp"
#include "apps/orrery/arguments/source.hpp"
#include "apps/orrery/output/progress.hpp"
#include "apps/orrery/worlds/worlds.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace orrery::command {

struct course_settings {
    // A scene is computed up to this frame, or as far as it is worth watching. A recording is as long as it
    // is.
    std::optional<std::uint64_t> last_frame{};
    std::uint32_t threads = 0;
    bool is_quiet = false;
};

template <typename World>
class course {
public:
    using traits = apps::world_traits<World>;
    using event = typename World::event_type;

    [[nodiscard]] static result<course> open(source from, const course_settings& settings) {
        course made(settings.threads);
        if (from.is_recording()) {
            return made.read(std::move(from));
        }
        ORRERY_CHECK(from.scene, "a source without a recording has a scene");
        made.name_ = from.name;
        return made.compute(*from.scene, settings);
    }

    [[nodiscard]] bool is_recording() const noexcept { return file_.has_value(); }

    [[nodiscard]] const time::recording<World>& recording() const {
        ORRERY_CHECK(file_, "only a course from a recording has one");
        return *file_;
    }

    // An empty world, for its settings.
    [[nodiscard]] const World& rules() const noexcept { return *rules_; }

    [[nodiscard]] const apps::entity_names& names() const noexcept { return look_.names; }

    // What the scene says about colours, if it is known.
    [[nodiscard]] const typename traits::palette& palette() const noexcept { return look_.palette; }

    // Empty if it is not known.
    [[nodiscard]] const std::string& title() const noexcept { return title_; }

    [[nodiscard]] double time_step() const { return traits::time_step(*rules_); }

    [[nodiscard]] time::frame_range frames() const { return file_ ? file_->frames() : known_->frames(); }

    // As messages call it, and how large the recording is.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    // The frames that --from and --to choose; without them all.
    [[nodiscard]] result<time::frame_range> choose(const std::optional<std::uint64_t>& from,
                                                   const std::optional<std::uint64_t>& to) const {
        const time::frame_range chosen{from.value_or(frames().first), to.value_or(frames().end - 1) + 1};
        for (const std::uint64_t end : {chosen.first, chosen.end - 1}) {
            if (const status answer = check_frame(end); !answer) {
                return answer.reason();
            }
        }
        if (chosen.is_empty()) {
            return error{text("there are no frames from ", chosen.first, " to ", chosen.end - 1,
                              ": --from must not be after --to")};
        }
        return chosen;
    }

    [[nodiscard]] status check_frame(std::uint64_t frame) const {
        if (!frames().contains(frame)) {
            return error{
                text("frame ", frame, " is not there, expected ", frames().first, " to ", frames().end - 1)};
        }
        return {};
    }

    [[nodiscard]] result<time::frame_view<World>> seek(std::uint64_t frame) const {
        if (const status answer = check_frame(frame); !answer) {
            return answer.reason();
        }
        if (file_) {
            return file_->seek(frame);
        }
        return known_->seek(frame).value();
    }

    [[nodiscard]] result<time::entity_state<World>> at(entity_key key, std::uint64_t frame) const {
        if (const status answer = check_frame(frame); !answer) {
            return answer.reason();
        }
        if (file_) {
            return file_->at(key, frame);
        }
        auto found = known_->at(key, frame);
        if (!found) {
            return error{text("there is no entity with the key ", digits(key), " in frame ", frame)};
        }
        return std::move(found).value();
    }

    [[nodiscard]] time::event_history<event> events() const {
        return file_ ? file_->events() : known_->events;
    }

    [[nodiscard]] const time::journal<typename World::input_type>& journal() const {
        return file_ ? file_->journal() : known_->journal;
    }

    // The world in a frame; of a recording from the last keyframe on.
    [[nodiscard]] result<World> revive(std::uint64_t frame) const {
        if (const status answer = check_frame(frame); !answer) {
            return answer.reason();
        }
        if (!file_) {
            return known_->revive(frame, *machine_);
        }
        World world = rules_->fork(*machine_);
        if (const status answer = file_->revive(world, frame); !answer) {
            return answer.reason();
        }
        return world;
    }

private:
    explicit course(std::uint32_t threads)
        : machine_(std::make_unique<engine>(
              engine_settings{.thread_count = threads, .level = log_level::warning})) {}

    result<course> read(source from) {
        ORRERY_CHECK(from.file, "only a recording is read");
        name_ = from.name;
        bytes_ = from.bytes;
        const time::recording_header& header = *from.file->header();
        auto rules = traits::from_rules(header.settings, *machine_);
        if (!rules) {
            return error{text(from.name, ": ", rules.reason().message)};
        }
        rules_ = std::make_unique<World>(std::move(*rules));
        if (from.scene) {
            traits::add_surfaces(*from.scene, *machine_, *rules_);
        }
        auto opened = time::recording<World>::open(std::move(*from.file), *rules_);
        if (!opened) {
            return opened.reason();
        }
        file_.emplace(std::move(*opened));
        if (file_->frames().is_empty()) {
            return error{text(from.name, " has no frames")};
        }
        if (from.scene) {
            title_ = from.scene->title;
            look_ = traits::look_of(*from.scene);
        }
        return std::move(*this);
    }

    result<course> compute(const scene_format::scene_file& scene, const course_settings& settings) {
        auto built = traits::build(scene, *machine_);
        if (!built) {
            return built.reason();
        }
        title_ = scene.title;
        look_ = std::move(built->look);
        rules_ = std::make_unique<World>(built->world.fork(*machine_));
        computed_ = std::make_unique<timeline<World>>(std::move(built->world),
                                                      timeline_settings{.track_bytes = std::size_t{1} << 30});
        typename timeline<World>::transaction inputs;
        inputs.added = std::move(built->inputs);
        if (const status answer = computed_->apply(inputs); !answer) {
            return answer.reason();
        }
        const std::uint64_t last = settings.last_frame.value_or(scene.frames);
        progress bar("computing", last, settings.is_quiet);
        while (computed_->head() < last) {
            computed_->advance();
            bar.show(computed_->head());
        }
        known_ = computed_->known();
        return std::move(*this);
    }

    std::unique_ptr<engine> machine_;
    std::unique_ptr<World> rules_;
    std::optional<time::recording<World>> file_;
    std::unique_ptr<timeline<World>> computed_;
    std::shared_ptr<const time::history<World>> known_; // of it
    apps::scene_look<World> look_;
    std::string title_;
    std::string name_;
    std::uint64_t bytes_ = 0;
};

// Opens what an argument names, and calls visit(const course<World>&) with it.
template <typename Visit>
int with_course(result<source> from, const course_settings& settings, Visit visit) {
    if (!from) {
        return fail(from.reason().message);
    }
    const std::string world = from->world;
    return with_world(world, [&]<typename World>(std::type_identity<World>) {
        const auto opened = course<World>::open(std::move(*from), settings);
        return opened ? visit(*opened) : fail(opened.reason().message);
    });
}

} // namespace orrery::command
