#include "apps/studio/session/circles/circles_lens.hpp"
#include "apps/studio/session/hex/hex_lens.hpp"
#include "apps/studio/session/opening.hpp"
#include "apps/studio/session/rigid/rigid_lens.hpp"
#include "apps/studio/session/world_course.hpp"

#include <orrery/core/text.hpp>
#include <orrery/timeline/recording.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::studio {
namespace {

[[nodiscard]] bool has_threads(const session_settings& settings) noexcept {
    return ORRERY_THREADS != 0 && settings.has_thread;
}

template <typename Lens>
[[nodiscard]] std::shared_ptr<stage<Lens>> make_stage(Lens lens, const std::string& scene,
                                                      std::unique_ptr<engine> machine,
                                                      const session_settings& settings) {
    return std::make_shared<stage<Lens>>(
        stage<Lens>{.lens = std::move(lens),
                    .forecast = {.horizon = settings.horizon,
                                 .cpu_share = settings.cpu_share,
                                 .has_thread = has_threads(settings),
                                 .on_edit_done = settings.on_work_due},
                    // What a scene itself does is a change that nobody undoes.
                    .time = {.most_keyframes = 256,
                             .track_bytes = settings.track_bytes,
                             .most_undos = most_undos + 1,
                             .seals_in_background = has_threads(settings)},
                    .scene = scene,
                    .machine = std::move(machine)});
}

[[nodiscard]] std::unique_ptr<engine> make_engine(const session_settings& settings) {
    return std::make_unique<engine>(
        engine_settings{.thread_count = has_threads(settings) ? settings.thread_count : 1});
}

template <typename Lens>
[[nodiscard]] opening describe(const scene_format::scene_file* scene, const Lens& lens, double time_step) {
    opening made{.world = std::string(std::string_view(Lens::world::type_name)), .time_step = time_step};
    if (scene != nullptr) {
        made.title = scene->title;
        made.about = scene->about;
        made.view = scene->view;
    }
    made.looks = lens.looks();
    made.tiles = lens.tiles();
    made.blueprints = lens.blueprints();
    made.walls = lens.walls();
    made.has_materials = Lens::has_materials;
    made.lanes.assign(Lens::lanes.begin(), Lens::lanes.end());
    made.lanes.push_back(input_lane);
    made.lanes.push_back(keyframe_lane);
    made.quantities = Lens::quantities;
    made.phases = Lens::phases;
    return made;
}

template <typename Lens>
[[nodiscard]] result<opening> open_scene_as(const scene_format::scene_file& scene,
                                            const session_settings& settings) {
    using world = typename Lens::world;
    std::unique_ptr<engine> machine = make_engine(settings);
    auto built = Lens::build(scene, *machine);
    if (!built) {
        return built.reason();
    }
    const double time_step = Lens::time_step(built->world);
    auto shared = make_stage(Lens(*built), scene.text, std::move(machine), settings);
    timeline<world> time(std::move(built->world), shared->time);
    typename timeline<world>::transaction inputs;
    inputs.added = std::move(built->inputs);
    if (!inputs.is_empty()) {
        if (const status answer = time.apply(inputs); !answer) {
            return answer.reason();
        }
    }
    opening made = describe(&scene, shared->lens, time_step);
    made.scene = scene.name;
    made.first = std::make_unique<world_course<Lens>>(shared, std::move(time));
    return made;
}

// The scene that a recording carries, if it is one: then names and colours come from it, and what a world
// does not write down (its table of materials).
template <typename Lens>
[[nodiscard]] result<opening> open_recording_as(time::recording_reader file,
                                                const session_settings& settings) {
    using world = typename Lens::world;
    const time::recording_header header = *file.header();
    const std::string name = file.name();
    std::unique_ptr<engine> machine = make_engine(settings);
    const std::string text_of_scene(reinterpret_cast<const char*>(header.scene.data()), header.scene.size());
    const result<scene_format::scene_file> scene = scene_format::parse_scene(text_of_scene, name);
    std::optional<Lens> lens;
    std::optional<world> rules;
    if (scene && scene->world == std::string_view(world::type_name)) {
        if (auto built = Lens::build(*scene, *machine)) {
            lens.emplace(*built);
            rules.emplace(std::move(built->world));
        }
    }
    if (!lens || !rules) {
        auto plain = Lens::rules_from(header, *machine);
        if (!plain) {
            return error{text(name, ": ", plain.reason().message)};
        }
        lens.emplace(*plain);
        rules.emplace(std::move(*plain));
    }
    const double time_step = Lens::time_step(*rules);
    auto shared = make_stage(std::move(*lens), text_of_scene, std::move(machine), settings);
    const auto opened = time::recording<world>::open(std::move(file), *rules);
    if (!opened) {
        return error{opened.reason().message};
    }
    auto time = opened->resume(shared->time);
    if (!time) {
        return error{text(name, ": ", time.reason().message)};
    }
    opening made = describe(scene ? &*scene : nullptr, shared->lens, time_step);
    made.title = made.title.empty() ? name : made.title;
    made.first = std::make_unique<world_course<Lens>>(shared, std::move(*time));
    return made;
}

struct shown_world {
    std::string_view name;
    result<opening> (*open_scene)(const scene_format::scene_file&, const session_settings&);
    result<opening> (*open_recording)(time::recording_reader, const session_settings&);
};

template <typename Lens>
[[nodiscard]] constexpr shown_world shown_by() {
    return {Lens::world::type_name, &open_scene_as<Lens>, &open_recording_as<Lens>};
}

constexpr std::array worlds{shown_by<rigid_lens>(), shown_by<hex_lens>(), shown_by<circles_lens>()};

[[nodiscard]] const shown_world* find_world(std::string_view name) noexcept {
    const auto found = std::ranges::find(worlds, name, &shown_world::name);
    return found != worlds.end() ? &*found : nullptr;
}

} // namespace

result<opening> open_scene(const scene_format::scene_file& scene, const session_settings& settings) {
    const shown_world* const found = find_world(scene.world);
    if (found == nullptr) {
        return error{text("the studio cannot show worlds of the type '", printable(scene.world), "'")};
    }
    return found->open_scene(scene, settings);
}

result<opening> open_recording(std::vector<std::byte> bytes, std::string_view name,
                               const session_settings& settings) {
    auto file = time::recording_reader::open(mapped_file(std::move(bytes)), std::string(name));
    if (!file) {
        return file.reason();
    }
    if (!file->header()) {
        return file->header().reason();
    }
    const shown_world* const found = find_world(file->header()->world);
    if (found == nullptr) {
        return error{text(name, ": the studio cannot show worlds of the type '",
                          printable(file->header()->world), "'")};
    }
    return found->open_recording(std::move(*file), settings);
}

} // namespace orrery::studio
