#include "scenes/circle_fields.hpp"

#include <orrery/math/aabb.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/random_values.hpp>

#include <algorithm>
#include <numbers>
#include <string>
#include <utility>

namespace orrery::scenes {
namespace {

scalar between(xoshiro256& random, scalar low, scalar high) {
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

    // False if many tries find no room.
    bool find(scalar radius, xoshiro256& random, vector2& place) {
        constexpr int tries = 100'000;
        const scalar reach = half_side_ - radius - gap_;
        for (int i = 0; i < tries; ++i) {
            place = uniform_point(random, aabb2{{-reach, -reach}, {reach, reach}});
            if (is_free(place, radius)) {
                cell(column(place.x), column(place.y)).push_back({place, radius});
                return true;
            }
        }
        return false;
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
// circle; otherwise every second one at least is drawn inwards.
circles::wall polygon(scalar radius, bool is_convex, xoshiro256& random) {
    const std::int64_t fewest = is_convex ? 3 : 4;
    const auto corners = static_cast<std::int32_t>(uniform_int(random, fewest, 12));
    const scalar turn = between(random, 0, 2 * std::numbers::pi_v<scalar>);
    circles::wall made{.is_closed = true};
    for (std::int32_t i = 0; i < corners; ++i) {
        const scalar jitter = between(random, scalar(-0.2), scalar(0.2));
        const scalar inwards = between(random, scalar(0.3), scalar(0.5));
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

void add(circle_scene& to, vector2 position, vector2 velocity, const circles::form& form) {
    to.circles.push_back({.key = entity_key{to.circles.size() + 1},
                          .motion = {.position = position, .velocity = velocity},
                          .form = form});
}

} // namespace

vector2 random_velocity(xoshiro256& random, scalar max_speed) {
    const vector2 direction = unit_vector<vector2>(random);
    const scalar speed = between(random, 0, max_speed);
    return direction * speed;
}

circle_scene circle_field(const circle_field_settings& settings) {
    constexpr scalar min_polygon = 1; // radius
    constexpr scalar max_polygon = 4;
    constexpr circles::surface elastic{.friction = 0, .restitution = 1};
    xoshiro256 random(settings.seed);

    std::vector<scalar> polygon_radii;
    scalar area =
        static_cast<scalar>(settings.circles + settings.static_circles) * settings.cell * settings.cell;
    for (std::uint32_t i = 0; i < settings.polygons; ++i) {
        polygon_radii.push_back(between(random, min_polygon, max_polygon));
        area += 4 * polygon_radii.back() * polygon_radii.back();
    }
    circles::rules rules;
    rules.time_step = 1;
    // A hundredth of the smallest circle's radius. A float resolves a tenth of that ten thousand units out,
    // where fields of millions of circles end.
    rules.skin = settings.min_diameter / 200;
    // Speed is kept down to a thousandth of the largest. What meets more slowly hardly moves in an update.
    rules.rest_speed = settings.max_speed / 1000;

    // The largest first: they find no room among many small ones.
    const scalar side = sqrt(area);
    const scalar max_radius = std::max(settings.max_diameter / 2, max_polygon);
    free_places places(side, max_radius, 4 * rules.skin);
    rules.walls.push_back(border(side / 2));
    for (std::uint32_t i = 0; i < settings.polygons; ++i) {
        circles::wall made = polygon(polygon_radii[i], i % 2 == 0, random);
        vector2 place{};
        if (places.find(polygon_radii[i], random, place)) {
            for (vector2& each : made.points) {
                each += place;
            }
            rules.walls.push_back(std::move(made));
        }
    }
    for (std::uint32_t i = 0; i < settings.static_circles; ++i) {
        const scalar radius = between(random, settings.min_diameter, settings.max_diameter) / 2;
        vector2 place{};
        if (places.find(radius, random, place)) {
            rules.walls.push_back({.points = {place}, .radius = radius});
        }
    }
    for (circles::wall& each : rules.walls) {
        each.surface = elastic;
    }
    circle_scene scene;
    for (std::uint32_t i = 0; i < settings.circles; ++i) {
        const scalar radius = between(random, settings.min_diameter, settings.max_diameter) / 2;
        const vector2 velocity = random_velocity(random, settings.max_speed);
        vector2 place{};
        if (places.find(radius, random, place)) {
            add(scene, place, velocity, {.radius = radius, .surface = elastic});
        }
    }
    scene.rules = std::make_shared<const circles::rules>(std::move(rules));
    return scene;
}

circle_scene ball_pit(const ball_pit_settings& settings) {
    const circles::surface surface{.friction = settings.friction, .restitution = settings.restitution};
    xoshiro256 random(settings.seed);
    circles::rules rules;
    rules.gravity = {0, -settings.gravity};
    const scalar pitch = settings.max_diameter * scalar(1.1);
    const scalar peg_radius = settings.max_diameter;
    const scalar half = settings.width / 2;

    // Two rows of pegs, those of one above the gaps of the other, and the balls above them.
    const auto pegs_of_lower_row = (settings.pegs + 1) / 2;
    const scalar lower_row = 6 * peg_radius;
    const scalar upper_row = lower_row + 5 * peg_radius;
    for (std::uint32_t i = 0; i < settings.pegs; ++i) {
        const bool is_lower = i < pegs_of_lower_row;
        const scalar step = settings.width / static_cast<scalar>(pegs_of_lower_row);
        const scalar x = is_lower ? (static_cast<scalar>(i) + scalar(0.5)) * step
                                  : static_cast<scalar>(i - pegs_of_lower_row + 1) * step;
        rules.walls.push_back({.points = {{x - half, is_lower ? lower_row : upper_row}},
                               .radius = peg_radius,
                               .surface = surface});
    }
    circle_scene scene;
    const auto columns = std::max(static_cast<std::uint32_t>(settings.width / pitch), 1u);
    const scalar first_row = settings.pegs == 0 ? 2 * peg_radius : upper_row + 3 * peg_radius;
    scalar top = first_row;
    for (std::uint32_t i = 0; i < settings.circles; ++i) {
        const scalar radius = between(random, settings.min_diameter, settings.max_diameter) / 2;
        const scalar room = settings.max_diameter / 2 - radius + pitch / 44;
        const scalar x = between(random, -room, room);
        const scalar y = between(random, -room, room);
        const vector2 middle{(static_cast<scalar>(i % columns) + scalar(0.5)) * pitch - half,
                             first_row + static_cast<scalar>(i / columns) * pitch};
        add(scene, middle + vector2{x, y}, {}, {.radius = radius, .surface = surface});
        top = middle.y + pitch;
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
