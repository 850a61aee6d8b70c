// Construction and motion.
#include "apps/world/hex/hex_traits.hpp"
#include "apps/world/plane_world.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/hex/world_archive.hpp>

#include <memory>
#include <utility>

namespace orrery::apps {
namespace {

[[nodiscard]] transform3 view_pose(hex_screen::point position, double steps) {
    return plane_pose(hex_screen::to_vector(position), -steps * hex_screen::radians_per_step);
}

} // namespace

using hex_traits = world_traits<hex::world>;

result<built_scene<hex::world>> hex_traits::build(const scene_format::scene_file& scene, engine& machine) {
    auto made = scene_format::build_hex(scene, machine);
    if (!made) {
        return made.reason();
    }
    return built_scene<hex::world>{
        std::move(made->world),
        std::move(made->inputs),
        {.names = entity_names(std::move(made->looks)), .palette = std::move(made->colors)}};
}

scene_look<hex::world> hex_traits::look_of(const scene_format::scene_file& scene) {
    scene_format::hex_appearance read = scene_format::hex_appearance_of(scene);
    return {.names = entity_names(std::move(read.looks)), .palette = std::move(read.colors)};
}

result<hex::world> hex_traits::from_rules(std::span<const std::byte> rules, engine& machine) {
    byte_reader in(rules);
    auto loaded = hex::load_rules(in);
    if (!loaded) {
        return loaded.reason();
    }
    return hex::world(machine, std::make_shared<const hex::rules>(std::move(*loaded)));
}

std::vector<tile_look> hex_traits::tiles(const hex::world& there, const palette& colors) {
    std::vector<tile_look> all;
    const auto& types = there.rules().tile_types;
    all.reserve(types.size());
    for (std::size_t index = 0; index < types.size(); ++index) {
        all.push_back({types[index].name, index < colors.tiles.size() ? colors.tiles[index] : std::nullopt});
    }
    return all;
}

std::vector<std::string> hex_traits::blueprints(const hex::world& there) {
    return names_of(there.rules().blueprints);
}

std::array<double, hex_traits::motion_fields.size()>
hex_traits::motion_values(const hex::recorded_motion& motion, const hex::world& there) noexcept {
    const hex_screen::point position = hex_screen::to_cells(motion.position);
    const hex_screen::point velocity = hex_screen::velocity_in_cells(motion, there.rules());
    const double spin =
        motion.turn.velocity * hex_screen::quarters_per_tick(there.rules()) * hex_screen::degrees_per_step;
    return {position.x, position.y, motion.angle * hex_screen::degrees_per_step,
            velocity.x, velocity.y, spin};
}

transform3 hex_traits::pose_of(const hex::recorded_motion& motion) noexcept {
    return view_pose(hex_screen::to_view(motion.position), motion.angle);
}

transform3 hex_traits::interpolate(const hex::recorded_motion& from, const hex::recorded_motion& to,
                                   scalar fraction) noexcept {
    const hex_vector way = to.position - from.position;
    const std::int32_t turn = angle16::from_steps(std::int64_t{to.angle} - from.angle).steps();
    const double part = fraction;
    return view_pose(hex_screen::to_view(from.position.a + way.a * part, from.position.b + way.b * part),
                     from.angle + turn * part);
}

} // namespace orrery::apps
