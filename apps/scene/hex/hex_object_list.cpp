#include "apps/scene/hex/hex_field.hpp"
#include "apps/scene/hex/hex_object_list.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

namespace orrery::scene_format {
namespace {

constexpr double farthest_cell = 250'000; // as the schema has it for points

[[nodiscard]] bool is_field(const json::cursor& generator) {
    const std::string& kind = generator["kind"]->string();
    return kind != "grid" && kind != "ring";
}

[[nodiscard]] double count_of_objects(const json::cursor& generator) {
    return is_field(generator) ? hex_field_count(generator) : count_of_plane_places(generator);
}

} // namespace

hex_object_list::hex_object_list(const scene_file& scene, hex_book& book, reading& notes)
    : entity_list("object")
    , book_(book) {
    const json::cursor root(scene.document);
    add_objects(root["objects"], notes);
    add_generators(root["generators"], notes, &count_of_objects,
                   [&](const json::cursor& generator, std::uint32_t source) {
                       is_field(generator) ? add_field(generator, source, notes)
                                           : add_copies(generator, source, notes);
                   });
    add_creations(root["inputs"], notes, [&](const json::cursor& blueprint) {
        const std::uint8_t number = book.blueprints.find(blueprint, notes);
        return notes.is_ok() ? book.blueprint_colors[number] : std::nullopt;
    });
}

entity_key hex_object_list::add_object(hex::object_definition what, std::uint32_t source) {
    what.key = add(source);
    objects_.push_back(std::move(what));
    return objects_.back().key;
}

hex_object_list::hex_template hex_object_list::from_blueprint(std::uint8_t number) const {
    const hex::blueprint& from = book_.rules.blueprints[number];
    return {.what = {.type = from.type, .tiles = from.tiles}, .color = book_.blueprint_colors[number]};
}

hex_object_list::hex_template hex_object_list::read(const json::cursor& object, reading& notes) const {
    const json::cursor blueprint = object["blueprint"];
    const json::cursor type = object["type"];
    hex_template made;
    if (blueprint) {
        for (const std::string_view name : {"type", "rows", "cells"}) {
            if (const json::cursor too_much = object[name]) {
                notes.refuse(too_much, "none, because 'blueprint' says what the object is made of");
            }
        }
        const std::uint8_t number = book_.blueprints.find(blueprint, notes);
        if (notes.is_ok()) {
            made = from_blueprint(number);
        }
    } else if (type) {
        made.what.type = book_.types.find(type, notes);
        made.what.tiles = read_hex_tiles(object, book_, notes);
    } else {
        notes.refuse(blueprint, "the name of a blueprint, or 'type' with the name of a type");
    }
    const hex_units& units = book_.units;
    const json::cursor spin = object["spin"];
    const json::cursor turning = object["turn_acceleration"];
    made.position = plane_vector_of(object["position"]);
    made.degrees = degrees_of(object["angle"]);
    made.velocity = plane_vector_of(object["velocity"]);
    made.acceleration = plane_vector_of(object["acceleration"]);
    made.what.a.friction = hex_units::friction(object["friction"], notes);
    made.what.b.friction = made.what.a.friction;
    made.what.turn = {.velocity = units.spin(degrees_of(spin), spin, notes),
                      .friction = hex_units::friction(object["turn_friction"], notes),
                      .acceleration = units.turn_acceleration(degrees_of(turning), turning, notes)};
    made.what.group = static_cast<std::uint8_t>(whole_number(object["group"], 0));
    if (const std::optional<std::uint32_t> color = read_color(object["color"], notes)) {
        made.color = color;
    }
    return made;
}

hex::object_definition hex_object_list::place(const hex_template& what, const plane_place& where,
                                              const json::cursor& at, reading& notes) const {
    hex::object_definition made = what.what;
    const vector2d position = where.position + turned_in_plane(what.position, where.degrees);
    if (!(abs(position.x) <= farthest_cell && abs(position.y) <= farthest_cell)) {
        notes.refuse_whole(at, text("an object at (", position.x, ", ", position.y,
                                    ") is too far away, expected at most ", farthest_cell,
                                    " cells along x and y"));
        return made;
    }
    made.position = hex_units::position(position);
    made.angle = hex_units::angle(where.degrees + what.degrees);
    const hex_vector velocity =
        book_.units.velocity(turned_in_plane(what.velocity, where.degrees), at["velocity"], notes);
    const hex_vector acceleration = book_.units.acceleration(
        turned_in_plane(what.acceleration, where.degrees), at["acceleration"], notes);
    made.a.velocity = static_cast<std::int16_t>(velocity.a);
    made.b.velocity = static_cast<std::int16_t>(velocity.b);
    made.a.acceleration = static_cast<std::int8_t>(acceleration.a);
    made.b.acceleration = static_cast<std::int8_t>(acceleration.b);
    return made;
}

void hex_object_list::add_objects(const json::cursor& objects, reading& notes) {
    for (std::size_t number = 0; number < objects.size() && notes.is_ok(); ++number) {
        const json::cursor each = objects.item(number);
        const json::cursor name = each["name"];
        const hex_template what = read(each, notes);
        const entity_key key = add_object(place(what, {}, each, notes), add_source(each));
        add_look(key, name ? name->string() : std::string{}, what.color, name, notes);
    }
}

void hex_object_list::add_copies(const json::cursor& generator, std::uint32_t source, reading& notes) {
    const json::cursor given = generator["objects"];
    std::vector<hex_template> templates;
    for (std::size_t number = 0; number < given.size() && notes.is_ok(); ++number) {
        const json::cursor each = given.item(number);
        if (!each->is(json::kind::string)) {
            templates.push_back(read(each, notes));
        } else if (const std::uint8_t found = book_.blueprints.find(each, notes); notes.is_ok()) {
            templates.push_back(from_blueprint(found));
        }
    }
    const std::vector<plane_place> places = plane_places_of(generator);
    for (std::size_t index = 0; index < places.size() && notes.is_ok(); ++index) {
        const std::size_t choice = index % templates.size();
        const json::cursor at = given.item(choice);
        const entity_key key = add_object(place(templates[choice], places[index], at, notes), source);
        add_generated_look(generator, key, index, templates[choice].color, notes);
    }
}

void hex_object_list::add_field(const json::cursor& generator, std::uint32_t source, reading& notes) {
    const json::cursor names = generator["names"];
    std::vector<hex::object_definition> made = generate_hex_field(generator, book_, notes);
    std::vector<std::size_t> counts(book_.rules.object_types.size());
    for (std::size_t number = 0; names && number < names->members().size() && notes.is_ok(); ++number) {
        const json::member& each = names->members()[number];
        if (!book_.types.find(each.name)) {
            notes.refuse(names.at_member(each),
                         text("the name of a type before it, and '", printable(each.name), "' is none"));
        }
    }
    for (std::size_t index = 0; index < made.size() && notes.is_ok(); ++index) {
        const std::uint8_t type = made[index].type;
        const entity_key key = add_object(std::move(made[index]), source);
        if (const json::cursor name = names[book_.rules.object_types[type].name]) {
            add_look(key, text(name->string(), " ", ++counts[type]), {}, name, notes);
        }
    }
}

} // namespace orrery::scene_format
