// What only a whole world can tell: where bodies touch, what hangs together, and its hash.
#include "apps/studio/session/page_values.hpp"
#include "apps/studio/session/rigid/rigid_joints.hpp"
#include "apps/studio/session/rigid/rigid_page.hpp"
#include "apps/world/rigid/rigid_measures.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/rigid/contact_list.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/surface.hpp>
#include <orrery/spatial/islands.hpp>

#include <algorithm>

namespace orrery::studio {
namespace {

// Every component with its fields, as text.
void write_components(const entity_form& what, json::writer& out) {
    out.key("components").begin_array();
    what.each([&](const component_type& type, const std::byte* value) {
        out.begin_object();
        out.member("name", type.name);
        out.key("fields").begin_array();
        for (const field_info& field : type.fields) {
            write_field(out, field.name, field_text(field, value), field.options.about);
        }
        out.end_array();
        out.end_object();
    });
    out.end_array();
}

void write_contacts(std::span<const rigid::touching> contacts, json::writer& out) {
    out.key("contacts").begin_array();
    for (const rigid::touching& pair : contacts) {
        for (std::uint32_t number = 0; number < pair.count; ++number) {
            append_vector(out, pair.points[number].position);
            append_vector(out, pair.normal);
            out.value(pair.points[number].impulse);
        }
    }
    out.end_array();
}

// Islands are numbered from 1, in the order of their lowest keys; those that nothing moves have none.
void write_islands(const rigid::world& there, const census<entity_form>& who,
                   std::span<const rigid::touching> contacts, json::writer& out) {
    const auto place_of = [&](entity_key key) {
        const auto found = std::ranges::lower_bound(who.keys, key);
        const bool is_mobile = found != who.keys.end() && *found == key &&
                               who.is_aloof[static_cast<std::size_t>(found - who.keys.begin())] == 0;
        return is_mobile ? static_cast<std::uint32_t>(found - who.keys.begin())
                         : static_cast<std::uint32_t>(who.keys.size());
    };
    std::vector<spatial::index_pair> joined;
    const auto join = [&](entity_key a, entity_key b) {
        const std::uint32_t first = place_of(a);
        const std::uint32_t second = place_of(b);
        if (first < who.keys.size() && second < who.keys.size() && first != second) {
            joined.push_back(spatial::ordered_pair(first, second));
        }
    };
    for (const rigid::touching& pair : contacts) {
        if (!pair.is_sensor && pair.count > 0) {
            join(there.registry().key_of(pair.a), there.registry().key_of(pair.b));
        }
    }
    for (const auto& [a, b] : who.links) {
        join(a, b);
    }
    spatial::islands islands;
    islands.build(who.keys.size(), joined);
    out.key("islands").begin_array();
    for (std::uint32_t place = 0; place < who.keys.size(); ++place) {
        out.value(who.is_aloof[place] != 0 ? 0U : islands.island_of(place) + 1);
    }
    out.end_array();
}

// Around a box that is somewhere else.
[[nodiscard]] aabb3 box_around(const aabb3& what, const transform3& where) {
    aabb3 all = aabb3::empty();
    for (int corner = 0; corner < 8; ++corner) {
        const vector3 at{(corner & 1) != 0 ? what.max.x : what.min.x,
                         (corner & 2) != 0 ? what.max.y : what.min.y,
                         (corner & 4) != 0 ? what.max.z : what.min.z};
        const vector3 there = transform_point(where, at);
        all = merge(all, {there, there});
    }
    return all;
}

[[nodiscard]] aabb3 box_of(const rigid::shape& what, const transform3& where,
                           const rigid::shape_store& store) {
    if (what.kind == rigid::shape_kind::plane) {
        return {};
    }
    if (what.kind == rigid::shape_kind::compound) {
        aabb3 all = aabb3::empty();
        if (const rigid::compound* const parts = store.find_compound(what.id)) {
            for (const rigid::compound::child& each : parts->children()) {
                all = merge(all, box_of(each.what, where * each.where, store));
            }
        }
        return is_valid(all) ? all : aabb3{};
    }
    if (what.kind == rigid::shape_kind::mesh) {
        const rigid::surface* const surface = store.find_surface(what.id);
        return surface != nullptr ? box_around(surface->bounds(), where) : aabb3{};
    }
    const rigid::convex_hull* const hull = store.find_hull(what.id);
    if (what.kind == rigid::shape_kind::hull && hull == nullptr) {
        return {};
    }
    return rigid::box_of(rigid::place(what, where, hull));
}

void write_boxes(const rigid::world& there, const census<entity_form>& who, json::writer& out) {
    const registry_state& state = there.registry();
    out.key("boxes").begin_array();
    for (const entity_key key : who.keys) {
        const entity id = state.find(key);
        const auto* const shape = state.try_get<rigid::shape>(id);
        const aabb3 box =
            shape != nullptr ? box_of(*shape, rigid::placement(there, id), there.shapes()) : aabb3{};
        append_vector(out, box.min);
        append_vector(out, box.max);
    }
    out.end_array();
}

} // namespace

void rigid_page::write_details(const rigid::world& there, const view& frame, const history&,
                               json::writer& out) {
    const census<entity_form>& who = *frame.who();
    const registry_state& state = there.registry();
    out.member("frame", there.frame());
    out.member("hash", apps::hexadecimal(there.hash()));
    std::vector<rigid::touching> contacts;
    rigid::find_contacts(there, contacts);
    write_contacts(contacts, out);
    write_joints(there, out);
    write_islands(there, who, contacts, out);
    write_boxes(there, who, out);
    std::vector<rigid::field_source> sources;
    there.list_sources(sources);
    const apps::shared_energy energy(who, sources, there.settings());
    std::size_t sleepers = 0;
    double kinetic = 0;
    double potential = 0;
    out.key("velocities").begin_array();
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        const entity id = state.find(who.keys[place]);
        const auto* const linear = state.try_get<rigid::linear_velocity>(id);
        const auto* const angular = state.try_get<rigid::angular_velocity>(id);
        const auto* const position = state.try_get<rigid::position>(id);
        const auto* const orientation = state.try_get<rigid::orientation>(id);
        append_vector(out, linear != nullptr ? linear->value : vector3{});
        sleepers += state.all_of<rigid::asleep>(id) ? 1 : 0;
        if (linear != nullptr && angular != nullptr && position != nullptr && orientation != nullptr) {
            const rigid::motion where{position->value, orientation->value, linear->value, angular->value};
            kinetic += apps::kinetic_energy(*who.forms[place], where);
            potential += energy.potential_of(who.keys[place], *who.forms[place], where);
        }
    }
    out.end_array();
    out.member("asleep", sleepers);
    out.key("energy").begin_object();
    out.member("kinetic", kinetic);
    out.member("potential", potential);
    out.end_object();
}

