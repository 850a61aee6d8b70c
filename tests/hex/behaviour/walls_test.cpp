// Composites used to come out behind walls of one cell: one tile of them had bounced off, and another went on
// through. Here they are fired at walls, at rings and at each other, at all speeds and spins that there are,
// and what holds for them is checked without the search for contacts, in double.
//
// ORRERY_LONG_TESTS=1 in the environment makes it 500 times as many shots: 256 000.
#include <orrery/core/engine.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/math/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace orrery::hex {
namespace {

struct point {
    double x = 0;
    double y = 0;

    friend point operator+(point p, point q) { return {p.x + q.x, p.y + q.y}; }

    friend point operator-(point p, point q) { return {p.x - q.x, p.y - q.y}; }
};

double cross(point p, point q) {
    return p.x * q.y - p.y * q.x;
}

double length(point p) {
    return std::hypot(p.x, p.y);
}

point to_point(hex_vector v) {
    return {v.a - v.b / 2.0, v.b * std::sqrt(3.0) / 2};
}

point turned(point p, double steps) {
    const double angle = steps * std::numbers::pi / 32768;
    return {p.x * std::cos(angle) - p.y * std::sin(angle), p.x * std::sin(angle) + p.y * std::cos(angle)};
}

// A number of low .. high.
std::int32_t within(xoshiro256& random, std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

bool one_in(xoshiro256& random, std::int32_t count) {
    return within(random, 1, count) == 1;
}

constexpr std::uint8_t light = 0;
constexpr std::uint8_t heavy = 1;

std::vector<tile> tiles_at(const std::vector<cell>& cells, std::uint8_t type) {
    std::vector<tile> tiles;
    for (const cell each : cells) {
        tiles.push_back({.at = each, .type = type, .hit_points = 200});
    }
    sort_tiles(tiles);
    return tiles;
}

// So many cells one after the other, straight or with a bend of 60 or 120 degrees in the middle.
std::vector<cell> path_of(std::int32_t count, std::int32_t bend) {
    std::vector<cell> cells{cell{}};
    for (std::int32_t i = 1; i < count; ++i) {
        const auto direction = static_cast<std::size_t>(i > count / 2 ? bend : 0);
        cells.push_back(cells.back() + cell_neighbors[direction]);
    }
    return cells;
}

// All cells that are so many steps away from one.
std::vector<cell> ring_of(std::int32_t radius) {
    cell corner{};
    for (std::int32_t i = 0; i < radius; ++i) {
        corner = corner + cell_neighbors[4];
    }
    std::vector<cell> cells;
    for (const cell side : cell_neighbors) {
        for (std::int32_t i = 0; i < radius; ++i) {
            cells.push_back(corner);
            corner = corner + side;
        }
    }
    return cells;
}

// Bars, angles and rings.
std::vector<cell> random_shape(xoshiro256& random) {
    switch (within(random, 0, 3)) {
    case 0:
        return ring_of(within(random, 1, 2));
    case 1:
        return path_of(within(random, 3, 12), within(random, 1, 2));
    default:
        return path_of(within(random, 1, 12), 0);
    }
}

std::int16_t random_velocity(xoshiro256& random) {
    const std::int32_t most = one_in(random, 3) ? 32'767 : 1 << within(random, 3, 14);
    return static_cast<std::int16_t>(within(random, -most, most));
}

// Where the tiles of an object are.
std::vector<point> centers_of(const world& in, entity_key key) {
    const std::uint32_t index = in.find(key).value();
    const place& where = in.current().places()[index];
    const composite_view shape = in.current().composite(index);
    std::vector<point> centers;
    shape.each([&](const tile& each) {
        centers.push_back(to_point(where.position) +
                          turned(to_point(shape.header().origin + center_of(each.at)), where.angle.steps()));
    });
    return centers;
}

double least_distance(const std::vector<point>& some, const std::vector<point>& others) {
    double least = 1e300;
    for (const point p : some) {
        for (const point q : others) {
            least = std::min(least, length(p - q));
        }
    }
    return least;
}

// A wall as it lies in its own frame: the line through the centres of its tiles.
struct wall_line {
    std::vector<point> corners;
    bool is_closed = false;

    // Of a ring around the origin.
    [[nodiscard]] bool surrounds(point p) const {
        bool is_inside = false;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const point from = corners[i];
            const point to = corners[(i + 1) % corners.size()];
            is_inside ^= (from.y > p.y) != (to.y > p.y) &&
                         p.x < from.x + (p.y - from.y) / (to.y - from.y) * (to.x - from.x);
        }
        return is_inside;
    }

    // Whether the way crosses it, at least two cells from its ends.
    [[nodiscard]] bool is_crossed_by(point from, point to) const {
        for (std::size_t i = 2; i + 3 < corners.size(); ++i) {
            const point p = corners[i];
            const point q = corners[i + 1];
            if ((cross(q - p, from - p) < 0) != (cross(q - p, to - p) < 0) &&
                (cross(to - from, p - from) < 0) != (cross(to - from, q - from) < 0)) {
                return true;
            }
        }
        return false;
    }
};

// Where an object is.
struct pose {
    point position{};
    double angle = 0; // steps
};

// Two objects far from all others, of which the second one must not get through the first.
struct shot {
    entity_key wall{};
    entity_key mover{};
    wall_line line; // of the wall; none if it is no wall
    bool is_inside = false;
    double reach = 0;                  // of both
    std::vector<point> tiles_of_mover; // from its centre of mass
    pose wall_before;
    pose mover_before;
    int impacts = 0;
    object_definition wall_definition;
    object_definition mover_definition;
};

constexpr std::int32_t shots_a_world = 64;
constexpr int ticks = 120;

std::shared_ptr<const rules> random_rules(xoshiro256& random) {
    auto made = std::make_shared<rules>();
    made->tile_types = {{.name = "light", .mass = 2, .hit_points = 200},
                        {.name = "heavy", .mass = 250, .hit_points = 200}};
    for (std::int32_t i = 0; i < shots_a_world; ++i) {
        const std::int32_t restitution = i % 4 == 0 ? 0 : i % 4 == 1 ? 255 : within(random, 0, 255);
        const std::int32_t friction = i / 4 % 4 == 0 ? 0 : within(random, 0, 255);
        made->object_types.push_back({.name = std::string("kind ") + std::to_string(i),
                                      .restitution = static_cast<std::uint8_t>(restitution),
                                      .friction = static_cast<std::uint8_t>(friction)});
    }
    return made;
}

enum class target : std::uint8_t { straight, bent, ring, inside_of_ring, other };
constexpr int target_kinds = 5;

std::vector<cell> cells_of(target kind, xoshiro256& random) {
    switch (kind) {
    case target::straight:
        return path_of(within(random, 16, 50), 0);
    case target::bent:
        return path_of(within(random, 20, 40), within(random, 1, 2));
    case target::ring:
    case target::inside_of_ring:
        return ring_of(within(random, 8, 12));
    default:
        return random_shape(random);
    }
}

drive random_drive(xoshiro256& random) {
    drive made{.velocity = random_velocity(random)};
    if (one_in(random, 6)) {
        made.acceleration = static_cast<std::int8_t>(within(random, -127, 127));
    }
    return made;
}

wall_line line_of(const object_definition& wall, const std::vector<cell>& cells, bool is_closed) {
    wall_line made{.corners = {}, .is_closed = is_closed};
    hex_vector sum{};
    for (const tile& each : wall.tiles) {
        sum += center_of(each.at);
    }
    const auto count = static_cast<double>(wall.tiles.size());
    const point middle{to_point(sum).x / count, to_point(sum).y / count};
    for (const cell each : cells) {
        made.corners.push_back(to_point(center_of(each)) - middle);
    }
    return made;
}

double reach_of(const std::vector<cell>& cells) {
    double farthest = 0;
    for (const cell p : cells) {
        for (const cell q : cells) {
            farthest = std::max(farthest, length(to_point(center_of(p) - center_of(q))));
        }
    }
    return farthest; // the centre of mass is no farther from any of them
}

// The mover starts out of reach, or in the middle of a ring, and flies towards a point of the wall.
shot random_shot(xoshiro256& random, std::int32_t number) {
    const auto kind = static_cast<target>(random() % target_kinds);
    const hex_vector base{(number % 8 - 4) * 8'000'000, (number / 8 - 4) * 8'000'000};
    const std::vector<cell> wall_cells = cells_of(kind, random);
    const std::vector<cell> mover_cells = random_shape(random);
    shot made;
    made.wall = entity_key{2 * static_cast<std::uint64_t>(number) + 1};
    made.mover = entity_key{2 * static_cast<std::uint64_t>(number) + 2};
    object_definition& wall = made.wall_definition;
    object_definition& mover = made.mover_definition;
    wall = {.key = made.wall,
            .type = static_cast<std::uint8_t>(number),
            .position = base,
            .angle = angle16::from_steps(within(random, 0, 65535)),
            .tiles = tiles_at(wall_cells, one_in(random, 2) ? heavy : light)};
    if (one_in(random, 2)) {
        wall.a = random_drive(random);
        wall.b = random_drive(random);
        wall.turn = random_drive(random);
    }
    mover = {.key = made.mover,
             .type = static_cast<std::uint8_t>(number),
             .position = base,
             .angle = angle16::from_steps(within(random, 0, 65535)),
             .a = random_drive(random),
             .b = random_drive(random),
             .turn = random_drive(random),
             .tiles = tiles_at(mover_cells, one_in(random, 4) ? heavy : light)};
    if (kind != target::inside_of_ring) {
        // Back along its way, seen from the wall, from a point near the middle of it.
        mover.a.velocity = mover.a.velocity == wall.a.velocity ? std::int16_t{99} : mover.a.velocity;
        const point way = to_point({mover.a.velocity - wall.a.velocity, mover.b.velocity - wall.b.velocity});
        const double speed = length(way);
        const double away = reach_of(wall_cells) + reach_of(mover_cells) + 1200 + within(random, 0, 9000);
        const double beside = reach_of(wall_cells) * within(random, -300, 300) / 1000.0;
        const point start{-way.x / speed * away - way.y / speed * beside,
                          -way.y / speed * away + way.x / speed * beside};
        const double b = start.y * 2 / std::sqrt(3.0);
        mover.position += {static_cast<std::int32_t>(start.x + b / 2), static_cast<std::int32_t>(b)};
    }
    made.is_inside = kind == target::inside_of_ring;
    made.reach = reach_of(wall_cells) + reach_of(mover_cells);
    made.tiles_of_mover = line_of(mover, mover_cells, false).corners;
    if (kind != target::other) {
        made.line = line_of(wall, wall_cells, kind == target::ring || kind == target::inside_of_ring);
    }
    return made;
}

// Nearer than this, the lines between neighbouring tiles of two composites may cross.
constexpr double crossing_distance = 1024 / std::numbers::sqrt2;

std::string description(const shot& of) {
    const auto text = [](const object_definition& d) {
        return "tiles " + std::to_string(d.tiles.size()) + " mass " + std::to_string(d.tiles[0].type) +
               " at " + std::to_string(d.position.a) + "," + std::to_string(d.position.b) + " angle " +
               std::to_string(d.angle.steps()) + " v " + std::to_string(d.a.velocity) + "," +
               std::to_string(d.b.velocity) + "," + std::to_string(d.turn.velocity) + " acc " +
               std::to_string(d.a.acceleration) + "," + std::to_string(d.b.acceleration) + "," +
               std::to_string(d.turn.acceleration);
    };
    return "wall " + text(of.wall_definition) + "; mover " + text(of.mover_definition);
}

pose pose_of(const world& in, entity_key key) {
    const place& where = in.current().places()[in.find(key).value()];
    return {to_point(where.position), static_cast<double>(where.angle.steps())};
}

// On the way from one to the other.
pose between(const pose& from, const pose& to, double share) {
    const double turn = std::remainder(to.angle - from.angle, 65536.0);
    const point way = to.position - from.position;
    return {from.position + point{way.x * share, way.y * share}, from.angle + turn * share};
}

// A point of the mover, seen from the wall.
point seen_from(const pose& wall, const pose& mover, point of_mover) {
    return turned(mover.position + turned(of_mover, mover.angle) - wall.position, -wall.angle);
}

// Whether a tile of the mover crosses the line in a tick, in which both move evenly.
bool is_crossed(const shot& which, const pose& wall, const pose& mover, point tile_of_mover) {
    constexpr int moments = 16;
    point before = seen_from(which.wall_before, which.mover_before, tile_of_mover);
    for (int moment = 1; moment <= moments; ++moment) {
        const double share = static_cast<double>(moment) / moments;
        const point now = seen_from(between(which.wall_before, wall, share),
                                    between(which.mover_before, mover, share), tile_of_mover);
        if (which.line.is_crossed_by(before, now)) {
            return true;
        }
        before = now;
    }
    return false;
}

void check(const world& in, shot& which, int tick) {
    const pose wall = pose_of(in, which.wall);
    const pose mover = pose_of(in, which.mover);
    constexpr double way = 2 * 1.5 * 8192;
    if (length(wall.position - mover.position) < which.reach + way) {
        EXPECT_GT(least_distance(centers_of(in, which.mover), centers_of(in, which.wall)), crossing_distance)
            << "tick " << tick << ": " << description(which);
        for (const point each : which.tiles_of_mover) {
            const bool is_through =
                which.line.is_closed
                    ? which.line.surrounds(seen_from(wall, mover, each)) != which.is_inside
                    : !which.line.corners.empty() && tick > 0 && is_crossed(which, wall, mover, each);
            EXPECT_FALSE(is_through) << "tick " << tick << ": " << description(which);
        }
    }
    which.wall_before = wall;
    which.mover_before = mover;
}

// Returns how many of the movers met their walls.
int fire(std::uint64_t seed) {
    xoshiro256 random(seed);
    engine machine({.thread_count = 1, .level = log_level::error});
    world in(machine, random_rules(random));
    std::vector<shot> shots;
    for (std::int32_t number = 0; number < shots_a_world; ++number) {
        shots.push_back(random_shot(random, number));
        EXPECT_TRUE(in.add(shots.back().wall_definition).is_ok());
        EXPECT_TRUE(in.add(shots.back().mover_definition).is_ok());
        check(in, shots.back(), 0);
    }
    for (int tick = 1; tick <= ticks && !testing::Test::HasFailure(); ++tick) {
        in.step();
        for (const event& each : in.events()) {
            if (each.kind == event_kind::impact) {
                ++shots[(static_cast<std::uint64_t>(each.key_a) - 1) / 2].impacts;
            }
        }
        for (shot& each : shots) {
            check(in, each, tick);
        }
    }
    return static_cast<int>(std::ranges::count_if(shots, [](const shot& each) { return each.impacts > 0; }));
}

int world_count() {
    constexpr int usual = 8;
    return std::getenv("ORRERY_LONG_TESTS") != nullptr ? usual * 500 : usual;
}

TEST(hex_walls, composites_came_out_behind_walls_that_they_hit) {
    int hits = 0;
    for (int seed = 1; seed <= world_count(); ++seed) {
        hits += fire(static_cast<std::uint64_t>(seed));
        ASSERT_FALSE(testing::Test::HasFailure()) << "world " << seed;
    }
    EXPECT_GT(hits, world_count() * shots_a_world / 2);
}

// Many in a closed ring, which meet each other and the ring several times in a tick.
void fill_ring(std::uint64_t seed) {
    constexpr std::int32_t radius = 16;
    constexpr std::uint64_t ring = 1;
    constexpr std::uint64_t first_particle = 100;
    xoshiro256 random(seed);
    engine machine({.thread_count = 1, .level = log_level::error});
    auto how = std::make_shared<rules>(*random_rules(random));
    how->object_types.push_back({.name = "dust",
                                 .kind = object_kind::particle,
                                 .restitution = static_cast<std::uint8_t>(within(random, 0, 255))});
    const auto dust = static_cast<std::uint8_t>(how->object_types.size() - 1);
    world in(machine, how);
    const auto random_type = [&] { return static_cast<std::uint8_t>(within(random, 0, shots_a_world - 1)); };
    const std::vector<cell> cells = ring_of(radius);
    object_definition around{.key = entity_key{ring},
                             .type = random_type(),
                             .turn = random_drive(random),
                             .tiles = tiles_at(cells, one_in(random, 2) ? heavy : light)};
    const wall_line line = line_of(around, cells, true);
    ASSERT_TRUE(in.add(around).is_ok());
    std::uint64_t next = 2;
    std::uint64_t next_particle = first_particle;
    for (std::int32_t i = -2; i <= 2; ++i) {
        for (std::int32_t j = -2; j <= 2; ++j) {
            if (std::abs(i - j) > 2) {
                continue;
            }
            const hex_vector position =
                center_of({static_cast<std::int16_t>(i * 5), static_cast<std::int16_t>(j * 5)});
            ASSERT_TRUE(in.add({.key = entity_key{next++},
                                .type = random_type(),
                                .position = position,
                                .a = random_drive(random),
                                .b = random_drive(random),
                                .turn = random_drive(random),
                                .tiles = tiles_at(path_of(within(random, 1, 4), within(random, 0, 2)),
                                                  one_in(random, 3) ? heavy : light)})
                            .is_ok());
            ASSERT_TRUE(in.add({.key = entity_key{next_particle++},
                                .type = dust,
                                .position = position + hex_vector{2560, 0},
                                .a = random_drive(random),
                                .b = random_drive(random)})
                            .is_ok());
        }
    }
    for (int tick = 1; tick <= ticks; ++tick) {
        in.step();
        const pose wall = pose_of(in, entity_key{ring});
        const auto is_inside = [&](point p) {
            return line.surrounds(turned(p - wall.position, -wall.angle));
        };
        for (std::uint64_t key = 2; key < next; ++key) {
            for (const point each : centers_of(in, entity_key{key})) {
                ASSERT_TRUE(is_inside(each)) << "composite " << key << " in tick " << tick;
            }
            for (std::uint64_t other = 1; other < key; ++other) {
                ASSERT_GT(least_distance(centers_of(in, entity_key{key}), centers_of(in, entity_key{other})),
                          crossing_distance)
                    << key << " and " << other << " in tick " << tick;
            }
        }
    }
}

TEST(hex_walls, composites_in_a_closed_ring_stay_there_and_out_of_each_other) {
    for (int seed = 1; seed <= world_count(); ++seed) {
        fill_ring(static_cast<std::uint64_t>(seed));
        ASSERT_FALSE(testing::Test::HasFailure()) << "world " << seed;
    }
}

} // namespace
} // namespace orrery::hex
