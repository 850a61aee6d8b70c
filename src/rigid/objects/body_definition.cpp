#include "rigid/objects/body_placement.hpp"
#include "rigid/shape/shape_check.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/rules.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::rigid {
namespace {

[[nodiscard]] bool is_finite_vector(vector3 v) noexcept {
    return orrery::is_finite(v.x) && orrery::is_finite(v.y) && orrery::is_finite(v.z);
}

[[nodiscard]] std::string text_of(vector3 v) {
    return text("(", v.x, ", ", v.y, ", ", v.z, ")");
}

[[nodiscard]] status check_vector(const char* name, vector3 value) {
    if (!is_finite_vector(value)) {
        return error{text("the body's ", name, " is ", text_of(value), ", but it must be finite")};
    }
    return {};
}

[[nodiscard]] status check_material(const material& what) {
    return component_type::of<material>().validate(&what);
}

[[nodiscard]] status check_inertia(const matrix3& tensor) {
    const inertia kept = inertia::from_tensor(tensor);
    if (!is_finite_vector(kept.diagonal) || !is_finite_vector(kept.off_diagonal)) {
        return error{"the body's inertia must be finite"};
    }
    if (tensor != transpose(tensor)) {
        return error{"the body's inertia must be symmetric"};
    }
    // Sylvester's criterion for a tensor that resists every turn, as parts of the largest moment: products of
    // the moments themselves are too small or too large for a scalar where bodies are tiny or huge.
    const scalar largest = largest_component(kept.diagonal);
    const matrix3 share = tensor * (scalar(1) / largest);
    const scalar minor = share[0].x * share[1].y - share[0].y * share[1].x;
    if (!(share[0].x > 0) || !(minor > 0) || !(determinant(share) > 0)) {
        return error{text("the body's inertia must be positive in every direction, but its moments are ",
                          text_of(kept.diagonal))};
    }
    return {};
}

// What a dynamic body needs, from the definition or from its shape.
[[nodiscard]] result<mass_properties> find_mass_properties(const body_definition& what,
                                                           const shape_store& store) {
    const bool has_volume = what.shape && detail::has_inside(*what.shape);
    mass_properties found;
    if (what.mass) {
        if (!orrery::is_finite(*what.mass) || *what.mass <= 0) {
            return error{text("the body's mass is ", *what.mass, " kg, but it must be finite and above 0")};
        }
        found.mass = *what.mass;
        if (has_volume) {
            found = properties_of_mass(*what.shape, *what.mass, store);
        }
    } else {
        if (!has_volume) {
            return error{"a dynamic body without a solid shape needs a mass"};
        }
        if (!orrery::is_finite(what.density) || what.density <= 0) {
            return error{
                text("the body's density is ", what.density, " kg/m3, but it must be finite and above 0")};
        }
        found = properties_of_density(*what.shape, what.density, store);
        if (!orrery::is_finite(found.mass) || found.mass <= 0) {
            return error{text("the body's mass comes out as ", found.mass,
                              " kg: its shape is too small or too large")};
        }
    }
    if (what.center_of_mass) {
        found.center_of_mass = *what.center_of_mass;
    }
    if (what.inertia) {
        found.inertia = *what.inertia;
    } else if (!has_volume) {
        return error{"a dynamic body without a solid shape needs an inertia"};
    }
    if (const status answer = check_inertia(found.inertia); !answer) {
        return answer.reason();
    }
    return found;
}

[[nodiscard]] status check_rules(const body_definition& what) {
    const std::pair<const char*, std::optional<scalar>> thresholds[] = {
        {"breaks_at", what.breaks_at},
        {"destroyed_at", what.destroyed_at},
        {"sticks_at", what.sticks_at},
    };
    for (const auto& [name, impulse] : thresholds) {
        if (impulse && (!orrery::is_finite(*impulse) || *impulse < 0)) {
            return error{
                text("the body's ", name, " is ", *impulse, " N s, but it must be finite and not negative")};
        }
    }
    return {};
}

[[nodiscard]] status check_parts(const body_definition& what, const world& where) {
    if (what.kind > body_kind::fixed) {
        return error{text("the body's kind is ", static_cast<std::uint32_t>(what.kind),
                          ", but it must be 0 (dynamic), 1 (kinematic) or 2 (fixed)")};
    }
    const std::pair<const char*, vector3> vectors[] = {
        {"position", what.position},
        {"linear velocity", what.linear_velocity},
        {"angular velocity", what.angular_velocity},
        {"gravity", what.gravity.value_or(vector3{})},
        {"centre of mass", what.center_of_mass.value_or(vector3{})},
    };
    for (const auto& [name, value] : vectors) {
        if (const status answer = check_vector(name, value); !answer) {
            return answer;
        }
    }
    const scalar norm = length(what.orientation);
    if (!(abs(norm - scalar(1)) < scalar(1e-3))) {
        return error{text("the body's orientation has length ", norm, ", but it must be 1")};
    }
    if (!(what.damping.linear >= 0) || !(what.damping.angular >= 0) ||
        !orrery::is_finite(what.damping.linear) || !orrery::is_finite(what.damping.angular)) {
        return error{text("the body's damping is ", what.damping.linear, " and ", what.damping.angular,
                          ", but it must be finite and not negative")};
    }
    if (what.attractor && (!orrery::is_finite(*what.attractor) || *what.attractor < 0)) {
        return error{text("the body's attractor is ", *what.attractor,
                          " m3/s2, but it must be finite and not negative")};
    }
    if (what.drag) {
        if (const status answer = component_type::of<drag>().validate(&*what.drag); !answer) {
            return answer;
        }
    }
    if (what.locked_axes > 63) {
        return error{text("the body's locked axes are ", what.locked_axes, ", but there are only six bits")};
    }
    if (what.shape) {
        if (const status answer = detail::check_shape(*what.shape, where.shapes()); !answer) {
            return answer;
        }
        if (what.kind == body_kind::dynamic && !detail::has_inside(*what.shape)) {
            return error{text("a ", name_of(what.shape->kind),
                              " has no mass, so its body must be fixed or kinematic")};
        }
    }
    if (what.material) {
        if (const status answer = check_material(*what.material); !answer) {
            return answer;
        }
    }
    if (what.filter.layer >= layer_matrix::count) {
        return error{text("the body's layer is ", what.filter.layer, ", but it must be 0 to 31")};
    }
    if (what.fracture != fracture_id::none && where.blueprints().find(what.fracture) == nullptr) {
        return error{
            text("the world has no fracture with the id ", static_cast<std::uint64_t>(what.fracture))};
    }
    return check_rules(what);
}

// Of a dynamic body all of it, of others where the centre is.
[[nodiscard]] result<mass_properties> properties_of(const body_definition& what, const world& where) {
    if (what.kind == body_kind::dynamic) {
        return find_mass_properties(what, where.shapes());
    }
    return mass_properties{
        .mass = 0, .center_of_mass = what.center_of_mass.value_or(vector3{}), .inertia = {}};
}

[[nodiscard]] status check_alone(const orrery::registry& registry, entity which) {
    bool is_alone = !registry.any_of<glued_to, carries>(which);
    registry.view<glued_to>().each(
        [&](entity, const glued_to& glue) { is_alone = is_alone && glue.carrier != which; });
    if (!is_alone) {
        return error{"the body is glued to another, or another to it: unglue them first"};
    }
    return {};
}

void emplace_mechanics(orrery::registry& registry, entity id, const mass_properties& properties) {
    registry.emplace_or_replace<mass>(id, properties.mass);
    registry.emplace_or_replace<inertia>(id, inertia::from_tensor(properties.inertia));
}

template <component T>
void emplace_if_missing(orrery::registry& registry, entity id) {
    if (!registry.all_of<T>(id)) {
        registry.emplace<T>(id);
    }
}

} // namespace

