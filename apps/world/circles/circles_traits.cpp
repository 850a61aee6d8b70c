// Construction and motion.
#include "apps/world/circles/circles_measures.hpp"
#include "apps/world/circles/circles_traits.hpp"
#include "apps/world/plane_world.hpp"

#include <orrery/circles/world_archive.hpp>
#include <orrery/core/archive/byte_archive.hpp>

#include <memory>
#include <numbers>
#include <utility>

namespace orrery::apps {

using circles_traits = world_traits<circles::world>;

result<built_scene<circles::world>> circles_traits::build(const scene_format::scene_file& scene,
                                                          engine& machine) {
    auto made = scene_format::build_circles(scene, machine);
    if (!made) {
        return made.reason();
    }
    return built_scene<circles::world>{
        std::move(made->world),
        std::move(made->inputs),
        {.names = entity_names(std::move(made->looks)),
         .palette = {std::move(made->wall_colors), std::move(made->blueprint_colors)}}};
}

scene_look<circles::world> circles_traits::look_of(const scene_format::scene_file& scene) {
    scene_format::circles_appearance read = scene_format::circles_appearance_of(scene);
    return {.names = entity_names(std::move(read.looks)),
            .palette = {std::move(read.wall_colors), std::move(read.blueprint_colors)}};
}

result<circles::world> circles_traits::from_rules(std::span<const std::byte> rules, engine& machine) {
    byte_reader in(rules);
    auto loaded = circles::load_rules(in);
    if (!loaded) {
        return loaded.reason();
    }
    return circles::world(machine, std::make_shared<const circles::rules>(std::move(*loaded)));
}

std::vector<std::string> circles_traits::blueprints(const circles::world& there) {
    return names_of(there.rules().blueprints);
}

std::vector<wall_look> circles_traits::walls(const circles::world& there, const palette& colors) {
    std::vector<wall_look> all;
    const std::vector<circles::wall>& walls = there.rules().walls;
    for (std::size_t index = 0; index < walls.size(); ++index) {
        const circles::wall& from = walls[index];
        all.push_back({.name = from.name,
                       .points = from.points,
                       .radius = from.radius,
                       .is_closed = from.is_closed,
                       .kick = from.kick,
                       .is_sensor = from.is_sensor,
                       .color = index < colors.walls.size() ? colors.walls[index] : std::nullopt});
    }
    return all;
}

std::array<scalar, circles_traits::motion_fields.size()>
circles_traits::motion_values(const circles::motion& motion, const circles::world&) noexcept {
    return {motion.position.x, motion.position.y, motion.angle,
            motion.velocity.x, motion.velocity.y, motion.spin};
}

transform3 circles_traits::pose_of(const circles::motion& motion) noexcept {
    return plane_pose(position_of(motion), motion.angle);
}

transform3 circles_traits::interpolate(const circles::motion& from, const circles::motion& to,
                                       scalar fraction) noexcept {
    constexpr double turn = 2 * std::numbers::pi;
    double way = double{to.angle} - from.angle;
    way += way > turn / 2 ? -turn : way < -turn / 2 ? turn : 0;
    const vector2 position = from.position + (to.position - from.position) * fraction;
    return plane_pose({position.x, position.y, 0}, from.angle + way * fraction);
}

} // namespace orrery::apps