void rigid_page::write_state(entity_key key, const entity_form& form, const rigid::motion& motion,
                             std::span<const rigid::field_source> sources, const rigid::world& rules,
                             json::writer& out) {
    out.key("motion").begin_object();
    write_vector(out.key("position"), motion.position);
    write_quaternion(out.key("orientation"), motion.orientation);
    write_vector(out.key("linearVelocity"), motion.linear_velocity);
    write_vector(out.key("angularVelocity"), motion.angular_velocity);
    out.end_object();
    const auto* const body = form.try_get<rigid::body>();
    const auto* const mass = form.try_get<rigid::mass>();
    const bool is_dynamic = body != nullptr && body->kind == rigid::body_kind::dynamic && mass != nullptr;
    out.key("mass");
    is_dynamic ? out.value(mass->value) : out.null();
    out.key("energy");
    is_dynamic ? out.value(apps::kinetic_energy(form, motion) +
                           apps::potential_energy(key, form, motion, sources, rules.settings()))
               : out.null();
    out.key("material");
    if (const auto* const material = form.try_get<rigid::material>()) {
        out.begin_object();
        out.member("friction", material->friction);
        out.member("restitution", material->restitution);
        out.end_object();
    } else {
        out.null();
    }
    write_components(form, out);
}

} // namespace orrery::studio
