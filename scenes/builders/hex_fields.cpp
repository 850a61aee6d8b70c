#include "scenes/builders/hex_fields.hpp"
#include "scenes/builders/hex_shapes.hpp"

#include <orrery/hex/extended_arena.hpp>
#include <orrery/math/random_values.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace orrery::scenes {
namespace {

constexpr std::int32_t screen = 65536;

// Tiles of all scenes that have rocks; ships add theirs behind.
enum tile_number : std::uint8_t { stone, ore, hull, armor, engine, cockpit, gun };

// The one weapon and the one pilot of a scene that has any.
constexpr std::uint8_t only = 0;

std::vector<hex::tile_type> rock_tile_types() {
    return {{.name = "stone", .mass = 2, .hit_points = 6}, {.name = "ore", .mass = 5, .hit_points = 12}};
}

// A tile as new.
hex::tile fresh(const hex::rules& rules, std::uint8_t type) {
    return {.at = {}, .type = type, .hit_points = rules.tile_types[type].hit_points};
}

rock_tiles tiles_of_rocks(const hex::rules& rules) {
    return {.stone = fresh(rules, stone), .ore = fresh(rules, ore)};
}

aabb2i square(std::int32_t half_side) {
    return {{-half_side, -half_side}, {half_side, half_side}};
}

std::int16_t symmetric(xoshiro256& random, std::int16_t most) {
    return static_cast<std::int16_t>(uniform_int(random, -most, most));
}

vector2i random_point(xoshiro256& random, const aabb2i& within) {
    const auto x = static_cast<std::int32_t>(uniform_int(random, within.min.x, within.max.x));
    const auto y = static_cast<std::int32_t>(uniform_int(random, within.min.y, within.max.y));
    return {x, y};
}

void set_velocity(hex::object_definition& what, vector2i on_screen) {
    const hex_vector velocity = from_screen(on_screen);
    what.a.velocity = static_cast<std::int16_t>(velocity.a);
    what.b.velocity = static_cast<std::int16_t>(velocity.b);
}

void drift(hex::object_definition& what, std::int16_t speed, xoshiro256& random) {
    const std::int16_t x = symmetric(random, speed);
    const std::int16_t y = symmetric(random, speed);
    set_velocity(what, {x, y});
}

void turn(hex::object_definition& what, xoshiro256& random) {
    constexpr std::int16_t fastest = 200; // quarters of a step a tick: a turn in 13 seconds
    what.angle = angle16::from_steps(uniform_int(random, -32768, 32767));
    what.turn.velocity = symmetric(random, fastest);
}

void add(hex_scene& to, hex::object_definition&& what) {
    what.key = entity_key{to.objects.size() + 1};
    to.objects.push_back(std::move(what));
}

std::uint32_t random_size(const asteroid_field_settings& settings, xoshiro256& random) {
    return static_cast<std::uint32_t>(uniform_int(random, settings.min_tiles, settings.max_tiles));
}

// A shape for each rock if they all fit into an arena with a quarter to spare, otherwise a few hundred.
std::vector<std::vector<hex::tile>> rock_shapes(std::uint32_t rocks, const asteroid_field_settings& settings,
                                                const rock_tiles& of, xoshiro256& random) {
    constexpr std::size_t room = hex::extended_arena::max_grains * hex::extended_arena::grain / 4 * 3;
    constexpr std::size_t few = 400;
    std::vector<std::vector<hex::tile>> shapes;
    std::size_t bytes = 0;
    while (shapes.size() < rocks) {
        const std::uint32_t tile_count = random_size(settings, random);
        std::vector<hex::tile> shape = random_rock(tile_count, of, random);
        bytes += hex::record_size(shape);
        if (bytes > room) {
            shapes.resize(std::min(shapes.size(), few));
            break;
        }
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

// From the middle of its tiles, which all weigh about the same, to the farthest corner.
std::int32_t reach_of(std::span<const hex::tile> tiles) {
    hex_vector sum{};
    for (const hex::tile& each : tiles) {
        sum += hex::center_of(each.at);
    }
    const auto count = static_cast<std::int32_t>(tiles.size());
    const hex_vector middle{sum.a / count, sum.b / count};
    std::uint32_t farthest = 0;
    for (const hex::tile& each : tiles) {
        farthest = std::max(farthest, length(hex::center_of(each.at) - middle));
    }
    return static_cast<std::int32_t>(farthest) + hex::cell_pitch;
}

// Places in the rows and columns of a square, each a little off.
class jittered_places {
public:
    jittered_places(std::uint32_t count, std::int32_t half_side)
        : columns_(std::max<std::uint32_t>(integer_sqrt(count), 1))
        , half_side_(half_side) {
        columns_ += columns_ * columns_ < count ? 1 : 0;
        pitch_ = static_cast<std::int32_t>(2 * std::int64_t{half_side} / columns_);
    }

    [[nodiscard]] vector2i operator()(std::uint32_t number, xoshiro256& random) const {
        const auto column = static_cast<std::int32_t>(number % columns_);
        const auto row = static_cast<std::int32_t>(number / columns_);
        const vector2i offset = random_point(random, square(pitch_ / 8));
        return {column * pitch_ + pitch_ / 2 - half_side_ + offset.x,
                row * pitch_ + pitch_ / 2 - half_side_ + offset.y};
    }

    // Which of them has this point in its part of the square; may be more than there are.
    [[nodiscard]] std::size_t nearest(vector2i point) const {
        const auto column = static_cast<std::uint32_t>((point.x + half_side_) / pitch_);
        const auto row = static_cast<std::uint32_t>((point.y + half_side_) / pitch_);
        return std::size_t{row} * columns_ + column;
    }

private:
    std::uint32_t columns_;
    std::int32_t half_side_;
    std::int32_t pitch_ = 0;
};

// Not inside a rock, where it would rattle about for long. Gives up where there is hardly any room between.
vector2i place_for_dust(std::span<const hex::object_definition> rocks, const jittered_places& places,
                        std::int32_t half_side, xoshiro256& random) {
    vector2i point;
    for (int attempt = 0; attempt < 20; ++attempt) {
        point = random_point(random, square(half_side));
        const std::size_t rock = places.nearest(point);
        if (rock >= rocks.size() || length(from_screen(point) - rocks[rock].position) >
                                        static_cast<std::uint32_t>(reach_of(rocks[rock].tiles))) {
            break;
        }
    }
    return point;
}

} // namespace

hex_scene asteroid_field(const asteroid_field_settings& settings) {
    enum object_number : std::uint8_t { rock, dust };

    xoshiro256 random(settings.seed);
    const std::uint64_t area = std::uint64_t{settings.count} * static_cast<std::uint64_t>(settings.spacing) *
                               static_cast<std::uint64_t>(settings.spacing);
    const auto half_side = static_cast<std::int32_t>(integer_sqrt(area) / 2);
    hex::rules rules;
    rules.tile_types = rock_tile_types();
    // Nothing is lost when they meet, so that the field is as lively after an hour. Dust is about as heavy as
    // a rock, or it would become much faster than all else.
    rules.object_types = {
        {.name = "rock", .restitution = 255, .friction = 0},
        {.name = "dust", .kind = hex::object_kind::particle, .restitution = 255, .friction = 0, .mass = 40}};
    rules.environment.border = {.inside = square(half_side), .friction = 0, .pull = 100};

    const auto particles = static_cast<std::uint32_t>(settings.particles * settings.count);
    const std::uint32_t rocks = settings.count - std::min(particles, settings.count);
    const auto shapes = rock_shapes(rocks, settings, tiles_of_rocks(rules), random);
    rules.blueprints = {{.name = "dust", .type = dust}};
    if (!shapes.empty()) {
        rules.blueprints.push_back({.name = "rock", .type = rock, .tiles = shapes.front()});
    }

    hex_scene made{std::make_shared<const hex::rules>(std::move(rules)), {}};
    const jittered_places places(rocks, half_side);
    for (std::uint32_t number = 0; number < rocks; ++number) {
        hex::object_definition what{.type = rock};
        const std::uint64_t shape = shapes.size() == rocks ? number : uniform_below(random, shapes.size());
        what.tiles = shapes[static_cast<std::size_t>(shape)];
        what.position = from_screen(places(number, random));
        drift(what, settings.speed, random);
        turn(what, random);
        add(made, std::move(what));
    }
    while (made.objects.size() < settings.count) {
        hex::object_definition what{.type = dust};
        const std::span rocks_there = std::span(made.objects).first(rocks);
        what.position = from_screen(place_for_dust(rocks_there, places, half_side, random));
        drift(what, settings.speed, random);
        add(made, std::move(what));
    }
    return made;
}

hex_scene two_fleets(const two_fleets_settings& settings) {
    enum object_number : std::uint8_t { fighter, rock, shot };

    xoshiro256 random(settings.seed);
    hex::rules rules;
    rules.tile_types = rock_tile_types();
    rules.tile_types.push_back({.name = "hull", .mass = 2, .hit_points = 3});
    rules.tile_types.push_back({.name = "armor", .mass = 4, .hit_points = 10});
    rules.tile_types.push_back({.name = "engine", .mass = 3, .hit_points = 4});
    rules.tile_types.push_back({.name = "cockpit", .mass = 2, .hit_points = 5});
    rules.tile_types.push_back({.name = "gun", .mass = 3, .hit_points = 4, .weapon = only});
    rules.weapons = {{.name = "cannon", .projectile = shot, .period = 15, .speed = 3200}};
    rules.pilots = {{.name = "captain", .thrust = 6, .turning = 8, .sight = 2 * settings.distance}};
    rules.object_types = {{.name = "fighter", .restitution = 100, .pilot = only},
                          {.name = "rock", .restitution = 180},
                          {.name = "shot",
                           .kind = hex::object_kind::particle,
                           .damage = 2,
                           .lifetime = 240,
                           .is_spent_by_hits = true}};
    rules.environment.border = {
        .inside = {{-settings.distance, -settings.distance}, {settings.distance, settings.distance}},
        .friction = 4,
        .pull = 60};
    const ship_tiles of_ships{.hull = fresh(rules, hull),
                              .armor = fresh(rules, armor),
                              .engine = fresh(rules, engine),
                              .cockpit = fresh(rules, cockpit),
                              .gun = fresh(rules, gun)};
    const rock_tiles of_rocks = tiles_of_rocks(rules);
    rules.blueprints = {{.name = "fighter", .type = fighter, .tiles = ship_of(9, 2, of_ships)},
                        {.name = "cruiser", .type = fighter, .tiles = ship_of(11, 3, of_ships)},
                        {.name = "rock", .type = rock, .tiles = random_rock(30, of_rocks, random)}};

    hex_scene made{std::make_shared<const hex::rules>(std::move(rules)), {}};
    constexpr std::uint32_t rows = 5;
    constexpr std::int32_t pitch = 18 * hex::cell_pitch;
    for (std::uint32_t number = 0; number < settings.ships; ++number) {
        const bool is_left = number % 2 == 0;
        const std::uint32_t place = number / 2;
        const auto row = static_cast<std::int32_t>(place % rows);
        const auto column = static_cast<std::int32_t>(place / rows);
        const std::int32_t y = (2 * row - static_cast<std::int32_t>(rows - 1)) * pitch / 2;
        const std::int32_t x = settings.distance / 2 + column * pitch;
        const auto length = static_cast<std::int16_t>(uniform_int(random, 8, 11));
        const auto half_width = static_cast<std::int16_t>(uniform_int(random, 2, 3));
        hex::object_definition what{.type = fighter, .group = static_cast<std::uint8_t>(is_left ? 1 : 2)};
        what.position = from_screen({is_left ? -x : x, y});
        what.angle = angle16::from_steps(is_left ? 0 : 32768);
        what.tiles = ship_of(length, half_width, of_ships);
        // A little friction keeps them from flying ever faster.
        what.a.friction = 1;
        what.b.friction = 1;
        what.turn.friction = 8;
        add(made, std::move(what));
    }
    const aabb2i middle{{-settings.distance / 3, -settings.distance / 2},
                        {settings.distance / 3, settings.distance / 2}};
    for (std::uint32_t number = 0; number < settings.asteroids; ++number) {
        hex::object_definition what{.type = rock};
        what.position = from_screen(random_point(random, middle));
        const auto tile_count = static_cast<std::uint32_t>(uniform_int(random, 5, 40));
        what.tiles = random_rock(tile_count, of_rocks, random);
        drift(what, 80, random);
        turn(what, random);
        add(made, std::move(what));
    }
    return made;
}

hex_scene rapid_fire(const rapid_fire_settings& settings) {
    enum object_number : std::uint8_t { turret, rock, bullet };

    xoshiro256 random(settings.seed);
    const std::int32_t column = std::int32_t{settings.bullets} * settings.speed / 4;
    hex::rules rules;
    rules.tile_types = rock_tile_types();
    rules.tile_types.push_back({.name = "hull", .mass = 255, .hit_points = 200});
    constexpr std::uint8_t turret_hull = 2;
    rules.tile_types.push_back({.name = "gun", .mass = 255, .hit_points = 200, .weapon = only});
    constexpr std::uint8_t turret_gun = 3;
    rules.weapons = {{.name = "rapid fire", .projectile = bullet, .period = 1, .speed = settings.speed}};
    rules.object_types = {{.name = "turret"},
                          {.name = "rock", .restitution = 180},
                          {.name = "bullet",
                           .kind = hex::object_kind::particle,
                           .damage = 1,
                           .lifetime = settings.bullets,
                           .is_spent_by_hits = true}};
    rules.environment.border = {.inside = square(column + screen), .friction = 2, .pull = 60};
    const rock_tiles of_rocks = tiles_of_rocks(rules);
    rules.blueprints = {{.name = "bullet", .type = bullet},
                        {.name = "rock", .type = rock, .tiles = random_rock(30, of_rocks, random)}};
    // A disc of hull with the gun in front.
    std::vector<hex::tile> tiles{fresh(rules, turret_hull)};
    for (const hex::cell at : hex::cell_neighbors) {
        tiles.push_back(fresh(rules, turret_hull));
        tiles.back().at = at;
    }
    tiles.push_back(fresh(rules, turret_gun));
    tiles.back().at = {2, 0};
    hex::sort_tiles(tiles);

    hex_scene made{std::make_shared<const hex::rules>(std::move(rules)), {}};
    hex::object_definition what{.type = turret};
    what.angle = angle16::from_steps(21845); // a third of a turn: from A to B
    what.tiles = std::move(tiles);
    add(made, std::move(what));
    // To both sides of the column, and on the way to the other side.
    for (std::uint32_t number = 0; number < settings.rocks; ++number) {
        const std::int32_t side = number % 2 == 0 ? 1 : -1;
        const auto distance = static_cast<std::int32_t>(uniform_int(random, screen / 8, column));
        const auto along = static_cast<std::int32_t>(uniform_int(random, column / 8, column));
        const auto tile_count = static_cast<std::uint32_t>(uniform_int(random, 4, 40));
        const auto speed = static_cast<std::int16_t>(uniform_int(random, 40, 200));
        hex::object_definition passing{.type = rock};
        passing.position = {side * distance, along};
        passing.a.velocity = static_cast<std::int16_t>(-side * speed);
        passing.tiles = random_rock(tile_count, of_rocks, random);
        turn(passing, random);
        add(made, std::move(passing));
    }
    return made;
}

} // namespace orrery::scenes
