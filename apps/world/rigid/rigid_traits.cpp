// Construction and motion.
#include "apps/world/rigid/rigid_measures.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/presentation.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <bit>
#include <utility>

namespace orrery::apps {

using rigid_traits = world_traits<rigid::world>;

result<built_scene<rigid::world>> rigid_traits::build(const scene_format::scene_file& scene,
                                                      engine& machine) {
    auto made = scene_format::build_rigid(scene, machine);
    if (!made) {
        return made.reason();
    }
    return built_scene<rigid::world>{
        std::move(made->world), std::move(made->inputs), {.names = entity_names(std::move(made->looks))}};
}

scene_look<rigid::world> rigid_traits::look_of(const scene_format::scene_file& scene) {
    return {.names = entity_names(scene_format::looks_of(scene))};
}

result<rigid::world> rigid_traits::from_rules(std::span<const std::byte> rules, engine& machine) {
    byte_reader in(rules);
    const auto loaded = rigid::load_rules(in);
    if (!loaded) {
        return loaded.reason();
    }
    rigid::world made(machine, loaded->settings);
    made.shapes().merge(loaded->shapes);
    return made;
}

void rigid_traits::add_surfaces(const scene_format::scene_file& scene, engine& machine, rigid::world& into) {
    if (scene.text.find("\"pages\"") == std::string::npos) {
        return; // recordings carry all others
    }
    if (const auto made = scene_format::build_rigid(scene, machine)) {
        into.shapes().merge(made->world.shapes());
    }
}

std::array<scalar, rigid_traits::motion_fields.size()>
rigid_traits::motion_values(const rigid::motion& motion, const rigid::world&) noexcept {
    return std::bit_cast<std::array<scalar, motion_fields.size()>>(motion);
}

transform3 rigid_traits::interpolate(const rigid::motion& from, const rigid::motion& to,
                                     scalar fraction) noexcept {
    return rigid::interpolate(pose_of(from), pose_of(to), fraction);
}

vector3 rigid_traits::shape_offset(const entity_form& form) {
    const auto* const center = form.try_get<rigid::center_of_mass>();
    return center != nullptr ? -center->value : vector3{};
}

bool rigid_traits::is_worth_passing(const entity_form& form) noexcept {
    const auto* const body = form.try_get<rigid::body>();
    return body != nullptr && body->kind != rigid::body_kind::fixed;
}

} // namespace orrery::apps
