#include "apps/measures/hex_measures.hpp"
#include "apps/orrery/worlds/hex_mesh.hpp"
#include "apps/orrery/worlds/hex_words.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace orrery::command {
namespace {

using hex_words = world_words<hex::world>;

constexpr std::array<std::string_view, hex::input_kind_count> hex_input_names{
    "push",    "thrust",   "brake",       "place",       "create",
    "destroy", "add_tile", "remove_tile", "damage_tile", "set_group"};

constexpr double half_root_three = 0.86602540378443864676;
constexpr double pitch = hex::cell_pitch;

struct screen_point {
    double x = 0;
    double y = 0;
};

// To the last digit, where to_screen() rounds to whole units.
[[nodiscard]] screen_point on_screen(double a, double b) noexcept {
    return {a - b / 2, b * half_root_three};
}

[[nodiscard]] screen_point in_cells(hex_vector where) noexcept {
    return on_screen(where.a / pitch, where.b / pitch);
}

// Cells a second, from quarters of a unit a tick.
[[nodiscard]] screen_point velocity_of(const hex::recorded_motion& now, const hex::rules& rules) noexcept {
    const double step = rules.ticks_per_second / (4 * pitch);
    return on_screen(now.a.velocity * step, now.b.velocity * step);
}

// Degrees a second.
[[nodiscard]] double spin_of(const hex::recorded_motion& now, const hex::rules& rules) noexcept {
    return now.turn.velocity * (rules.ticks_per_second * 360.0 / (4.0 * angle16::steps_per_turn));
}

[[nodiscard]] std::string_view name_of_type(const hex::object_form& form, const hex::rules& rules) {
    return form.type < rules.object_types.size() ? std::string_view(rules.object_types[form.type].name) : "";
}

[[nodiscard]] std::string_view name_of_tile(const hex::tile& what, const hex::rules& rules) {
    return what.type < rules.tile_types.size() ? std::string_view(rules.tile_types[what.type].name) : "";
}

// Mass times cells a second.
[[nodiscard]] double impulse_of(const hex::event& what, const hex::rules& rules) {
    return what.impulse * (rules.ticks_per_second / pitch);
}

[[nodiscard]] bool is_about_a_tile(const hex::event& what) noexcept {
    using kinds = hex::event_kind;
    return what.kind == kinds::tile_damaged || what.kind == kinds::tile_lost ||
           what.kind == kinds::tile_added || what.kind == kinds::tile_blocked;
}

void add_line(std::string& out, std::string_view name, std::string_view value) {
    out += text("  ", name, std::string(name.size() < 28 ? 28 - name.size() : 1, ' '), value, "\n");
}

} // namespace

result<hex::world> hex_words::from_rules(std::span<const std::byte> rules, engine& machine) {
    byte_reader in(rules);
    auto loaded = hex::load_rules(in);
    if (!loaded) {
        return loaded.reason();
    }
    return hex::world(machine, std::make_shared<const hex::rules>(std::move(*loaded)));
}

result<built_scene<hex::world>> hex_words::build(const scene_format::scene_file& scene, engine& machine) {
    auto made = scene_format::build_hex(scene, machine);
    if (!made) {
        return made.reason();
    }
    return built_scene<hex::world>{std::move(made->world), std::move(made->inputs), std::move(made->looks)};
}

std::vector<scene_format::look> hex_words::looks_of(const scene_format::scene_file& scene) {
    return scene_format::hex_appearance_of(scene).looks;
}

hex_words::palette hex_words::palette_of(const scene_format::scene_file& scene) {
    return scene_format::hex_appearance_of(scene).colors;
}

std::array<double, hex_words::motion_fields.size()> hex_words::numbers(const hex::recorded_motion& where,
                                                                       const hex::world& rules) noexcept {
    const screen_point position = in_cells(where.position);
    const screen_point velocity = velocity_of(where, rules.rules());
    return {position.x, position.y, where.angle * (360.0 / angle16::steps_per_turn),
            velocity.x, velocity.y, spin_of(where, rules.rules())};
}

std::span<const std::string> hex_words::event_names() {
    static const std::vector<std::string> names{"impact",       "tile_damaged", "tile_lost", "tile_added",
                                                "tile_blocked", "split",        "created",   "destroyed",
                                                "refused",      "overfull"};
    return names;
}

std::string hex_words::describe(const hex::input& what) {
    return text(hex_input_names[static_cast<std::size_t>(what.kind)], " on object ",
                static_cast<std::uint64_t>(what.target), " with position (", what.position.a, ", ",
                what.position.b, "), velocity (", what.velocity.a, ", ", what.velocity.b, "), spin ",
                what.spin, ", cell (", what.at.i, ", ", what.at.j, "), subject ", what.subject,
                " and amount ", what.amount);
}

std::span<const quantity_words> hex_words::quantities() {
    static constexpr std::array all{
        quantity_words{quantity::energy, "energy", "mass cells\u00b2/s\u00b2", "all objects"},
        quantity_words{quantity::speed, "speed", "cells/s", "fastest object"},
        quantity_words{quantity::height, "height", "cells", "centre of mass of all objects"},
        quantity_words{quantity::contacts, "contacts", "", "all objects"},
    };
    return all;
}

