#include "apps/scene/rigid/constraint_reader.hpp"
#include "apps/scene/rigid/input_reader.hpp"
#include "apps/scene/rigid/ragdoll_reader.hpp"
#include "apps/scene/rigid/rigid_scene.hpp"

#include <orrery/rigid/movers/character.hpp>

namespace orrery::scene_format {
namespace {

// Answers with the entities of the bodies that are there from the beginning.
[[nodiscard]] std::vector<entity> add_bodies(const body_list& list, body_reader& bodies, rigid::world& world,
                                             reading& notes) {
    std::vector<entity> entities;
    for (std::size_t number = 0; number < list.first_count(); ++number) {
        const listed_body& which = list.bodies()[number];
        body_reader::definition made = bodies.place(which);
        if (!notes.is_ok()) {
            break;
        }
        made.what.key = body_list::key_of(number);
        const result<entity> answer = make_body(world, made.what);
        if (!answer) {
            notes.refuse_whole(list.sources()[which.source].at(), answer.reason().message);
            break;
        }
        if (made.push) {
            world.registry().emplace<rigid::steady_force>(*answer, *made.push);
        }
        if (made.walker) {
            world.registry().emplace<rigid::character>(*answer, *made.walker);
            world.registry().emplace<rigid::walk_state>(*answer);
        }
        entities.push_back(*answer);
    }
    return entities;
}

[[nodiscard]] std::vector<look> looks_in(const body_list& list, reading& notes) {
    std::vector<look> looks;
    for (std::size_t number = 0; number < list.bodies().size(); ++number) {
        const listed_body& each = list.bodies()[number];
        if (!each.name.empty() || each.color) {
            looks.push_back({body_list::key_of(number), each.name, each.color});
        }
    }
    add_ragdoll_looks(looks, notes);
    return looks;
}

} // namespace

result<rigid_scene> build_rigid(const scene_file& scene, engine& machine) {
    reading notes(scene);
    const layer_names layers = read_layers(scene, notes);
    const rigid::world_settings settings = read_settings(scene, layers, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    const body_list list(scene, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    rigid_scene made{.world = rigid::world(machine, settings)};
    body_reader bodies(list, layers, made.world, notes);
    bodies.materials().add_pairs(made.world.materials());
    const std::vector<entity> entities = add_bodies(list, bodies, made.world, notes);
    if (notes.is_ok()) {
        const joint_list joints = add_constraints(list, entities, made.world, notes);
        made.inputs = read_inputs(list, joints, bodies, notes);
        add_ragdolls(made.world, notes);
        made.looks = looks_in(list, notes);
    }
    if (!notes.is_ok()) {
        return notes.reason();
    }
    return made;
}

std::vector<look> looks_of(const scene_file& scene) {
    reading notes(scene);
    const body_list list(scene, notes);
    return looks_in(list, notes);
}

} // namespace orrery::scene_format