status check(const body_definition& what, const world& where) {
    if (status answer = check_parts(what, where); !answer) {
        return answer;
    }
    const result<mass_properties> found = properties_of(what, where);
    return found ? status{} : found.reason();
}

result<entity> make_body(world& where, const body_definition& what) {
    if (const status answer = check_parts(what, where); !answer) {
        return answer.reason();
    }
    if (what.key != entity_key::none && where.registry().find(what.key)) {
        return error{text("the key ", static_cast<std::uint64_t>(what.key), " is taken by another entity")};
    }
    const result<mass_properties> found = properties_of(what, where);
    if (!found) {
        return found.reason();
    }
    const mass_properties& properties = *found;

    orrery::registry& registry = where.registry();
    const entity id = what.key == entity_key::none ? registry.create() : registry.create(what.key);
    const quaternion turn = normalize(what.orientation);
    registry.emplace<body>(id, what.kind);
    registry.emplace<position>(id, what.position + rotate(turn, properties.center_of_mass));
    registry.emplace<orientation>(id, turn);
    if (what.kind != body_kind::fixed) {
        registry.emplace<linear_velocity>(id, what.linear_velocity);
        registry.emplace<angular_velocity>(id, what.angular_velocity);
    }
    if (what.kind == body_kind::dynamic) {
        emplace_mechanics(registry, id, properties);
        registry.emplace<stillness>(id);
        registry.emplace<gravity>(id, what.gravity.value_or(where.settings().gravity));
    }
    if (properties.center_of_mass != vector3{}) {
        registry.emplace<center_of_mass>(id, properties.center_of_mass);
    }
    if (what.shape) {
        registry.emplace<shape>(id, *what.shape);
    }
    if (what.material) {
        registry.emplace<material>(id, *what.material);
    }
    if (what.damping.linear > 0 || what.damping.angular > 0) {
        registry.emplace<damping>(id, what.damping);
    }
    if (what.drag) {
        registry.emplace<drag>(id, *what.drag);
    }
    if (what.attractor) {
        registry.emplace<attractor>(id, *what.attractor);
    }
    if (what.feels_fields) {
        registry.emplace<feels_fields>(id);
    }
    if (what.locked_axes != 0) {
        registry.emplace<locked_axes>(id, what.locked_axes);
    }
    if (what.filter != collision_filter{}) {
        registry.emplace<collision_filter>(id, what.filter);
    }
    if (!what.may_sleep) {
        registry.emplace<never_sleeps>(id);
    }
    if (what.reports_contacts) {
        registry.emplace<reports_contacts>(id);
    }
    if (what.fracture != fracture_id::none) {
        registry.emplace<fracture_pattern>(id, what.fracture);
    }
    if (what.breaks_at) {
        registry.emplace<breaks_at>(id, *what.breaks_at);
    }
    if (what.destroyed_at) {
        registry.emplace<destroyed_at>(id, *what.destroyed_at);
    }
    if (what.sticks_at) {
        registry.emplace<sticks_at>(id, *what.sticks_at);
    }
    return id;
}

