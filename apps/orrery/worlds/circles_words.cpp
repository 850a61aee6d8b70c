#include "apps/measures/circles_measures.hpp"
#include "apps/orrery/worlds/circles_mesh.hpp"
#include "apps/orrery/worlds/circles_words.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <bit>
#include <memory>

namespace orrery::command {
namespace {

using circles_words = world_words<circles::world>;

constexpr std::array<std::string_view, circles::input_kind_count> circles_input_names{
    "push", "launch", "place", "create", "destroy", "become"};

[[nodiscard]] const std::vector<field_info>& form_fields() {
    return component_type::of<circles::form>().fields;
}

void write_point(json::writer& out, std::string_view name, vector2 what) {
    out.key(name).begin_array().value(what.x).value(what.y).end_array();
}

[[nodiscard]] std::string shown_contact(const circles::contact& what, const circles::frame& in) {
    const std::string other = what.is_with_wall()
                                  ? text("part ", what.wall_part(), " of the walls")
                                  : text("circle ", static_cast<std::uint64_t>(in.roster->keys[what.b]));
    return text("with ", other, ", impulse ", what.normal_impulse, ", friction ", what.friction_impulse);
}

} // namespace

result<circles::world> circles_words::from_rules(std::span<const std::byte> rules, engine& machine) {
    byte_reader in(rules);
    auto loaded = circles::load_rules(in);
    if (!loaded) {
        return loaded.reason();
    }
    return circles::world(machine, std::make_shared<const circles::rules>(std::move(*loaded)));
}

result<built_scene<circles::world>> circles_words::build(const scene_format::scene_file& scene,
                                                         engine& machine) {
    auto made = scene_format::build_circles(scene, machine);
    if (!made) {
        return made.reason();
    }
    return built_scene<circles::world>{std::move(made->world), std::move(made->inputs),
                                       std::move(made->looks)};
}

std::vector<scene_format::look> circles_words::looks_of(const scene_format::scene_file& scene) {
    return scene_format::circles_appearance_of(scene).looks;
}

circles_words::palette circles_words::palette_of(const scene_format::scene_file& scene) {
    return scene_format::circles_appearance_of(scene).wall_colors;
}

std::array<scalar, circles_words::motion_fields.size()>
circles_words::numbers(const circles::motion& where, const circles::world&) noexcept {
    return {where.position.x, where.position.y, where.angle, where.velocity.x, where.velocity.y, where.spin};
}

std::span<const std::string> circles_words::event_names() {
    static const std::vector<std::string> names{"impact",  "began",     "ended",
                                                "created", "destroyed", "refused"};
    return names;
}

std::string circles_words::describe(const circles::input& what) {
    return text(circles_input_names[static_cast<std::size_t>(what.kind)], " on circle ",
                static_cast<std::uint64_t>(what.target), " with position (", what.position.x, ", ",
                what.position.y, "), angle ", what.angle, ", velocity (", what.velocity.x, ", ",
                what.velocity.y, "), spin ", what.spin, " and blueprint ", what.subject);
}

std::span<const quantity_words> circles_words::quantities() {
    static constexpr std::array all{
        quantity_words{quantity::energy, "energy", "mass units\u00b2/s\u00b2", "all circles"},
        quantity_words{quantity::speed, "speed", "units/s", "fastest circle"},
        quantity_words{quantity::height, "height", "units", "centre of mass of all circles"},
        quantity_words{quantity::contacts, "contacts", "", "all circles"},
        quantity_words{quantity::impulse, "impulse", "mass units/s", "all impacts"},
    };
    return all;
}

std::optional<double> circles_words::measure(quantity what, const view& frame, const circles::world& rules,
                                             std::optional<entity_key> of) {
    if (!of) {
        switch (what) {
        case quantity::energy:
            return measures::energy_of_all(frame, rules.rules());
        case quantity::speed:
            return measures::highest_speed(frame);
        default:
            return measures::height_of_all(frame);
        }
    }
    const std::size_t place = frame.place_of(*of);
    if (place == frame.size()) {
        return {};
    }
    const circles::motion& now = frame.motions()[place];
    switch (what) {
    case quantity::energy:
        return measures::kinetic_energy(frame.form_at(place), now) +
               measures::potential_energy(frame.form_at(place), now, rules.rules());
    case quantity::speed:
        return measures::speed_of(now);
    default:
        return static_cast<double>(now.position.y);
    }
}

void circles_words::describe(const circles::motion& where, const circles::world&, json::writer& out) {
    write_point(out, "position", where.position);
    out.member("angle", where.angle);
    write_point(out, "velocity", where.velocity);
    out.member("spin", where.spin);
}

void circles_words::describe(const circles::event& what, const circles::world& rules, json::writer& out) {
    if (what.wall != circles::no_wall) {
        out.member("wall", what.wall).member("wallName", measures::name_of_wall(what.wall, rules.rules()));
    }
    write_point(out, "point", what.point);
    write_point(out, "normal", what.normal);
    out.member("impulse", what.impulse).member("time", what.time);
}

std::string circles_words::describe(const circles::event& what, const circles::world& rules) {
    const std::string wall = what.wall != circles::no_wall
                                 ? text(", ", measures::name_of_wall(what.wall, rules.rules()))
                                 : std::string();
    return what.impulse != 0 ? text(wall, "  ", what.impulse, " mass units/s") : wall;
}

void circles_words::describe(const circles::form& form, const circles::world&, std::string& out) {
    const auto add_line = [&](std::string_view name, const std::string& value) {
        out += text("  ", name, std::string(name.size() < 28 ? 28 - name.size() : 1, ' '), value, "\n");
    };
    for (const field_info& each : form_fields()) {
        add_line(each.name, each.name == "mass" ? text(mass_of(form)) : field_text(each, &form));
    }
}

void circles_words::describe(const circles::form& form, const circles::world&, json::writer& out) {
    out.begin_object().member("radius", form.radius).member("mass", mass_of(form));
    out.member("friction", form.surface.friction).member("restitution", form.surface.restitution);
    out.member("groups", form.filter.groups).member("mask", form.filter.mask);
    out.member("family", form.filter.family).member("isSensor", form.is_sensor != 0);
    // What has 64 bits stands as text: not every reader of JSON has integers that long.
    out.member("userData", text(form.user_data)).end_object();
}

value_difference circles_words::first_difference(const circles::form& a, const circles::form& b) {
    for (const field_info& each : form_fields()) {
        const std::string mine = field_text(each, &a);
        const std::string theirs = field_text(each, &b);
        if (mine != theirs) {
            return {.field = each.name, .first = mine, .second = theirs};
        }
    }
    return {};
}

value_difference circles_words::first_difference(const circles::motion& a, const circles::motion& b,
                                                 std::size_t word) {
    const std::size_t place = word * sizeof(std::uint32_t) / sizeof(scalar);
    const auto numbers_in = [](const circles::motion& from) {
        return std::bit_cast<std::array<scalar, motion_fields.size()>>(from);
    };
    return difference_of(motion_fields[place], numbers_in(a)[place], numbers_in(b)[place]);
}

std::optional<value_difference> circles_words::first_difference(const circles::world& a,
                                                                const circles::world& b) {
    if (a.hash() == b.hash()) {
        return {};
    }
    const circles::frame& here = a.current();
    const circles::frame& there = b.current();
    const auto [one, other] = std::ranges::mismatch(here.contacts, there.contacts);
    const bool has_one = one != here.contacts.end();
    const bool has_other = other != there.contacts.end();
    value_difference found{.field = "contact", .first = "absent", .second = "absent"};
    if (has_one) {
        found.key = here.roster->keys[one->a];
        found.first = shown_contact(*one, here);
    }
    if (has_other) {
        found.key =
            has_one ? std::min(found.key, there.roster->keys[other->a]) : there.roster->keys[other->a];
        found.second = shown_contact(*other, there);
    }
    return found;
}

std::optional<drawn_shape> circles_words::shape_of(const circles::form& form, const circles::world&,
                                                   const palette&, scalar) {
    return disc_mesh(form.radius);
}

bool circles_words::has_same_shape(const circles::form& a, const circles::form& b) {
    return a.radius == b.radius;
}

std::vector<drawn_scenery> circles_words::scenery_of(const circles::world& rules, const palette& colors) {
    constexpr std::uint32_t usual = 0x5b6675;
    std::vector<drawn_scenery> made;
    const std::vector<circles::wall>& walls = rules.rules().walls;
    for (std::uint32_t number = 0; number < walls.size(); ++number) {
        if (auto shape = wall_mesh(walls[number], number)) {
            made.push_back({.name = measures::name_of_wall(number, rules.rules()),
                            .shape = std::move(*shape),
                            .color = number < colors.size() ? colors[number].value_or(usual) : usual});
        }
    }
    return made;
}

std::uint32_t circles_words::default_color(const circles::form& form, const palette&) {
    return form.is_sensor != 0 ? 0x3f6f8f : 0xe6b34d;
}

transform3 circles_words::pose_of(const circles::motion& where, const circles::form&) {
    return {{where.position.x, where.position.y, 0}, quaternion::from_axis_angle({0, 0, 1}, where.angle)};
}

} // namespace orrery::command