std::optional<double> hex_words::measure(quantity what, const view& frame, const hex::world& rules,
                                         std::optional<entity_key> of) {
    if (!of) {
        switch (what) {
        case quantity::energy:
            return measures::energy_of_all(frame, rules.rules());
        case quantity::speed:
            return measures::highest_speed(frame, rules.rules());
        default:
            return measures::height_of_all(frame, rules.rules());
        }
    }
    const std::size_t place = frame.place_of(*of);
    if (place == frame.size()) {
        return {};
    }
    const hex::recorded_motion& now = frame.motions()[place];
    switch (what) {
    case quantity::energy:
        return measures::kinetic_energy(frame.form_at(place), now, rules.rules());
    case quantity::speed:
        return measures::speed_of(now, rules.rules());
    default:
        return measures::height_of(now);
    }
}

void hex_words::describe(const hex::recorded_motion& where, const hex::world& rules, json::writer& out) {
    const std::array<double, motion_fields.size()> shown = numbers(where, rules);
    out.key("position").begin_array().value(shown[0]).value(shown[1]).end_array();
    out.member("angle", shown[2]);
    out.key("velocity").begin_array().value(shown[3]).value(shown[4]).end_array();
    out.member("spin", shown[5]);
    out.key("exact").begin_object();
    out.member("a", where.position.a).member("b", where.position.b).member("angle", where.angle);
    out.member("velocityA", where.a.velocity).member("velocityB", where.b.velocity);
    out.member("turn", where.turn.velocity).end_object();
}

void hex_words::describe(const hex::event& what, const hex::world& rules, json::writer& out) {
    const screen_point point = in_cells(what.point);
    out.key("point").begin_array().value(point.x).value(point.y).end_array();
    if (what.kind == hex::event_kind::impact) {
        out.member("impulse", impulse_of(what, rules.rules()));
    }
    if (is_about_a_tile(what)) {
        out.key("at").begin_array().value(what.at.i).value(what.at.j).end_array();
        out.member("amount", what.amount);
    }
}

std::string hex_words::describe(const hex::event& what, const hex::world& rules) {
    if (what.kind == hex::event_kind::impact) {
        return text("  ", impulse_of(what, rules.rules()), " mass cells/s");
    }
    if (!is_about_a_tile(what)) {
        return "";
    }
    return text("  cell ", what.at.i, ", ", what.at.j,
                what.kind == hex::event_kind::tile_damaged ? text(" by ", what.amount) : std::string());
}

void hex_words::describe(const hex::object_form& form, const hex::world& rules, std::string& out) {
    add_line(out, "type", name_of_type(form, rules.rules()));
    add_line(out, "group", text(+form.group));
    add_line(out, "mass", text(measures::weight_of(form, rules.rules()).mass));
    if (form.tiles.empty()) {
        return;
    }
    std::uint64_t hit_points = 0;
    std::vector<std::size_t> counts(rules.rules().tile_types.size());
    for (const hex::tile& each : form.tiles) {
        hit_points += each.hit_points;
        ++counts[each.type];
    }
    add_line(out, "hit_points", text(hit_points));
    add_line(out, "tiles", text(form.tiles.size()));
    for (std::size_t type = 0; type < counts.size(); ++type) {
        if (counts[type] > 0) {
            add_line(out, text("tiles.", rules.rules().tile_types[type].name), text(counts[type]));
        }
    }
}

void hex_words::describe(const hex::object_form& form, const hex::world& rules, json::writer& out) {
    out.begin_object().member("type", name_of_type(form, rules.rules())).member("group", form.group);
    out.member("mass", measures::weight_of(form, rules.rules()).mass).key("tiles").begin_array();
    for (const hex::tile& each : form.tiles) {
        out.begin_object().member("tile", name_of_tile(each, rules.rules()));
        out.key("at").begin_array().value(each.at.i).value(each.at.j).end_array();
        out.member("hitPoints", each.hit_points).end_object();
    }
    out.end_array().end_object();
}

std::optional<drawn_shape> hex_words::shape_of(const hex::object_form& form, const hex::world& shapes,
                                               const palette& colors, scalar) {
    return form.tiles.empty() ? particle_mesh() : tiles_mesh(form.tiles, shapes.rules(), colors.tiles);
}

bool hex_words::has_same_shape(const hex::object_form& a, const hex::object_form& b) {
    // Damage does not change how a tile is drawn.
    return std::ranges::equal(a.tiles, b.tiles, [](const hex::tile& mine, const hex::tile& theirs) {
        return mine.at == theirs.at && mine.type == theirs.type && mine.is_virtual() == theirs.is_virtual();
    });
}

std::uint32_t hex_words::default_color(const hex::object_form& form, const palette& colors) {
    const std::uint32_t usual = form.tiles.empty() ? 0xffd27f : 0x9aa4b2;
    return form.type < colors.types.size() ? colors.types[form.type].value_or(usual) : usual;
}

transform3 hex_words::pose_of(const hex::recorded_motion& where, const hex::object_form&) {
    const screen_point position = in_cells(where.position);
    const double turn = where.angle * (2 * std::numbers::pi / angle16::steps_per_turn);
    return {{static_cast<scalar>(position.x), static_cast<scalar>(-position.y), 0},
            quaternion::from_axis_angle({0, 0, 1}, static_cast<scalar>(-turn))};
}

} // namespace orrery::command
