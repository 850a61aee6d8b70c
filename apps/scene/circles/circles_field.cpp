#include "apps/scene/circles/circles_field.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"
#include "scenes/builders/circle_fields.hpp"

#include <orrery/core/text.hpp>

#include <utility>

namespace orrery::scene_format {
namespace {

[[nodiscard]] std::uint32_t count_or(const json::cursor& what, std::uint32_t otherwise) {
    return static_cast<std::uint32_t>(whole_number(what, otherwise));
}

// The smallest and the largest.
void read_diameters(const json::cursor& what, scalar& smallest, scalar& largest, reading& notes) {
    if (!what) {
        return;
    }
    smallest = number_of(what.item(0));
    largest = number_of(what.item(1));
    if (smallest > largest) {
        notes.refuse(what.item(1), "at least as much as the first number");
    }
}

[[nodiscard]] scenes::circle_scene make_circle_field(const json::cursor& what, reading& notes) {
    scenes::circle_field_settings made;
    made.circles = count_or(what["count"], made.circles);
    made.static_circles = count_or(what["pillars"], made.static_circles);
    made.polygons = count_or(what["polygons"], made.polygons);
    made.max_speed = number_of(what["speed"], made.max_speed);
    made.cell = number_of(what["cell"], made.cell);
    made.seed = whole_number(what["seed"], made.seed);
    read_diameters(what["diameters"], made.min_diameter, made.max_diameter, notes);
    if (made.cell < made.max_diameter) {
        notes.refuse_whole(what, text("its cells are ", made.cell, " wide, expected at least ",
                                      made.max_diameter, " as its largest circles are"));
    }
    return notes.is_ok() ? scenes::circle_field(made) : scenes::circle_scene{};
}

[[nodiscard]] scenes::circle_scene make_ball_pit(const json::cursor& what, reading& notes) {
    scenes::ball_pit_settings made;
    made.circles = count_or(what["count"], made.circles);
    made.pegs = count_or(what["pegs"], made.pegs);
    made.width = number_of(what["width"], made.width);
    made.friction = number_of(what["friction"], made.friction);
    made.restitution = number_of(what["restitution"], made.restitution);
    made.seed = whole_number(what["seed"], made.seed);
    read_diameters(what["diameters"], made.min_diameter, made.max_diameter, notes);
    if (made.width < 10 * made.max_diameter) {
        notes.refuse_whole(what, text("its pit is ", made.width, " wide, expected at least ",
                                      10 * made.max_diameter, " for its largest circles"));
    }
    return notes.is_ok() ? scenes::ball_pit(made) : scenes::circle_scene{};
}

// All of the rules but walls and blueprints.
void take_settings(const circles::rules& from, circles::rules& into) {
    std::vector<circles::wall> walls = std::move(into.walls);
    std::vector<circles::blueprint> blueprints = std::move(into.blueprints);
    into = from;
    into.walls = std::move(walls);
    into.blueprints = std::move(blueprints);
}

} // namespace

bool is_circles_field(const json::cursor& generator) {
    const std::string& kind = generator["kind"]->string();
    return kind == "field" || kind == "ball_pit";
}

double circles_field_count(const json::cursor& generator) {
    const json::cursor count = generator["count"];
    if (count) {
        return count->number();
    }
    return generator["kind"]->string() == "field" ? scenes::circle_field_settings{}.circles
                                                  : scenes::ball_pit_settings{}.circles;
}

std::vector<circles::circle_definition> generate_circles_field(const json::cursor& generator,
                                                               circles_book& book, reading& notes) {
    const bool is_field = generator["kind"]->string() == "field";
    scenes::circle_scene made =
        is_field ? make_circle_field(generator, notes) : make_ball_pit(generator, notes);
    if (!notes.is_ok()) {
        return {};
    }
    if (!book.has_settings) {
        book.has_settings = true;
        take_settings(*made.rules, book.rules);
    }
    const vector2 way = rounded(plane_vector_of(generator["position"]));
    const std::optional<std::uint32_t> color = read_color(generator["wall_color"], notes);
    for (circles::wall each : made.rules->walls) {
        for (vector2& point : each.points) {
            point += way;
        }
        book.rules.walls.push_back(std::move(each));
        book.wall_colors.push_back(color);
    }
    if (book.rules.walls.size() > max_walls) {
        notes.refuse_whole(generator, text("with it there are ", book.rules.walls.size(),
                                           " walls, but a scene has at most ", max_walls));
    }
    for (circles::circle_definition& each : made.circles) {
        each.motion.position += way;
        each.key = entity_key::none;
    }
    return std::move(made.circles);
}

} // namespace orrery::scene_format
