#include "apps/scene/hex/hex_input_reader.hpp"
#include "apps/scene/hex/hex_scene.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace orrery::scene_format {
namespace {

[[nodiscard]] hex::world_settings hex_settings_of(const scene_file& scene) {
    const json::cursor root(scene.document);
    const json::cursor settings = root["settings"];
    const json::cursor kind = settings["broad_phase"];
    hex::world_settings made;
    if (kind && kind->string() == "sweep") {
        made.broad_phase = hex::broad_phase_kind::sweep;
    }
    return made;
}

// How many of the objects there is room for. Adding is all or nothing, so each try takes a world of its own.
[[nodiscard]] std::size_t how_many_fit(std::span<const hex::object_definition> all, const hex::world& like,
                                       engine& machine) {
    std::size_t fitting = 0;
    std::size_t failing = all.size();
    while (fitting + 1 < failing) {
        const std::size_t middle = fitting + (failing - fitting) / 2;
        hex::world tried(machine, like.shared_rules(), like.settings());
        (tried.add(all.first(middle)) ? fitting : failing) = middle;
    }
    return fitting;
}

void add_hex_objects(const hex_object_list& list, hex::world& world, engine& machine, reading& notes) {
    for (std::size_t number = 0; number < list.objects().size(); ++number) {
        if (const status answer = check(list.objects()[number], world.rules()); !answer) {
            notes.refuse_whole(list.source_of(number), answer.reason().message);
            return;
        }
    }
    if (const status answer = world.add(list.objects()); !answer) {
        const std::size_t number = how_many_fit(list.objects(), world, machine);
        notes.refuse_whole(list.source_of(number), text("of ", list.objects().size(), " objects, ", number,
                                                        " have room: ", answer.reason().message));
    }
}

} // namespace

result<hex_scene> build_hex(const scene_file& scene, engine& machine) {
    reading notes(scene);
    hex_book book(scene);
    book.read(scene, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    const hex_object_list list(scene, book, notes);
    if (!notes.is_ok()) {
        return notes.reason();
    }
    if (const status answer = book.rules.check(); !answer) {
        notes.refuse_whole(json::cursor(scene.document), answer.reason().message);
        return notes.reason();
    }
    hex_scene made{
        .world = hex::world(machine, std::make_shared<const hex::rules>(book.rules), hex_settings_of(scene)),
        .looks = list.looks(),
        .colors = book.colors};
    add_hex_objects(list, made.world, machine, notes);
    if (notes.is_ok()) {
        made.inputs = read_hex_inputs(list, book, notes);
    }
    if (!notes.is_ok()) {
        return notes.reason();
    }
    return made;
}

hex_appearance hex_appearance_of(const scene_file& scene) {
    reading notes(scene);
    hex_book book(scene);
    book.read(scene, notes);
    if (!notes.is_ok()) {
        return {};
    }
    const hex_object_list list(scene, book, notes);
    return {list.looks(), std::move(book.colors)};
}

} // namespace orrery::scene_format
