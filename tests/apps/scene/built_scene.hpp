// A world of rigid bodies from the members of a document, for tests of what becomes of them.
#pragma once

#include "apps/scene/rigid/rigid_scene.hpp"

#include <cstdint>
#include <string>

namespace orrery::scene_format {

// The members of a document besides those that every one has, one on each line from the second on.
[[nodiscard]] inline result<scene_file> parsed_scene(const std::string& members) {
    return parse_scene("{\"title\": \"t\", \"world\": \"rigid\",\n" + members + "}", "x.json");
}

[[nodiscard]] inline scene_file scene_of(const std::string& members) {
    return parsed_scene(members).value();
}

struct built {
    engine machine{engine_settings{.thread_count = 1}};
    rigid_scene made;

    explicit built(const std::string& members)
        : made(build_rigid(scene_of(members), machine).value()) {}

    [[nodiscard]] entity at(std::uint64_t key) { return made.world.registry().find(entity_key{key}); }

    template <typename T>
    [[nodiscard]] const T& get(std::uint64_t key) {
        return made.world.registry().get<const T>(at(key));
    }

    template <typename T>
    [[nodiscard]] std::size_t count() {
        return made.world.registry().count<T>();
    }
};

// By its schema, or by what is made of it.
[[nodiscard]] inline std::string refusal_of(const std::string& members) {
    const auto scene = parsed_scene(members);
    if (!scene) {
        return scene.reason().message;
    }
    engine machine(engine_settings{.thread_count = 1});
    const auto made = build_rigid(*scene, machine);
    return made ? "" : made.reason().message;
}

} // namespace orrery::scene_format
