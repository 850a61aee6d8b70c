#include "apps/scene/circles/circles_input_reader.hpp"
#include "apps/scene/circles/circles_scene.hpp"

#include <memory>
#include <utility>

namespace orrery::scene_format {

result<circles_scene> build_circles(const scene_file& scene, engine& machine) {
    reading notes(scene);
    circles_book book;
    book.read(scene, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    const circles_list list(scene, book, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    // Walls and blueprints have been looked at where they stand.
    if (const status answer = book.rules.check(); !answer) {
        notes.refuse_whole(json::cursor(scene.document), answer.reason().message);
        return notes.reason();
    }
    circles_scene made{.world = circles::world(machine, std::make_shared<const circles::rules>(book.rules)),
                       .looks = list.looks(),
                       .wall_colors = book.wall_colors,
                       .blueprint_colors = book.blueprint_colors};
    if (const status answer = made.world.add(list.circles()); !answer) {
        notes.refuse_whole(json::cursor(scene.document), answer.reason().message);
        return notes.reason();
    }
    made.inputs = read_circles_inputs(list, book, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    return made;
}

circles_appearance circles_appearance_of(const scene_file& scene) {
    reading notes(scene);
    circles_book book;
    book.read(scene, notes);
    if (!notes.is_ok()) {
        return {};
    }
    const circles_list list(scene, book, notes);
    return {list.looks(), std::move(book.wall_colors), std::move(book.blueprint_colors)};
}

} // namespace orrery::scene_format
