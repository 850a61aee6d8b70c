#include "apps/orrery/worlds/hex_mesh.hpp"
#include "apps/orrery/worlds/hex_output.hpp"
#include "apps/world/hex/hex_measures.hpp"
#include "apps/world/hex/hex_screen.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace orrery::command {
namespace {

using hex_output = world_output<hex::world>;
using hex_traits = apps::world_traits<hex::world>;

[[nodiscard]] std::string_view name_of_type(const hex::object_form& form, const hex::rules& rules) {
    return form.type < rules.object_types.size() ? std::string_view(rules.object_types[form.type].name) : "";
}

[[nodiscard]] std::string_view name_of_tile(const hex::tile& what, const hex::rules& rules) {
    return what.type < rules.tile_types.size() ? std::string_view(rules.tile_types[what.type].name) : "";
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

std::string hex_output::describe(const hex::input& input) {
    return text(hex::name_of(input.kind), " on object ", static_cast<std::uint64_t>(input.target),
                " with position (", input.position.a, ", ", input.position.b, "), velocity (",
                input.velocity.a, ", ", input.velocity.b, "), spin ", input.spin, ", cell (", input.at.i,
                ", ", input.at.j, "), subject ", input.subject, " and amount ", input.amount);
}

void hex_output::describe(const hex::recorded_motion& motion, const hex::world& rules, json::writer& out) {
    const auto shown = hex_traits::motion_values(motion, rules);
    out.key("position").begin_array().value(shown[0]).value(shown[1]).end_array();
    out.member("angle", shown[2]);
    out.key("velocity").begin_array().value(shown[3]).value(shown[4]).end_array();
    out.member("spin", shown[5]);
    out.key("exact").begin_object();
    out.member("a", motion.position.a).member("b", motion.position.b).member("angle", motion.angle);
    out.member("velocityA", motion.a.velocity).member("velocityB", motion.b.velocity);
    out.member("turn", motion.turn.velocity).end_object();
}

void hex_output::describe(const hex::event& event, const hex::world& rules, json::writer& out) {
    const apps::hex_screen::point point = apps::hex_screen::to_cells(event.point);
    out.key("point").begin_array().value(point.x).value(point.y).end_array();
    if (event.kind == hex::event_kind::impact) {
        out.member("impulse", hex_traits::impulse_of(event, rules));
    }
    if (is_about_a_tile(event)) {
        out.key("at").begin_array().value(event.at.i).value(event.at.j).end_array();
        out.member("amount", event.amount);
    }
}

std::string hex_output::describe(const hex::event& event, const hex::world& rules) {
    if (event.kind == hex::event_kind::impact) {
        return text("  ", hex_traits::impulse_of(event, rules), " mass cells/s");
    }
    if (!is_about_a_tile(event)) {
        return "";
    }
    return text("  cell ", event.at.i, ", ", event.at.j,
                event.kind == hex::event_kind::tile_damaged ? text(" by ", event.amount) : std::string());
}

void hex_output::describe(const hex::object_form& form, const hex::world& rules, std::string& out) {
    add_line(out, "type", name_of_type(form, rules.rules()));
    add_line(out, "group", text(+form.group));
    add_line(out, "mass", text(apps::weight_of(form, rules.rules()).mass));
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

void hex_output::describe(const hex::object_form& form, const hex::world& rules, json::writer& out) {
    out.begin_object().member("type", name_of_type(form, rules.rules())).member("group", form.group);
    out.member("mass", apps::weight_of(form, rules.rules()).mass).key("tiles").begin_array();
    for (const hex::tile& each : form.tiles) {
        out.begin_object().member("tile", name_of_tile(each, rules.rules()));
        out.key("at").begin_array().value(each.at.i).value(each.at.j).end_array();
        out.member("hitPoints", each.hit_points).end_object();
    }
    out.end_array().end_object();
}

std::optional<drawn_shape> hex_output::shape_of(const hex::object_form& form, const hex::world& shapes,
                                                const palette& colors, scalar) {
    return form.tiles.empty() ? particle_mesh() : tiles_mesh(form.tiles, shapes.rules(), colors.tiles);
}

bool hex_output::has_same_shape(const hex::object_form& a, const hex::object_form& b) {
    // Damage does not change how a tile is drawn.
    return std::ranges::equal(a.tiles, b.tiles, [](const hex::tile& mine, const hex::tile& theirs) {
        return mine.at == theirs.at && mine.type == theirs.type && mine.is_virtual() == theirs.is_virtual();
    });
}

std::uint32_t hex_output::default_color(const hex::object_form& form, const palette& colors) {
    const std::uint32_t usual = form.tiles.empty() ? 0xffd27f : 0x9aa4b2;
    return form.type < colors.types.size() ? colors.types[form.type].value_or(usual) : usual;
}

} // namespace orrery::command
