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

std::string rigid_output::describe(const rigid::input& input) {
    if (rigid::world::concerns_all(input)) {
        const bool is_set = input.kind == rigid::input_kind::set_material_pair;
        return text(rigid::name_of(input.kind), " of materials ", input.subject >> 32, " and ",
                    static_cast<std::uint32_t>(input.subject),
                    is_set ? text(" to friction ", input.value.x, " and restitution ", input.value.y) : "");
    }
    const bool is_of_joint = input.kind == rigid::input_kind::drive && input.subject != 0;
    return text(rigid::name_of(input.kind), " on body ", static_cast<std::uint64_t>(input.target),
                is_of_joint ? text(" by joint ", input.subject) : "", " of (", input.value.x, ", ",
                input.value.y, ", ", input.value.z, ")");
}

void rigid_output::describe(const rigid::motion& motion, const rigid::world&, json::writer& out) {
    const quaternion& turn = motion.orientation;
    write_vector(out.key("position"), motion.position);
    out.key("orientation").begin_array().value(turn.x).value(turn.y).value(turn.z).value(turn.w).end_array();
    write_vector(out.key("linearVelocity"), motion.linear_velocity);
    write_vector(out.key("angularVelocity"), motion.angular_velocity);
}

void rigid_output::describe(const rigid::event& event, const rigid::world&, json::writer& out) {
    write_vector(out.key("point"), event.point);
    write_vector(out.key("normal"), event.normal);
    out.member("impulse", event.impulse);
    const bool is_contact =
        event.kind == rigid::event_kind::contact_began || event.kind == rigid::event_kind::contact_persisted;
    if (is_contact) {
        write_vector(out.key("friction_impulse"), event.friction_impulse);
        out.member("friction", event.friction);
        out.member("restitution", event.restitution);
    }
    if (event.material_a != 0 || event.material_b != 0) {
        out.key("materials").begin_array().value(event.material_a).value(event.material_b).end_array();
    }
}

std::string rigid_output::describe(const rigid::event& event, const rigid::world&) {
    return event.impulse != 0 ? text("  ", event.impulse, " N s") : "";
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
