// Opens a scene or a recording of one kind of world. What this takes to compile is compiled once for each
// kind, in rigid/rigid_opening.cpp and its like.
#pragma once

#include "apps/studio/session/opening.hpp"
#include "apps/studio/session/world/world_course.hpp"
#include "apps/world/world_traits.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/text.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/recording.hpp>

#include <utility>

namespace orrery::studio {
namespace detail {

[[nodiscard]] inline bool has_threads(const session_settings& settings) noexcept {
    return ORRERY_THREADS != 0 && settings.has_thread;
}

template <typename World>
[[nodiscard]] std::shared_ptr<stage<World>> make_stage(apps::scene_look<World> look, const std::string& scene,
                                                       std::unique_ptr<engine> machine,
                                                       const session_settings& settings) {
    return std::make_shared<stage<World>>(
        stage<World>{.look = std::move(look),
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

[[nodiscard]] inline std::unique_ptr<engine> make_engine(const session_settings& settings) {
    return std::make_unique<engine>(
        engine_settings{.thread_count = has_threads(settings) ? settings.thread_count : 1});
}

template <typename World>
[[nodiscard]] opening describe(const scene_format::scene_file* scene, const apps::scene_look<World>& look,
                               const World& rules) {
    using traits = apps::world_traits<World>;
    opening made{.world = std::string(std::string_view(World::type_name)),
                 .time_step = traits::time_step(rules)};
    if (scene != nullptr) {
        made.title = scene->title;
        made.about = scene->about;
        made.view = scene->view;
    }
    made.names = look.names;
    made.tiles = traits::tiles(rules, look.palette);
    made.blueprints = traits::blueprints(rules);
    made.walls = traits::walls(rules, look.palette);
    made.has_materials = traits::has_materials;
    made.lanes.assign(traits::lanes.begin(), traits::lanes.end());
    made.lanes.push_back(input_lane);
    made.lanes.push_back(keyframe_lane);
    made.quantities = traits::quantities;
    made.phases = traits::phases;
    return made;
}

} // namespace detail

template <typename World>
[[nodiscard]] result<opening> open_scene_as(const scene_format::scene_file& scene,
                                            const session_settings& settings) {
    std::unique_ptr<engine> machine = detail::make_engine(settings);
    auto built = apps::world_traits<World>::build(scene, *machine);
    if (!built) {
        return built.reason();
    }
    opening made = detail::describe(&scene, built->look, built->world);
    made.scene = scene.name;
    auto shared = detail::make_stage(std::move(built->look), scene.text, std::move(machine), settings);
    timeline<World> time(std::move(built->world), shared->time);
    typename timeline<World>::transaction inputs;
    inputs.added = std::move(built->inputs);
    if (!inputs.is_empty()) {
        if (const status answer = time.apply(inputs); !answer) {
            return answer.reason();
        }
    }
    made.first = std::make_unique<world_course<World>>(shared, std::move(time));
    return made;
}

// Names and colours come from the scene that a recording carries, if it is one.
template <typename World>
[[nodiscard]] result<opening> open_recording_as(time::recording_reader file,
                                                const session_settings& settings) {
    using traits = apps::world_traits<World>;
    const time::recording_header header = *file.header();
    const std::string name = file.name();
    std::unique_ptr<engine> machine = detail::make_engine(settings);
    const std::string text_of_scene(reinterpret_cast<const char*>(header.scene.data()), header.scene.size());
    const result<scene_format::scene_file> scene = scene_format::parse_scene(text_of_scene, name);
    const bool has_scene = scene && scene->world == std::string_view(World::type_name);
    auto rules = traits::from_rules(header.settings, *machine);
    if (!rules) {
        return error{text(name, ": ", rules.reason().message)};
    }
    apps::scene_look<World> look;
    if (has_scene) {
        traits::add_surfaces(*scene, *machine, *rules);
        look = traits::look_of(*scene);
    }
    opening made = detail::describe(scene ? &*scene : nullptr, look, *rules);
    made.title = made.title.empty() ? name : made.title;
    auto shared = detail::make_stage(std::move(look), text_of_scene, std::move(machine), settings);
    const auto opened = time::recording<World>::open(std::move(file), *rules);
    if (!opened) {
        return error{opened.reason().message};
    }
    auto time = opened->resume(shared->time);
    if (!time) {
        return error{text(name, ": ", time.reason().message)};
    }
    made.first = std::make_unique<world_course<World>>(shared, std::move(*time));
    return made;
}

extern template result<opening> open_scene_as<rigid::world>(const scene_format::scene_file&,
                                                            const session_settings&);
extern template result<opening> open_recording_as<rigid::world>(time::recording_reader,
                                                                const session_settings&);
extern template result<opening> open_scene_as<circles::world>(const scene_format::scene_file&,
                                                              const session_settings&);
extern template result<opening> open_recording_as<circles::world>(time::recording_reader,
                                                                  const session_settings&);
extern template result<opening> open_scene_as<hex::world>(const scene_format::scene_file&,
                                                          const session_settings&);
extern template result<opening> open_recording_as<hex::world>(time::recording_reader,
                                                              const session_settings&);

} // namespace orrery::studio
