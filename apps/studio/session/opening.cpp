#include "apps/studio/session/opening.hpp"
#include "apps/studio/session/world/world_opening.hpp"
#include "apps/world/all_worlds.hpp"

#include <orrery/core/text.hpp>

#include <utility>

namespace orrery::studio {

result<opening> open_scene(const scene_format::scene_file& scene, const session_settings& settings) {
    result<opening> made =
        error{text("the studio cannot show worlds of the type '", printable(scene.world), "'")};
    apps::visit_world(scene.world, [&]<typename World>(std::type_identity<World>) {
        made = open_scene_as<World>(scene, settings);
    });
    return made;
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
    const std::string world = file->header()->world;
    result<opening> made =
        error{text(name, ": the studio cannot show worlds of the type '", printable(world), "'")};
    apps::visit_world(world, [&]<typename World>(std::type_identity<World>) {
        made = open_recording_as<World>(std::move(*file), settings);
    });
    return made;
}

} // namespace orrery::studio
