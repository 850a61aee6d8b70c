#include "apps/orrery/worlds/rigid_output.hpp"
#include "apps/world/rigid/component_text.hpp"
#include "apps/world/rigid/rigid_measures.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/glue.hpp>

#include <array>
#include <cstring>
#include <string_view>

namespace orrery::command {
namespace {

using rigid_output = world_output<rigid::world>;

void write_vector(json::writer& out, vector3 what) {
    out.begin_array().value(what.x).value(what.y).value(what.z).end_array();
}

// What a number stands for, for people: " (box)".
[[nodiscard]] std::string meaning_of(const component_type& type, const std::byte* value) {
    constexpr std::array<std::string_view, 3> kinds{"dynamic", "kinematic", "fixed"};
    if (&type == &component_type::of<rigid::shape>()) {
        return text(" (", name_of(reinterpret_cast<const rigid::shape*>(value)->kind), ")");
    }
    if (&type == &component_type::of<rigid::body>()) {
        return text(" (", kinds[static_cast<std::size_t>(reinterpret_cast<const rigid::body*>(value)->kind)],
                    ")");
    }
    return "";
}

// A carrier has the shape of all that is glued to it, and each of those is drawn by itself.
[[nodiscard]] const rigid::shape* own_shape(const entity_form& form) noexcept {
    const auto* const own = form.try_get<rigid::carries>();
    if (own == nullptr) {
        return form.try_get<rigid::shape>();
    }
    return own->has_form != 0 ? &own->form : nullptr;
}

} // namespace

std::string rigid_output::describe(const rigid::input& what) {
    if (rigid::world::concerns_all(what)) {
        const bool is_set = what.kind == rigid::input_kind::set_material_pair;
        return text(rigid::name_of(what.kind), " of materials ", what.subject >> 32, " and ",
                    static_cast<std::uint32_t>(what.subject),
                    is_set ? text(" to friction ", what.value.x, " and restitution ", what.value.y) : "");
    }
    const bool is_of_joint = what.kind == rigid::input_kind::drive && what.subject != 0;
    return text(rigid::name_of(what.kind), " on body ", static_cast<std::uint64_t>(what.target),
                is_of_joint ? text(" by joint ", what.subject) : "", " of (", what.value.x, ", ",
                what.value.y, ", ", what.value.z, ")");
}

void rigid_output::describe(const rigid::motion& where, const rigid::world&, json::writer& out) {
    const quaternion& turn = where.orientation;
    write_vector(out.key("position"), where.position);
    out.key("orientation").begin_array().value(turn.x).value(turn.y).value(turn.z).value(turn.w).end_array();
    write_vector(out.key("linearVelocity"), where.linear_velocity);
    write_vector(out.key("angularVelocity"), where.angular_velocity);
}

void rigid_output::describe(const rigid::event& what, const rigid::world&, json::writer& out) {
    write_vector(out.key("point"), what.point);
    write_vector(out.key("normal"), what.normal);
    out.member("impulse", what.impulse);
    const bool is_contact =
        what.kind == rigid::event_kind::contact_began || what.kind == rigid::event_kind::contact_persisted;
    if (is_contact) {
        write_vector(out.key("friction_impulse"), what.friction_impulse);
        out.member("friction", what.friction);
        out.member("restitution", what.restitution);
    }
    if (what.material_a != 0 || what.material_b != 0) {
        out.key("materials").begin_array().value(what.material_a).value(what.material_b).end_array();
    }
}

std::string rigid_output::describe(const rigid::event& what, const rigid::world&) {
    return what.impulse != 0 ? text("  ", what.impulse, " N s") : "";
}

void rigid_output::describe(const entity_form& form, const rigid::world&, std::string& out) {
    form.each([&](const component_type& type, const std::byte* value) {
        if (type.fields.empty()) {
            out += text("  ", type.name, "\n");
        }
        for (const field_info& field : type.fields) {
            const std::string name = text(type.name, ".", field.name);
            out += text("  ", name, std::string(name.size() < 28 ? 28 - name.size() : 1, ' '),
                        apps::component_text(field, value), field.options.about.empty() ? "" : " ",
                        field.options.about, field.name == "kind" ? meaning_of(type, value) : std::string(),
                        "\n");
        }
    });
}

void rigid_output::describe(const entity_form& form, const rigid::world&, json::writer& out) {
    out.begin_object();
    form.each([&](const component_type& type, const std::byte* value) {
        out.key(type.name).begin_object();
        for (const field_info& field : type.fields) {
            out.key(field.name);
            // What has 64 bits stands as text: not every reader of JSON has integers that long.
            const bool is_long = field.kind == field_kind::uint64 || field.kind == field_kind::int64;
            if (field.kind == field_kind::reference) {
                std::uint64_t key = 0;
                std::memcpy(&key, value + field.offset, sizeof(key));
                out.value(text(key));
            } else if (is_long) {
                out.value(field_text(field, value));
            } else if (const std::string shown = field_text(field, value); shown.ends_with("inf")) {
                out.null();
            } else {
                out.raw(shown);
            }
        }
        out.end_object();
    });
    out.end_object();
}

bool rigid_output::has_same_shape(const entity_form& a, const entity_form& b) {
    const rigid::shape* const mine = own_shape(a);
    const rigid::shape* const theirs = own_shape(b);
    return mine == theirs || (mine != nullptr && theirs != nullptr && *mine == *theirs);
}

std::optional<drawn_shape> rigid_output::shape_of(const entity_form& form, const rigid::world& shapes,
                                                  const palette&, scalar plane_size) {
    const rigid::shape* const what = own_shape(form);
    return what != nullptr ? mesh_of(*what, shapes.shapes(), plane_size) : std::nullopt;
}

std::uint32_t rigid_output::default_color(const entity_form& form, const palette&) {
    return apps::is_dynamic(form) ? 0xe6b34d : 0x80a080;
}

} // namespace orrery::command
