#include "scenes/builders/circle_fields.hpp"

#include <orrery/math/aabb.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/random_values.hpp>

#include <algorithm>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

namespace orrery::scenes {
namespace {

constexpr circles::surface elastic{.friction = 0, .restitution = 1};

scalar number_between(xoshiro256& random, scalar low, scalar high) {
    return uniform_real<scalar>(random, low, high);
}

vector2 at_angle(scalar angle, scalar distance) {
    const auto [sine, cosine] = sin_cos(angle);
    return {distance * cosine, distance * sine};
}

// Places in a square that are apart from each other.
class free_places {
public:
    // Nothing that is placed is larger than `max_radius`; all keep `gap` from each other and from the sides.
    free_places(scalar side, scalar max_radius, scalar gap)
        : half_side_(side / 2)
        , pitch_(2 * max_radius + gap)
        , gap_(gap)
        , columns_(static_cast<std::int32_t>(side / pitch_) + 1)
        , discs_of_cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(columns_)) {}

    // Nothing if many tries find no room.
    std::optional<vector2> take(scalar radius, xoshiro256& random) {
        constexpr int tries = 100'000;
        const scalar reach = half_side_ - radius - gap_;
        for (int i = 0; i < tries; ++i) {
            const vector2 place = uniform_point(random, aabb2{{-reach, -reach}, {reach, reach}});
            if (is_free(place, radius)) {
                cell(column(place.x), column(place.y)).push_back({place, radius});
                return place;
            }
        }
        return {};
    }

private:
    struct disc {
        vector2 center;
        scalar radius;
    };

    [[nodiscard]] std::int32_t column(scalar x) const {
        return std::clamp(static_cast<std::int32_t>((x + half_side_) / pitch_), 0, columns_ - 1);
    }

    std::vector<disc>& cell(std::int32_t x, std::int32_t y) {
        return discs_of_cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                               static_cast<std::size_t>(x)];
    }

