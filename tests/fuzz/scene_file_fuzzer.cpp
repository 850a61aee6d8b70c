// Reads the input as a scene and builds its world. Whatever is in it, it is built or refused in one sentence
// that names the document, and its looks can be listed either way.
#include "apps/scene/circles/circles_scene.hpp"
#include "apps/scene/hex/hex_scene.hpp"
#include "apps/scene/rigid/rigid_scene.hpp"
#include "fuzz_support.hpp"

#include <string>

namespace {

using namespace orrery;

void check_rigid(const scene_format::scene_file& scene, engine& machine) {
    const result<scene_format::rigid_scene> built = scene_format::build_rigid(scene, machine);
    if (!built) {
        fuzz::expect(built.reason().message.starts_with("scene.json"), "an error names the document");
        (void)scene_format::looks_of(scene);
        return;
    }
    fuzz::expect(scene_format::looks_of(scene).size() == built->looks.size(),
                 "looks do not depend on the world");
}

void check_hex(const scene_format::scene_file& scene, engine& machine) {
    const result<scene_format::hex_scene> built = scene_format::build_hex(scene, machine);
    const scene_format::hex_appearance appearance = scene_format::hex_appearance_of(scene);
    if (!built) {
        fuzz::expect(built.reason().message.starts_with("scene.json"), "an error names the document");
        return;
    }
    fuzz::expect(appearance.looks.size() == built->looks.size() &&
                     appearance.colors.tiles == built->colors.tiles,
                 "looks do not depend on the world");
}

void check_circles(const scene_format::scene_file& scene, engine& machine) {
    const result<scene_format::circles_scene> built = scene_format::build_circles(scene, machine);
    const scene_format::circles_appearance appearance = scene_format::circles_appearance_of(scene);
    if (!built) {
        fuzz::expect(built.reason().message.starts_with("scene.json"), "an error names the document");
        return;
    }
    fuzz::expect(appearance.looks.size() == built->looks.size() &&
                     appearance.wall_colors.size() == built->world.rules().walls.size(),
                 "looks do not depend on the world, and each wall may have a colour");
}

void build(const scene_format::scene_file& scene) {
    static engine machine(engine_settings{.thread_count = 1, .level = log_level::off});
    if (scene.world == "hex") {
        check_hex(scene, machine);
    } else if (scene.world == "circles") {
        check_circles(scene, machine);
    } else {
        check_rigid(scene, machine);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    const std::string text(input, input + size);
    const result<scene_format::scene_file> scene = scene_format::parse_scene(text, "scene.json");
    if (!scene) {
        fuzz::expect(scene.reason().message.starts_with("scene.json"), "an error names the document");
        return 0;
    }
    fuzz::expect(scene->text == text, "a scene keeps its text");
    build(*scene);
    return 0;
}
