#include "apps/measures/rigid_measures.hpp"
#include "apps/orrery/worlds/rigid_words.hpp"
#include "apps/scene/rigid/rigid_scene.hpp"

#include <orrery/core/difference.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/glue.hpp>

#include <algorithm>
#include <cstring>

namespace orrery::command {
namespace {

using words = world_words<rigid::world>;

constexpr std::array<std::string_view, rigid::input_kind_count> input_names{"force",
                                                                            "force_at",
                                                                            "torque",
                                                                            "impulse",
                                                                            "impulse_at",
                                                                            "angular_impulse",
                                                                            "velocity",
                                                                            "spin",
                                                                            "wake",
                                                                            "acceleration",
                                                                            "place",
                                                                            "set_material",
                                                                            "create",
                                                                            "destroy",
                                                                            "glue",
                                                                            "unglue",
                                                                            "break_up",
                                                                            "drive",
                                                                            "set_material_pair",
                                                                            "remove_material_pair"};

void write_vector(json::writer& out, vector3 what) {
    out.begin_array().value(what.x).value(what.y).value(what.z).end_array();
}

[[nodiscard]] std::string text_of(const field_info& field, const std::byte* value) {
    if (field.kind == field_kind::reference) { // in a form references are keys
        std::uint64_t key = 0;
        std::memcpy(&key, value + field.offset, sizeof(key));
        return text("body ", key);
    }
    return field_text(field, value);
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

result<rigid::world> words::from_rules(std::span<const std::byte> rules, engine& machine) {
    byte_reader in(rules);
    const auto loaded = rigid::load_rules(in);
    if (!loaded) {
        return loaded.reason();
    }
    rigid::world made(machine, loaded->settings);
    made.shapes().merge(loaded->shapes);
    return made;
}

void words::add_surfaces(const scene_format::scene_file& scene, engine& machine, rigid::world& into) {
    if (scene.text.find("\"pages\"") == std::string::npos) {
        return; // recordings carry all others
    }
    if (const auto made = scene_format::build_rigid(scene, machine)) {
        into.shapes().merge(made->world.shapes());
    }
}

result<built_scene<rigid::world>> words::build(const scene_format::scene_file& scene, engine& machine) {
    auto made = scene_format::build_rigid(scene, machine);
    if (!made) {
        return made.reason();
    }
    return built_scene<rigid::world>{std::move(made->world), std::move(made->inputs), std::move(made->looks)};
}

std::vector<scene_format::look> words::looks_of(const scene_format::scene_file& scene) {
    return scene_format::looks_of(scene);
}

std::span<const std::string> words::event_names() {
    static const std::vector<std::string> names{
        "contact_began", "contact_persisted", "contact_ended", "sensor_entered", "sensor_left", "fell_asleep",
        "woke_up",       "created",           "destroyed",     "broke",          "glued",       "unglued",
        "joint_lost",    "refused",           "joint_broke",   "speed_limited"};
    return names;
}

std::string words::describe(const rigid::input& what) {
    if (rigid::world::concerns_all(what)) {
        const bool is_set = what.kind == rigid::input_kind::set_material_pair;
        return text(input_names[static_cast<std::size_t>(what.kind)], " of materials ", what.subject >> 32,
                    " and ", static_cast<std::uint32_t>(what.subject),
                    is_set ? text(" to friction ", what.value.x, " and restitution ", what.value.y) : "");
    }
    const bool is_of_joint = what.kind == rigid::input_kind::drive && what.subject != 0;
    return text(input_names[static_cast<std::size_t>(what.kind)], " on body ",
                static_cast<std::uint64_t>(what.target), is_of_joint ? text(" by joint ", what.subject) : "",
                " of (", what.value.x, ", ", what.value.y, ", ", what.value.z, ")");
}

std::span<const quantity_words> words::quantities() {
    static constexpr std::array all{
        quantity_words{quantity::energy, "energy", "J", "all bodies"},
        quantity_words{quantity::speed, "speed", "m/s", "fastest body"},
        quantity_words{quantity::height, "height", "m", "centre of mass of all bodies"},
        quantity_words{quantity::contacts, "contacts", "", "all bodies"},
    };
    return all;
}

std::optional<double> words::measure(quantity what, const view& frame, const rigid::world& rules,
                                     std::optional<entity_key> of) {
    const auto sources =
        what == quantity::energy ? measures::sources_of(frame) : std::vector<rigid::field_source>();
    if (!of) {
        switch (what) {
        case quantity::energy:
            return measures::energy_of_all(frame, sources, rules.settings());
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
    const rigid::motion& now = frame.motions()[place];
    switch (what) {
    case quantity::energy:
        return measures::kinetic_energy(frame.form_at(place), now) +
               measures::potential_energy(*of, frame.form_at(place), now, sources, rules.settings());
    case quantity::speed:
        return length(vector_cast<double>(now.linear_velocity));
    default:
        return static_cast<double>(now.position.y);
    }
}

void words::describe(const rigid::motion& where, const rigid::world&, json::writer& out) {
    const quaternion& turn = where.orientation;
    write_vector(out.key("position"), where.position);
    out.key("orientation").begin_array().value(turn.x).value(turn.y).value(turn.z).value(turn.w).end_array();
    write_vector(out.key("linearVelocity"), where.linear_velocity);
    write_vector(out.key("angularVelocity"), where.angular_velocity);
}

void words::describe(const rigid::event& what, const rigid::world&, json::writer& out) {
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

std::string words::describe(const rigid::event& what, const rigid::world&) {
    return what.impulse != 0 ? text("  ", what.impulse, " N s") : "";
}

void words::describe(const entity_form& form, const rigid::world&, std::string& out) {
    form.each([&](const component_type& type, const std::byte* value) {
        if (type.fields.empty()) {
            out += text("  ", type.name, "\n");
        }
        for (const field_info& field : type.fields) {
            const std::string name = text(type.name, ".", field.name);
            out += text("  ", name, std::string(name.size() < 28 ? 28 - name.size() : 1, ' '),
                        text_of(field, value), field.options.about.empty() ? "" : " ", field.options.about,
                        field.name == "kind" ? meaning_of(type, value) : std::string(), "\n");
        }
    });
}

void words::describe(const entity_form& form, const rigid::world&, json::writer& out) {
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

value_difference words::first_difference(const entity_form& a, const entity_form& b) {
    struct leaf {
        std::string name;
        std::string value;
    };

    const auto leaves_of = [](const entity_form& form) {
        std::vector<leaf> all;
        form.each([&](const component_type& type, const std::byte* value) {
            all.push_back({type.name, "present"});
            for (const field_info& field : type.fields) {
                all.push_back({text(type.name, ".", field.name), text_of(field, value)});
            }
        });
        return all;
    };
    const std::vector<leaf> mine = leaves_of(a);
    const std::vector<leaf> theirs = leaves_of(b);
    const auto find = [](const std::vector<leaf>& in, const std::string& name) -> const leaf* {
        const auto place = std::ranges::find(in, name, &leaf::name);
        return place != in.end() ? &*place : nullptr;
    };
    for (const leaf& each : mine) {
        const leaf* const other = find(theirs, each.name);
        if (other == nullptr || other->value != each.value) {
            return {.field = each.name,
                    .first = each.value,
                    .second = other != nullptr ? other->value : "absent"};
        }
    }
    for (const leaf& each : theirs) {
        if (find(mine, each.name) == nullptr) {
            return {.field = each.name, .first = "absent", .second = each.value};
        }
    }
    return {};
}

value_difference words::first_difference(const rigid::motion& a, const rigid::motion& b, std::size_t word) {
    const std::size_t place = word * sizeof(std::uint32_t) / sizeof(scalar);
    const auto numbers_in = [](const rigid::motion& from) {
        return std::bit_cast<std::array<scalar, motion_fields.size()>>(from);
    };
    return difference_of(motion_fields[place], numbers_in(a)[place], numbers_in(b)[place]);
}

std::optional<value_difference> words::first_difference(const rigid::world& a, const rigid::world& b) {
    const auto parted = orrery::first_difference(a.registry(), b.registry());
    if (!parted) {
        return {};
    }
    return value_difference{.key = parted->key,
                            .field = text(parted->component, parted->field.empty() ? "" : ".", parted->field),
                            .first = parted->first,
                            .second = parted->second};
}

bool words::has_same_shape(const entity_form& a, const entity_form& b) {
    const rigid::shape* const mine = own_shape(a);
    const rigid::shape* const theirs = own_shape(b);
    return mine == theirs || (mine != nullptr && theirs != nullptr && *mine == *theirs);
}

std::optional<drawn_shape> words::shape_of(const entity_form& form, const rigid::world& shapes,
                                           const palette&, scalar plane_size) {
    const rigid::shape* const what = own_shape(form);
    return what != nullptr ? mesh_of(*what, shapes.shapes(), plane_size) : std::nullopt;
}

std::uint32_t words::default_color(const entity_form& form, const palette&) {
    return measures::is_dynamic(form) ? 0xe6b34d : 0x80a080;
}

transform3 words::pose_of(const rigid::motion& where, const entity_form& form) {
    const rigid::center_of_mass* const center = form.try_get<rigid::center_of_mass>();
    const vector3 offset = center != nullptr ? rotate(where.orientation, center->value) : vector3{};
    return {where.position - offset, where.orientation};
}

} // namespace orrery::command
