#include "apps/scene/hex/hex_field.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"
#include "scenes/builders/hex_fields.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>

namespace orrery::scene_format {
namespace {

// The number that each entry of one list of a field's rules has in the book.
using hex_numbers = std::vector<std::uint8_t>;

[[nodiscard]] std::uint8_t numbered(const hex_numbers& numbers, std::uint8_t which) {
    return which == hex::no_index ? hex::no_index : numbers[which];
}

class rule_merger {
public:
    rule_merger(const json::cursor& generator, hex_book& book, reading& notes) noexcept
        : generator_(generator)
        , book_(book)
        , notes_(notes) {}

    void merge(const hex::rules& from) {
        hex::rules& to = book_.rules;
        // Numbers first, since the lists refer to each other.
        const std::size_t first_tile = to.tile_types.size();
        const std::size_t first_weapon = to.weapons.size();
        const std::size_t first_type = to.object_types.size();
        const std::size_t first_blueprint = to.blueprints.size();
        tiles_ = add(from.tile_types, to.tile_types, book_.tiles);
        weapons_ = add(from.weapons, to.weapons, book_.weapons);
        pilots_ = add(from.pilots, to.pilots, book_.pilots);
        types_ = add(from.object_types, to.object_types, book_.types);
        (void)add(from.blueprints, to.blueprints, book_.blueprints);
        for (std::size_t number = first_tile; number < to.tile_types.size(); ++number) {
            to.tile_types[number].weapon = numbered(weapons_, to.tile_types[number].weapon);
        }
        for (std::size_t number = first_weapon; number < to.weapons.size(); ++number) {
            to.weapons[number].projectile = numbered(types_, to.weapons[number].projectile);
        }
        for (std::size_t number = first_type; number < to.object_types.size(); ++number) {
            to.object_types[number].pilot = numbered(pilots_, to.object_types[number].pilot);
        }
        for (std::size_t number = first_blueprint; number < to.blueprints.size(); ++number) {
            to.blueprints[number].type = numbered(types_, to.blueprints[number].type);
            renumber(to.blueprints[number].tiles);
        }
        book_.colors.tiles.resize(to.tile_types.size());
        book_.colors.types.resize(to.object_types.size());
        book_.blueprint_colors.resize(to.blueprints.size());
    }

    void renumber(hex::object_definition& what) const {
        what.type = numbered(types_, what.type);
        renumber(what.tiles);
    }

private:
    template <typename Entry>
    [[nodiscard]] hex_numbers add(const std::vector<Entry>& from, std::vector<Entry>& to, hex_names& names) {
        hex_numbers numbers;
        for (const Entry& each : from) {
            std::optional<std::uint8_t> known = names.find(each.name);
            if (!known && names.is_full()) {
                notes_.refuse_whole(generator_,
                                    text("it brings '", each.name, "' along, but a list has at most ",
                                         hex::max_types, " entries"));
                known = 0;
            }
            if (!known) {
                known = names.add(each.name);
                to.push_back(each);
            }
            numbers.push_back(*known);
        }
        return numbers;
    }

    void renumber(std::vector<hex::tile>& all) const {
        for (hex::tile& each : all) {
            each.type = numbered(tiles_, each.type);
        }
    }

