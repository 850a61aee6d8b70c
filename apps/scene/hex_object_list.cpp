#include "apps/scene/hex_field.hpp"
#include "apps/scene/hex_object_list.hpp"
#include "apps/scene/place_name.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>

namespace orrery::scene_format {
namespace {

constexpr double farthest_cell = 250'000; // as the schema has it for points

[[nodiscard]] entity_key key_of_object(std::size_t number) noexcept {
    return entity_key{number + 1};
}

[[nodiscard]] bool is_field(const json::cursor& generator) {
    const std::string& kind = generator["kind"]->string();
    return kind != "grid" && kind != "ring";
}

[[nodiscard]] double count_of_objects(const json::cursor& generator) {
    if (is_field(generator)) {
        return hex_field_count(generator);
    }
    const json::cursor count = generator["count"];
    return count->is(json::kind::number) ? count->number()
                                         : count.item(0)->number() * count.item(1)->number();
}

[[nodiscard]] double degrees_of(const json::cursor& what) {
    return what ? what->number() : 0;
}

} // namespace

hex_object_list::hex_object_list(const scene_file& scene, hex_book& book, reading& notes)
    : book_(book) {
    const json::cursor root(scene.document);
    add_objects(root["objects"], notes);
    const json::cursor generators = root["generators"];
    for (std::size_t number = 0; number < generators.size() && notes.is_ok(); ++number) {
        generators_.push_back(objects_.size());
        add_generator(generators.item(number), notes);
    }
    generators_.push_back(objects_.size());
    add_creations(root["inputs"], notes);
}

std::uint32_t hex_object_list::add_source(const json::cursor& what) {
    sources_.push_back({&*what, what.path()});
    return static_cast<std::uint32_t>(sources_.size() - 1);
}

void hex_object_list::add(hex::object_definition what, std::uint32_t source) {
    what.key = key_of_object(objects_.size());
    objects_.push_back(std::move(what));
    source_numbers_.push_back(source);
}

void hex_object_list::add_look(entity_key key, std::string name, std::optional<std::uint32_t> color,
                               const json::cursor& named_by, reading& notes) {
    if (name.empty() && !color) {
        return;
    }
    if (!name.empty() && !names_.try_emplace(name, key).second) {
        notes.refuse(named_by, "a name that no other object has");
    }
    looks_.push_back({key, std::move(name), color});
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
    made.position = screen_vector_of(object["position"]);
    made.degrees = degrees_of(object["angle"]);
    made.velocity = screen_vector_of(object["velocity"]);
    made.acceleration = screen_vector_of(object["acceleration"]);
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

hex::object_definition hex_object_list::place(const hex_template& what, const hex_place& where,
                                              const json::cursor& at, reading& notes) const {
    hex::object_definition made = what.what;
    const vector2d position = where.position + turned_on_screen(what.position, where.degrees);
    if (!(abs(position.x) <= farthest_cell && abs(position.y) <= farthest_cell)) {
        notes.refuse_whole(at, text("an object at (", position.x, ", ", position.y,
                                    ") is too far away, expected at most ", farthest_cell,
                                    " cells along x and y"));
        return made;
    }
    made.position = hex_units::position(position);
    made.angle = hex_units::angle(where.degrees + what.degrees);
    const hex_vector velocity =
        book_.units.velocity(turned_on_screen(what.velocity, where.degrees), at["velocity"], notes);
    const hex_vector acceleration = book_.units.acceleration(
        turned_on_screen(what.acceleration, where.degrees), at["acceleration"], notes);
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
        add(place(what, {}, each, notes), add_source(each));
        add_look(objects_.back().key, name ? name->string() : std::string{}, what.color, name, notes);
    }
}

void hex_object_list::add_generator(const json::cursor& generator, reading& notes) {
    const double count = count_of_objects(generator);
    if (static_cast<double>(objects_.size()) + count > static_cast<double>(max_bodies)) {
        notes.refuse_whole(generator,
                           text("it makes about ", count, " objects, but a scene has at most ", max_bodies));
        return;
    }
    const std::uint32_t source = add_source(generator);
    is_field(generator) ? add_field(generator, source, notes) : add_copies(generator, source, notes);
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
    const vector2d middle = screen_vector_of(generator["position"]);
    const double turn = degrees_of(generator["angle"]);
    std::vector<hex_place> places;
    if (generator["kind"]->string() == "ring") {
        const std::uint64_t count = whole_number(generator["count"]);
        for (std::uint64_t number = 0; number < count; ++number) {
            const double degrees = turn + 360.0 * static_cast<double>(number) / static_cast<double>(count);
            const vector2d out{generator["radius"]->number(), 0};
            places.push_back({middle + turned_on_screen(out, degrees), degrees});
        }
    } else {
        const std::uint64_t columns = whole_number(generator["count"].item(0));
        const std::uint64_t rows = whole_number(generator["count"].item(1));
        const vector2d spacing = screen_vector_of(generator["spacing"]);
        const auto from_middle = [](std::uint64_t number, std::uint64_t count) {
            return static_cast<double>(number) - static_cast<double>(count - 1) / 2;
        };
        for (std::uint64_t row = 0; row < rows; ++row) {
            for (std::uint64_t column = 0; column < columns; ++column) {
                const vector2d way{spacing.x * from_middle(column, columns),
                                   spacing.y * from_middle(row, rows)};
                places.push_back({middle + turned_on_screen(way, turn), turn});
            }
        }
    }
    const json::cursor name = generator["name"];
    const json::cursor colors = generator["colors"];
    for (std::size_t index = 0; index < places.size() && notes.is_ok(); ++index) {
        const std::size_t choice = index % templates.size();
        const json::cursor at = given.item(choice);
        add(place(templates[choice], places[index], at, notes), source);
        add_look(objects_.back().key, name ? text(name->string(), " ", index + 1) : std::string{},
                 colors ? read_color(colors.item(index % colors.size()), notes) : templates[choice].color,
                 name, notes);
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
        add(std::move(made[index]), source);
        if (const json::cursor name = names[book_.rules.object_types[type].name]) {
            add_look(objects_.back().key, text(name->string(), " ", ++counts[type]), {}, name, notes);
        }
    }
}

void hex_object_list::add_creations(const json::cursor& inputs, reading& notes) {
    std::size_t next = objects_.size();
    for (std::size_t number = 0; number < inputs.size() && notes.is_ok(); ++number) {
        const json::cursor each = inputs.item(number);
        if (each["kind"]->string() != "create") {
            continue;
        }
        if (next == max_bodies) {
            notes.refuse_whole(each, text("a scene has at most ", max_bodies, " objects"));
            return;
        }
        const json::cursor name = each["name"];
        const std::uint8_t blueprint = book_.blueprints.find(each["blueprint"], notes);
        std::optional<std::uint32_t> color = read_color(each["color"], notes);
        if (!color && notes.is_ok()) {
            color = book_.blueprint_colors[blueprint];
        }
        created_[number] = key_of_object(next);
        add_look(key_of_object(next), name ? name->string() : std::string{}, color, name, notes);
        ++next;
    }
}

entity_key hex_object_list::find(const json::cursor& reference, reading& notes) const {
    if (const auto place = names_.find(reference->string()); place != names_.end()) {
        return place->second;
    }
    if (const std::optional<std::size_t> place = find_by_place(reference->string(), "objects", generators_)) {
        return key_of_object(*place);
    }
    json::closest_name meant(reference->string());
    for (const auto& [name, key] : names_) {
        meant.consider(name);
    }
    notes.refuse(reference, text("the name of an object", meant.question()));
    return entity_key::none;
}

} // namespace orrery::scene_format
