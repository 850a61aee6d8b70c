#include "apps/scene/hex/hex_book.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/number.hpp>

namespace orrery::scene_format {
namespace {

[[nodiscard]] std::uint32_t hex_ticks_of(const scene_file& scene) {
    const json::cursor root(scene.document);
    const json::cursor settings = root["settings"];
    return static_cast<std::uint32_t>(whole_number(settings["ticks_per_second"], 100));
}

[[nodiscard]] double double_of(const json::cursor& what, double otherwise) {
    return what ? what->number() : otherwise;
}

// In 255ths.
[[nodiscard]] std::uint8_t share_of(const json::cursor& what, std::uint8_t otherwise) {
    return what ? static_cast<std::uint8_t>(round_to<std::int32_t>(what->number() * 255)) : otherwise;
}

template <typename Whole>
[[nodiscard]] Whole small_number(const json::cursor& what, Whole otherwise) {
    return static_cast<Whole>(whole_number(what, otherwise));
}

// The corners in order: a rectangle with nothing in it is a mistake.
[[nodiscard]] aabb2i rectangle_of(const json::cursor& what, reading& notes) {
    const json::cursor high = what["high"];
    const aabb2i made{hex_units::screen_position(plane_vector_of(what["low"])),
                      hex_units::screen_position(plane_vector_of(high))};
    if (made.min.x >= made.max.x || made.min.y >= made.max.y) {
        notes.refuse(high, "a corner to the right of 'low' and below it");
    }
    return made;
}

// Calls visit(cursor, name) for each member.
template <typename Visit>
void each_member(const json::cursor& of, const reading& notes, Visit visit) {
    for (std::size_t number = 0; of && number < of->members().size() && notes.is_ok(); ++number) {
        const json::member& each = of->members()[number];
        visit(of.at_member(each), each.name);
    }
}

} // namespace

hex_book::hex_book(const scene_file& scene)
    : units(hex_ticks_of(scene)) {
    rules.ticks_per_second = static_cast<std::uint16_t>(hex_ticks_of(scene));
}

void hex_book::read(const scene_file& scene, reading& notes) {
    const json::cursor root(scene.document);
    const auto add_names = [&](std::string_view list, hex_names& to) {
        each_member(root[list], notes, [&](const json::cursor&, std::string_view name) { to.add(name); });
    };
    // All names before all that refers to them.
    add_names("tiles", tiles);
    add_names("weapons", weapons);
    add_names("pilots", pilots);
    add_names("types", types);
    add_names("blueprints", blueprints);
    const auto read_all = [&](std::string_view list,
                              void (hex_book::*read_one)(const json::cursor&, std::string_view, reading&)) {
        each_member(root[list], notes, [&](const json::cursor& what, std::string_view name) {
            (this->*read_one)(what, name, notes);
        });
    };
    read_all("tiles", &hex_book::read_tile);
    read_all("weapons", &hex_book::read_weapon);
    read_all("pilots", &hex_book::read_pilot);
    read_all("types", &hex_book::read_type);
    read_all("blueprints", &hex_book::read_blueprint);
    read_environment(root["environment"], notes);
}

void hex_book::read_tile(const json::cursor& what, std::string_view name, reading& notes) {
    hex::tile_type made{.name = std::string(name)};
    made.mass = small_number(what["mass"], made.mass);
    made.hit_points = small_number(what["hit_points"], made.hit_points);
    if (const json::cursor weapon = what["weapon"]) {
        made.weapon = weapons.find(weapon, notes);
    }
    if (const json::cursor symbol = what["symbol"]) {
        const char letter = symbol->string().front();
        if (letter <= ' ' || letter > '~' || letter == '.') {
            notes.refuse(symbol,
                         "a letter, a digit or a sign, but not a dot, which means that nothing is there");
        } else if (!symbols.try_emplace(letter, static_cast<std::uint8_t>(rules.tile_types.size())).second) {
            notes.refuse(symbol, "a character that no other tile has");
        }
    }
    rules.tile_types.push_back(std::move(made));
    colors.tiles.push_back(read_color(what["color"], notes));
}

void hex_book::read_weapon(const json::cursor& what, std::string_view name, reading& notes) {
    const json::cursor projectile = what["projectile"];
    const json::cursor speed = what["speed"];
    hex::weapon made{.name = std::string(name), .projectile = types.find(projectile, notes)};
    made.period = small_number(what["period"], made.period);
    made.speed = units.speed(double_of(speed, 97.65625), speed, notes);
    const json::cursor root(notes.scene().document);
    const json::cursor all = root["types"];
    if (notes.is_ok() && all[projectile->string()]["kind"]->string() != "particle") {
        notes.refuse(projectile, "the name of a type of particles");
    }
    rules.weapons.push_back(std::move(made));
}

void hex_book::read_pilot(const json::cursor& what, std::string_view name, reading& notes) {
    const json::cursor thrust = what["thrust"];
    const json::cursor turning = what["turning"];
    hex::pilot made{.name = std::string(name)};
    made.period = small_number(what["period"], made.period);
    made.thrust = units.thrust(double_of(thrust, 19.53125), thrust, notes);
    made.turning = units.turning(double_of(turning, 109.86328125), turning, notes);
    made.sight = hex_units::length(double_of(what["sight"], 256));
    made.distance = hex_units::length(double_of(what["distance"], 24));
    if (const json::cursor aim = what["aim"]) {
        made.aim = static_cast<std::uint16_t>(
            round_to<std::int32_t>(aim->number() * (angle16::steps_per_turn / 360.0)));
    }
    rules.pilots.push_back(std::move(made));
}

void hex_book::read_type(const json::cursor& what, std::string_view name, reading& notes) {
    hex::object_type made{.name = std::string(name)};
    made.kind =
        what["kind"]->string() == "particle" ? hex::object_kind::particle : hex::object_kind::composite;
    made.restitution = share_of(what["restitution"], made.restitution);
    made.friction = share_of(what["friction"], made.friction);
    made.damage = small_number(what["damage"], made.damage);
    if (const json::cursor pilot = what["pilot"]) {
        made.pilot = pilots.find(pilot, notes);
    }
    made.mass = small_number(what["mass"], made.mass);
    made.lifetime = small_number(what["lifetime"], made.lifetime);
    made.is_spent_by_hits = flag_of(what["is_spent_by_hits"], false);
    rules.object_types.push_back(std::move(made));
    colors.types.push_back(read_color(what["color"], notes));
}

void hex_book::read_blueprint(const json::cursor& what, std::string_view name, reading& notes) {
    hex::blueprint made{.name = std::string(name), .type = types.find(what["type"], notes)};
    made.tiles = read_hex_tiles(what, *this, notes);
    if (notes.is_ok()) {
        const hex::object_definition one{.key = entity_key{1}, .type = made.type, .tiles = made.tiles};
        if (const status answer = check(one, rules); !answer) {
            notes.refuse_whole(what, answer.reason().message);
        }
    }
    rules.blueprints.push_back(std::move(made));
    blueprint_colors.push_back(read_color(what["color"], notes));
}

void hex_book::read_environment(const json::cursor& what, reading& notes) {
    if (!what) {
        return;
    }
    has_environment = true;
    if (const json::cursor border = what["border"]) {
        const json::cursor pull = border["pull"];
        rules.environment.border = {.inside = rectangle_of(border, notes),
                                    .friction = hex_units::friction(border["friction"], notes),
                                    .pull = units.pull(double_of(pull, 0), pull, notes)};
    }
    const json::cursor regions = what["regions"];
    for (std::size_t number = 0; number < regions.size() && notes.is_ok(); ++number) {
        const json::cursor each = regions.item(number);
        const json::cursor acceleration = each["acceleration"];
        rules.environment.regions.push_back(
            {.area = rectangle_of(each, notes),
             .friction = hex_units::friction(each["friction"], notes),
             .acceleration = units.acceleration(plane_vector_of(acceleration), acceleration, notes)});
    }
}

} // namespace orrery::scene_format
