#include "apps/scene/circles/circles_book.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>

#include <numbers>

namespace orrery::scene_format {
namespace {

constexpr double radians_of_degree = std::numbers::pi / 180;

void read_circle_settings(const json::cursor& what, circles::rules& into) {
    into.time_step = number_of(what["time_step"], into.time_step);
    into.gravity = rounded(plane_vector_of(what["gravity"]));
    into.damping = number_of(what["damping"], into.damping);
    into.spin_damping = number_of(what["spin_damping"], into.spin_damping);
    into.max_speed = number_of(what["max_speed"], into.max_speed);
    into.skin = number_of(what["skin"], into.skin);
    into.rest_speed = number_of(what["rest_speed"], into.rest_speed);
    into.contact_rounds =
        static_cast<std::uint32_t>(whole_number(what["contact_rounds"], into.contact_rounds));
    into.max_impacts = static_cast<std::uint32_t>(whole_number(what["max_impacts"], into.max_impacts));
}

// One bit for each group that a list names.
[[nodiscard]] std::uint32_t bits_of(const json::cursor& names, const circles_book& book, reading& notes) {
    std::uint32_t bits = 0;
    for (std::size_t number = 0; number < names.size(); ++number) {
        bits |= std::uint32_t{1} << book.groups.find(names.item(number), notes);
    }
    return bits;
}

} // namespace

vector2 rounded(vector2d what) noexcept {
    return {static_cast<scalar>(what.x), static_cast<scalar>(what.y)};
}

scalar turn_of(double degrees) noexcept {
    constexpr auto half = std::numbers::pi_v<scalar>;
    const auto turned =
        static_cast<scalar>((degrees - floor((degrees + 180) / 360) * 360) * radians_of_degree);
    return turned >= -half && turned < half ? turned : -half; // what is almost half a turn is rounded to one
}

scalar spin_of(const json::cursor& degrees_a_second) {
    return static_cast<scalar>(degrees_of(degrees_a_second) * radians_of_degree);
}

void circles_book::read(const scene_file& scene, reading& notes) {
    const json::cursor root(scene.document);
    const json::cursor settings = root["settings"];
    has_settings = static_cast<bool>(settings);
    read_circle_settings(settings, rules);
    const json::cursor names = root["groups"];
    for (std::size_t number = 0; number < names.size(); ++number) {
        if (groups.add(names.item(number)->string()) != number) {
            notes.refuse(names.item(number), "a name that no other group has");
        }
    }
    const json::cursor given = root["blueprints"];
    for (std::size_t number = 0; given && number < given->members().size() && notes.is_ok(); ++number) {
        const json::member& each = given->members()[number];
        const json::cursor here = given.at_member(each);
        blueprints.add(each.name);
        rules.blueprints.push_back({.name = each.name, .form = read_form(here, notes)});
        blueprint_colors.push_back(read_color(here["color"], notes));
        if (const status answer = check(rules.blueprints.back().form); !answer) {
            notes.refuse_whole(here, answer.reason().message);
        }
    }
    read_walls(root["walls"], *this, notes);
}

circles::form circles_book::read_form(const json::cursor& what, reading& notes) const {
    circles::form made;
    made.radius = number_of(what["radius"], made.radius);
    made.mass = number_of(what["mass"], made.mass);
    made.surface = read_surface(what);
    made.filter = read_filter(what, notes);
    made.is_sensor = flag_of(what["is_sensor"], false) ? 1 : 0;
    made.user_data = whole_number(what["user_data"], 0);
    return made;
}

circles::collision_filter circles_book::read_filter(const json::cursor& what, reading& notes) const {
    circles::collision_filter made;
    if (const json::cursor names = what["groups"]) {
        made.groups = bits_of(names, *this, notes);
    }
    if (const json::cursor names = what["meets"]) {
        made.mask = bits_of(names, *this, notes);
    }
    made.family = static_cast<std::uint32_t>(whole_number(what["family"], 0));
    return made;
}

circles::surface circles_book::read_surface(const json::cursor& what) {
    circles::surface made;
    made.friction = number_of(what["friction"], made.friction);
    made.restitution = number_of(what["restitution"], made.restitution);
    return made;
}

} // namespace orrery::scene_format