    // Cells are as wide as the largest disc, so those around a place have all that could be in the way.
    [[nodiscard]] bool is_free(vector2 place, scalar radius) {
        const std::int32_t x = column(place.x);
        const std::int32_t y = column(place.y);
        for (std::int32_t j = std::max(y - 1, 0); j <= std::min(y + 1, columns_ - 1); ++j) {
            for (std::int32_t i = std::max(x - 1, 0); i <= std::min(x + 1, columns_ - 1); ++i) {
                for (const disc& each : cell(i, j)) {
                    const scalar apart = each.radius + radius + gap_;
                    if (length_squared(each.center - place) < apart * apart) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    scalar half_side_;
    scalar pitch_;
    scalar gap_;
    std::int32_t columns_;
    std::vector<std::vector<disc>> discs_of_cells_;
};

// Its corners go around in nearly equal steps, so that edges never cross. Those of a convex one lie on a
// circle; otherwise every second one is drawn inwards, which makes a star with three points or more.
circles::wall polygon(scalar radius, bool is_convex, xoshiro256& random) {
    const std::int64_t fewest = is_convex ? 3 : 6;
    const auto corners = static_cast<std::int32_t>(uniform_int(random, fewest, 12));
    const scalar turn = number_between(random, 0, 2 * std::numbers::pi_v<scalar>);
    circles::wall made{.is_closed = true};
    for (std::int32_t i = 0; i < corners; ++i) {
        const scalar jitter = number_between(random, scalar(-0.2), scalar(0.2));
        const scalar inwards = number_between(random, scalar(0.2), scalar(0.4));
        const scalar angle = turn + (static_cast<scalar>(i) + jitter) * 2 * std::numbers::pi_v<scalar> /
                                        static_cast<scalar>(corners);
        made.points.push_back(at_angle(angle, is_convex || i % 2 == 0 ? radius : radius * inwards));
    }
    return made;
}

circles::wall border(scalar half_side) {
    return {.name = "border",
            .points = {{-half_side, -half_side},
                       {half_side, -half_side},
                       {half_side, half_side},
                       {-half_side, half_side}},
            .is_closed = true};
}

circles::circle_definition circle(std::size_t number, scalar radius, const circles::surface& surface) {
    return {.key = entity_key{number + 1}, .form = {.radius = radius, .surface = surface}};
}

// A hundredth of the smallest circle's radius. Ten thousand units out, where fields of millions of circles
// end, a float still resolves a fifth of that among circles of diameter 1.
scalar skin_among(scalar min_diameter) {
    return min_diameter / 200;
}

scalar random_radius(const auto& settings, xoshiro256& random) {
    return number_between(random, settings.min_diameter, settings.max_diameter) / 2;
}

void add_polygons(std::span<const scalar> radii, std::vector<circles::wall>& walls, free_places& places,
                  xoshiro256& random) {
    bool is_convex = false;
    for (const scalar radius : radii) {
        is_convex = !is_convex;
        circles::wall made = polygon(radius, is_convex, random);
        if (const std::optional<vector2> place = places.take(radius, random)) {
            for (vector2& each : made.points) {
                each += *place;
            }
            walls.push_back(std::move(made));
        }
    }
}

void add_static_circles(const circle_field_settings& settings, std::vector<circles::wall>& walls,
                        free_places& places, xoshiro256& random) {
    for (std::uint32_t i = 0; i < settings.static_circles; ++i) {
        const scalar radius = random_radius(settings, random);
        if (const std::optional<vector2> place = places.take(radius, random)) {
            walls.push_back({.points = {*place}, .radius = radius});
        }
    }
}

std::vector<circles::circle_definition> flying_circles(const circle_field_settings& settings,
                                                       free_places& places, xoshiro256& random) {
    std::vector<circles::circle_definition> all;
    for (std::uint32_t i = 0; i < settings.circles; ++i) {
        const scalar radius = random_radius(settings, random);
        const vector2 velocity = random_velocity(random, settings.max_speed);
        if (const std::optional<vector2> place = places.take(radius, random)) {
            all.push_back(circle(all.size(), radius, elastic));
            all.back().motion.position = *place;
            all.back().motion.velocity = velocity;
        }
    }
    return all;
}

// Two rows, those of one above the gaps of the other. Returns how high the second one is.
scalar add_pegs(const ball_pit_settings& settings, const circles::surface& surface,
                std::vector<circles::wall>& walls) {
    const scalar radius = settings.max_diameter / 2;
    const std::uint32_t lower = settings.pegs / 2 + 1;
    const scalar step = settings.width / static_cast<scalar>(lower);
    const scalar lower_row = 5 * settings.max_diameter;
    const scalar upper_row = 8 * settings.max_diameter;
    for (std::uint32_t i = 0; i < settings.pegs; ++i) {
        const vector2 middle = i < lower ? vector2{(static_cast<scalar>(i) + scalar(0.5)) * step, lower_row}
                                         : vector2{static_cast<scalar>(i - lower + 1) * step, upper_row};
        walls.push_back(
            {.points = {middle - vector2{settings.width / 2, 0}}, .radius = radius, .surface = surface});
    }
    return upper_row;
}

} // namespace

vector2 random_velocity(xoshiro256& random, scalar max_speed) {
    const vector2 direction = unit_vector<vector2>(random);
    const scalar speed = number_between(random, 0, max_speed);
    return direction * speed;
}

circle_scene circle_field(const circle_field_settings& settings) {
    constexpr scalar min_polygon = 1; // radius
    constexpr scalar max_polygon = 4;
    xoshiro256 random(settings.seed);
    std::vector<scalar> polygon_radii;
    const auto cells = static_cast<scalar>(settings.circles + settings.static_circles);
    scalar area = cells * settings.cell * settings.cell;
    for (std::uint32_t i = 0; i < settings.polygons; ++i) {
        polygon_radii.push_back(number_between(random, min_polygon, max_polygon));
        area += 4 * polygon_radii.back() * polygon_radii.back();
    }
    circles::rules rules;
    rules.time_step = 1;
    rules.skin = skin_among(settings.min_diameter);
    // Speed is kept down to a thousandth of the largest. What meets more slowly hardly moves in an update.
    rules.rest_speed = settings.max_speed / 1000;

    // The largest first: they find no room among many small ones.
    const scalar side = sqrt(area);
    free_places places(side, std::max(settings.max_diameter / 2, max_polygon), 4 * rules.skin);
    rules.walls.push_back(border(side / 2));
    add_polygons(polygon_radii, rules.walls, places, random);
    add_static_circles(settings, rules.walls, places, random);
    for (circles::wall& each : rules.walls) {
        each.surface = elastic;
    }
    return {.rules = std::make_shared<const circles::rules>(std::move(rules)),
            .circles = flying_circles(settings, places, random)};
}

circle_scene ball_pit(const ball_pit_settings& settings) {
    const circles::surface surface{.friction = settings.friction, .restitution = settings.restitution};
    const scalar half = settings.width / 2;
    circles::rules rules;
    rules.gravity = {0, -settings.gravity};
    rules.skin = skin_among(settings.min_diameter);
    const scalar highest_peg = add_pegs(settings, surface, rules.walls);

    // Rows of balls, each somewhere in its own square.
    xoshiro256 random(settings.seed);
    const scalar pitch = settings.max_diameter * scalar(1.1);
    const auto columns = std::max(static_cast<std::uint32_t>(settings.width / pitch), 1u);
    const vector2 first{pitch / 2 - half, highest_peg + 2 * pitch};
    scalar top = first.y;
    circle_scene scene;
    for (std::uint32_t i = 0; i < settings.circles; ++i) {
        const scalar radius = random_radius(settings, random);
        const scalar room = scalar(0.48) * pitch - radius;
        const vector2 offset = uniform_point(random, aabb2{{-room, -room}, {room, room}});
        const vector2 steps{static_cast<scalar>(i % columns), static_cast<scalar>(i / columns)};
        scene.circles.push_back(circle(i, radius, surface));
        scene.circles.back().motion.position = first + steps * pitch + offset;
        top = first.y + (steps.y + 1) * pitch;
    }
    // The floor falls towards its middle.
    const scalar slope = 2 * settings.max_diameter;
    rules.walls.push_back({.name = "pit",
                           .points = {{-half, top}, {-half, slope}, {0, 0}, {half, slope}, {half, top}},
                           .surface = surface});
    scene.rules = std::make_shared<const circles::rules>(std::move(rules));
    return scene;
}

} // namespace orrery::scenes