status change_shape(world& where, entity which, const shape& what, std::optional<scalar> density) {
    orrery::registry& registry = where.registry();
    if (!registry.all_of<body, position, orientation>(which)) {
        return error{"there is no body with this id"};
    }
    if (status answer = check_alone(registry, which); !answer) {
        return answer;
    }
    if (const status answer = detail::check_shape(what, where.shapes()); !answer) {
        return answer;
    }
    const bool is_dynamic = registry.get<const body>(which).kind == body_kind::dynamic;
    if (is_dynamic && !detail::has_inside(what)) {
        return error{text("a ", name_of(what.kind), " has no mass, so its body must be fixed or kinematic")};
    }
    const transform3 frame = placement(where, which);
    vector3 center;
    if (is_dynamic) {
        body_definition changed{.shape = what};
        if (density) {
            changed.density = *density;
        } else if (const mass* own = registry.try_get<const mass>(which)) {
            changed.mass = own->value;
        } else {
            return error{"the body has no mass to keep, so a density is needed"};
        }
        result<mass_properties> found = find_mass_properties(changed, where.shapes());
        if (!found) {
            return found.reason();
        }
        emplace_mechanics(registry, which, *found);
        center = found->center_of_mass;
    }
    registry.remove<center_of_mass>(which);
    if (center != vector3{}) {
        registry.emplace<center_of_mass>(which, center);
    }
    registry.replace<position>(which, frame.position + rotate(frame.rotation, center));
    registry.emplace_or_replace<shape>(which, what);
    return {};
}

status change_kind(world& where, entity which, body_kind kind) {
    orrery::registry& registry = where.registry();
    if (!registry.all_of<body, position, orientation>(which)) {
        return error{"there is no body with this id"};
    }
    if (status answer = check_alone(registry, which); !answer) {
        return answer;
    }
    if (kind > body_kind::fixed) {
        return error{text("the body's kind is ", static_cast<std::uint32_t>(kind),
                          ", but it must be 0 (dynamic), 1 (kinematic) or 2 (fixed)")};
    }
    if (kind == body_kind::dynamic && !registry.all_of<mass, inertia>(which)) {
        body_definition changed;
        if (const shape* form = registry.try_get<const shape>(which)) {
            changed.shape = *form;
        }
        result<mass_properties> found = find_mass_properties(changed, where.shapes());
        if (!found) {
            return found.reason();
        }
        const transform3 frame = placement(where, which);
        emplace_mechanics(registry, which, *found);
        registry.remove<center_of_mass>(which);
        if (found->center_of_mass != vector3{}) {
            registry.emplace<center_of_mass>(which, found->center_of_mass);
        }
        registry.replace<position>(which, frame.position + rotate(frame.rotation, found->center_of_mass));
    }
    if (kind == body_kind::fixed) {
        registry.remove<linear_velocity>(which);
        registry.remove<angular_velocity>(which);
    } else {
        emplace_if_missing<linear_velocity>(registry, which);
        emplace_if_missing<angular_velocity>(registry, which);
    }
    if (kind == body_kind::dynamic && !registry.all_of<gravity>(which)) {
        registry.emplace<gravity>(which, where.settings().gravity);
    }
    where.wake(which);
    registry.replace<body>(which, kind);
    return {};
}

transform3 placement(const world& where, entity which) {
    return detail::frame_of(where.registry(), which);
}

} // namespace orrery::rigid
