#include "apps/scene/circles/circles_field.hpp"
#include "apps/scene/circles/circles_fill.hpp"
#include "apps/scene/circles/circles_list.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

#include <utility>

namespace orrery::scene_format {
namespace {

[[nodiscard]] double count_of_circles(const json::cursor& generator) {
    return is_circles_field(generator) ? circles_field_count(generator) : count_of_plane_places(generator);
}

// A box with nothing in it is a mistake.
[[nodiscard]] bool has_inside(const json::cursor& box, reading& notes) {
    constexpr double smallest = 0.001;
    const vector2d size = plane_vector_of(box["high"]) - plane_vector_of(box["low"]);
    if (size.x < smallest || size.y < smallest) {
        notes.refuse(box["high"],
                     text("a corner to the right of 'low' and above it, by at least ", smallest));
    }
    return notes.is_ok();
}

} // namespace

circles_list::circles_list(const scene_file& scene, circles_book& book, reading& notes)
    : entity_list("circle")
    , book_(book) {
    const json::cursor root(scene.document);
    add_circles(root["circles"], notes);
    add_generators(root["generators"], notes, &count_of_circles,
                   [&](const json::cursor& generator, std::uint32_t source) {
                       is_circles_field(generator) ? add_field(generator, source, notes)
                                                   : add_copies(generator, source, notes);
                   });
    add_creations(root["inputs"], notes, [&](const json::cursor& blueprint) {
        const std::uint32_t number = book.blueprints.find(blueprint, notes);
        return notes.is_ok() ? book.blueprint_colors[number] : std::nullopt;
    });
}

entity_key circles_list::add_circle(circles::circle_definition what, std::uint32_t source, reading& notes) {
    what.key = add(source);
    if (const status answer = check(what); !answer && notes.is_ok()) {
        notes.refuse_whole(source_of(count() - 1), answer.reason().message);
    }
    circles_.push_back(what);
    return what.key;
}

circles_list::circle_template circles_list::from_blueprint(const json::cursor& name, reading& notes) const {
    const std::uint32_t number = book_.blueprints.find(name, notes);
    if (!notes.is_ok()) {
        return {};
    }
    return {.form = book_.rules.blueprints[number].form, .color = book_.blueprint_colors[number]};
}

circles_list::circle_template circles_list::read(const json::cursor& what, reading& notes) const {
    circle_template made;
    if (const json::cursor blueprint = what["blueprint"]) {
        for (const std::string_view name : {"radius", "mass", "friction", "restitution", "groups", "meets",
                                            "family", "is_sensor", "user_data"}) {
            if (const json::cursor too_much = what[name]) {
                notes.refuse(too_much, "none, because 'blueprint' says what the circle is like");
            }
        }
        made = from_blueprint(blueprint, notes);
    } else {
        made.form = book_.read_form(what, notes);
    }
    made.position = plane_vector_of(what["position"]);
    made.degrees = degrees_of(what["angle"]);
    made.velocity = plane_vector_of(what["velocity"]);
    made.spin = spin_of(what["spin"]);
    if (const std::optional<std::uint32_t> color = read_color(what["color"], notes)) {
        made.color = color;
    }
    return made;
}

circles::circle_definition circles_list::place(const circle_template& what,
                                               const plane_place& where) noexcept {
    const vector2d position = where.position + turned_in_plane(what.position, where.degrees);
    return {.motion = {.position = rounded(position),
                       .angle = turn_of(where.degrees + what.degrees),
                       .velocity = rounded(turned_in_plane(what.velocity, where.degrees)),
                       .spin = what.spin},
            .form = what.form};
}

void circles_list::add_circles(const json::cursor& circles, reading& notes) {
    for (std::size_t number = 0; number < circles.size() && notes.is_ok(); ++number) {
        const json::cursor each = circles.item(number);
        const json::cursor name = each["name"];
        const circle_template what = read(each, notes);
        const entity_key key = add_circle(place(what, {}), add_source(each), notes);
        add_look(key, name ? name->string() : std::string{}, what.color, name, notes);
    }
}

void circles_list::add_copies(const json::cursor& generator, std::uint32_t source, reading& notes) {
    const json::cursor given = generator["circles"];
    std::vector<circle_template> templates;
    for (std::size_t number = 0; number < given.size() && notes.is_ok(); ++number) {
        const json::cursor each = given.item(number);
        templates.push_back(each->is(json::kind::string) ? from_blueprint(each, notes) : read(each, notes));
    }
    if (!notes.is_ok()) {
        return;
    }
    std::optional<circles_fill> fill;
    std::vector<plane_place> places;
    if (generator["kind"]->string() == "fill") {
        if (!has_inside(generator, notes)) {
            return;
        }
        fill.emplace(generator, book_.rules, circles_);
        places.resize(static_cast<std::size_t>(whole_number(generator["count"])));
    } else {
        places = plane_places_of(generator);
    }
    for (std::size_t index = 0; index < places.size() && notes.is_ok(); ++index) {
        const circle_template& what = templates[index % templates.size()];
        circles::circle_definition made = place(what, places[index]);
        if (fill && !fill->put(made, index)) {
            notes.refuse_whole(generator,
                               text("of ", places.size(), " circles, ", index, " have room in its box"));
            return;
        }
        add_generated_look(generator, add_circle(made, source, notes), index, what.color, notes);
    }
}

void circles_list::add_field(const json::cursor& generator, std::uint32_t source, reading& notes) {
    const std::vector<circles::circle_definition> made = generate_circles_field(generator, book_, notes);
    for (std::size_t index = 0; index < made.size() && notes.is_ok(); ++index) {
        add_generated_look(generator, add_circle(made[index], source, notes), index, {}, notes);
    }
}

} // namespace orrery::scene_format