    const json::cursor& generator_;
    hex_book& book_;
    reading& notes_;
    hex_numbers tiles_;
    hex_numbers weapons_;
    hex_numbers pilots_;
    hex_numbers types_;
};

[[nodiscard]] scenes::hex_scene make_asteroid_field(const json::cursor& what, const hex_units& units,
                                                    reading& notes) {
    scenes::asteroid_field_settings made;
    made.count = static_cast<std::uint32_t>(whole_number(what["count"], made.count));
    made.seed = whole_number(what["seed"], made.seed);
    if (const json::cursor share = what["particles"]) {
        made.particles = share->number();
    }
    if (const json::cursor tiles = what["tiles"]) {
        made.min_tiles = static_cast<std::uint32_t>(whole_number(tiles.item(0)));
        made.max_tiles = static_cast<std::uint32_t>(whole_number(tiles.item(1)));
        if (made.min_tiles > made.max_tiles) {
            notes.refuse(tiles.item(1), "at least as many as the first number");
        }
    }
    if (const json::cursor spacing = what["spacing"]) {
        made.spacing = hex_units::length(spacing->number());
    }
    if (const json::cursor speed = what["speed"]) {
        // Along x and along y at once, it is still a velocity along A and along B.
        constexpr std::int16_t fastest = 20'000;
        made.speed = units.speed(speed->number(), speed, notes);
        if (made.speed > fastest) {
            notes.refuse(speed,
                         text("at most ", static_cast<float>(fastest * units.velocity_step()), " cells/s"));
        }
    }
    return notes.is_ok() ? scenes::asteroid_field(made) : scenes::hex_scene{};
}

[[nodiscard]] scenes::hex_scene make_two_fleets(const json::cursor& what) {
    scenes::two_fleets_settings made;
    made.ships = static_cast<std::uint32_t>(whole_number(what["ships"], made.ships));
    made.asteroids = static_cast<std::uint32_t>(whole_number(what["asteroids"], made.asteroids));
    made.seed = whole_number(what["seed"], made.seed);
    if (const json::cursor distance = what["distance"]) {
        made.distance = hex_units::length(distance->number());
    }
    return scenes::two_fleets(made);
}

[[nodiscard]] scenes::hex_scene make_rapid_fire(const json::cursor& what, const hex_units& units,
                                                reading& notes) {
    scenes::rapid_fire_settings made;
    made.bullets = static_cast<std::uint16_t>(whole_number(what["bullets"], made.bullets));
    made.rocks = static_cast<std::uint32_t>(whole_number(what["rocks"], made.rocks));
    made.seed = whole_number(what["seed"], made.seed);
    if (const json::cursor speed = what["speed"]) {
        made.speed = units.speed(speed->number(), speed, notes);
    }
    constexpr std::int32_t shortest = 16; // cells, of the column in which rocks drift
    if (std::int32_t{made.bullets} * made.speed / 4 < shortest * hex::cell_pitch) {
        notes.refuse_whole(what, text("its bullets come less far than ", shortest, " cells"));
    }
    return notes.is_ok() ? scenes::rapid_fire(made) : scenes::hex_scene{};
}

[[nodiscard]] hex::environment moved_by(hex::environment what, vector2i way) {
    const auto move = [&](aabb2i& box) {
        box.min += way;
        box.max += way;
    };
    move(what.border.inside);
    for (hex::region& each : what.regions) {
        move(each.area);
    }
    return what;
}

void read_field_colors(const json::cursor& given, hex_book& book, reading& notes) {
    for (std::size_t number = 0; given && number < given->members().size() && notes.is_ok(); ++number) {
        const json::member& each = given->members()[number];
        const json::cursor here = given.at_member(each);
        const std::optional<std::uint8_t> tile = book.tiles.find(each.name);
        const std::optional<std::uint8_t> type = book.types.find(each.name);
        if (!tile && !type) {
            notes.refuse(here, text("the name of a tile or a type before the colour, and '",
                                    printable(each.name), "' is none"));
            return;
        }
        const std::optional<std::uint32_t> color = read_color(here, notes);
        if (tile) {
            book.colors.tiles[*tile] = color;
        }
        if (type) {
            book.colors.types[*type] = color;
        }
    }
}

} // namespace

double hex_field_count(const json::cursor& generator) {
    const auto number = [&](std::string_view name, double otherwise) {
        const json::cursor found = generator[name];
        return found ? found->number() : otherwise;
    };
    const std::string& kind = generator["kind"]->string();
    if (kind == "asteroid_field") {
        return number("count", scenes::asteroid_field_settings{}.count);
    }
    if (kind == "two_fleets") {
        const scenes::two_fleets_settings usual;
        return number("ships", usual.ships) + number("asteroids", usual.asteroids);
    }
    return number("rocks", scenes::rapid_fire_settings{}.rocks) + 1;
}

std::vector<hex::object_definition> generate_hex_field(const json::cursor& generator, hex_book& book,
                                                       reading& notes) {
    const std::string& kind = generator["kind"]->string();
    scenes::hex_scene made = kind == "asteroid_field" ? make_asteroid_field(generator, book.units, notes)
                             : kind == "two_fleets"   ? make_two_fleets(generator)
                                                      : make_rapid_fire(generator, book.units, notes);
    if (!notes.is_ok()) {
        return {};
    }
    rule_merger rules(generator, book, notes);
    rules.merge(*made.rules);
    const vector2i way = hex_units::screen_position(plane_vector_of(generator["position"]));
    if (!book.has_environment) {
        book.has_environment = true;
        book.rules.environment = moved_by(made.rules->environment, way);
    }
    read_field_colors(generator["colors"], book, notes);
    for (hex::object_definition& each : made.objects) {
        rules.renumber(each);
        each.position += from_screen(way);
        each.key = entity_key::none;
    }
    return std::move(made.objects);
}

} // namespace orrery::scene_format
