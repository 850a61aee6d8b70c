#include "apps/orrery/worlds/circles_mesh.hpp"
#include "apps/orrery/worlds/circles_output.hpp"
#include "apps/world/circles/circles_measures.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>

#include <string_view>
#include <utility>

namespace orrery::command {
namespace {

using circles_output = world_output<circles::world>;

[[nodiscard]] const std::vector<field_info>& form_fields() {
    return component_type::of<circles::form>().fields;
}

void write_point(json::writer& out, std::string_view name, vector2 what) {
    out.key(name).begin_array().value(what.x).value(what.y).end_array();
}

} // namespace

std::string circles_output::describe(const circles::input& input) {
    return text(circles::name_of(input.kind), " on circle ", static_cast<std::uint64_t>(input.target),
                " with position (", input.position.x, ", ", input.position.y, "), angle ", input.angle,
                ", velocity (", input.velocity.x, ", ", input.velocity.y, "), spin ", input.spin,
                " and blueprint ", input.subject);
}

void circles_output::describe(const circles::motion& motion, const circles::world&, json::writer& out) {
    write_point(out, "position", motion.position);
    out.member("angle", motion.angle);
    write_point(out, "velocity", motion.velocity);
    out.member("spin", motion.spin);
}

void circles_output::describe(const circles::event& event, const circles::world& rules, json::writer& out) {
    if (event.wall != circles::no_wall) {
        out.member("wall", event.wall).member("wallName", apps::name_of_wall(event.wall, rules.rules()));
    }
    write_point(out, "point", event.point);
    write_point(out, "normal", event.normal);
    out.member("impulse", event.impulse).member("time", event.time);
}

std::string circles_output::describe(const circles::event& event, const circles::world& rules) {
    const std::string wall = event.wall != circles::no_wall
                                 ? text(", ", apps::name_of_wall(event.wall, rules.rules()))
                                 : std::string();
    return event.impulse != 0 ? text(wall, "  ", event.impulse, " mass units/s") : wall;
}

void circles_output::describe(const circles::form& form, const circles::world&, std::string& out) {
    const auto add_line = [&](std::string_view name, const std::string& value) {
        out += text("  ", name, std::string(name.size() < 28 ? 28 - name.size() : 1, ' '), value, "\n");
    };
    for (const field_info& each : form_fields()) {
        add_line(each.name, each.name == "mass" ? text(mass_of(form)) : field_text(each, &form));
    }
}

void circles_output::describe(const circles::form& form, const circles::world&, json::writer& out) {
    out.begin_object().member("radius", form.radius).member("mass", mass_of(form));
    out.member("friction", form.surface.friction).member("restitution", form.surface.restitution);
    out.member("groups", form.filter.groups).member("mask", form.filter.mask);
    out.member("family", form.filter.family).member("isSensor", form.is_sensor != 0);
    // What has 64 bits stands as text: not every reader of JSON has integers that long.
    out.member("userData", text(form.user_data)).end_object();
}

std::optional<drawn_shape> circles_output::shape_of(const circles::form& form, const circles::world&,
                                                    const palette&, scalar) {
    return disc_mesh(form.radius);
}

bool circles_output::has_same_shape(const circles::form& a, const circles::form& b) {
    return a.radius == b.radius;
}

std::vector<drawn_scenery> circles_output::scenery_of(const circles::world& rules, const palette& colors) {
    constexpr std::uint32_t usual = 0x5b6675;
    std::vector<drawn_scenery> made;
    const std::vector<circles::wall>& walls = rules.rules().walls;
    for (std::uint32_t number = 0; number < walls.size(); ++number) {
        if (auto shape = wall_mesh(walls[number], number)) {
            made.push_back(
                {.name = apps::name_of_wall(number, rules.rules()),
                 .shape = std::move(*shape),
                 .color = number < colors.walls.size() ? colors.walls[number].value_or(usual) : usual});
        }
    }
    return made;
}

std::uint32_t circles_output::default_color(const circles::form& form, const palette&) {
    return form.is_sensor != 0 ? 0x3f6f8f : 0xe6b34d;
}

} // namespace orrery::command
