// What bodies look like.
#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/studio/session/rigid/rigid_page.hpp"
#include "apps/studio/session/rigid/surface_picture.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/material.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/shape.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <algorithm>

namespace orrery::studio {
namespace {

// Of a mesh in a page: what it draws in a few milliseconds without help from a graphics card.
constexpr std::size_t most_triangles = 20'000;

// Hulls, compounds and meshes by id, wherever they are.
class shape_writer {
public:
    shape_writer(const rigid_page::history& known, json::writer& out)
        : rules_(known.prototype->shapes())
        , latest_(known.keyframes.frames().back()->state.shapes())
        , out_(out) {}

    void write(const rigid::shape& what) {
        out_.begin_object();
        out_.member("kind", rigid::name_of(what.kind));
        switch (what.kind) {
        case rigid::shape_kind::sphere:
            out_.member("radius", what.size.x);
            break;
        case rigid::shape_kind::capsule:
        case rigid::shape_kind::cylinder:
            out_.member("radius", what.size.x);
            out_.member("halfHeight", what.size.y);
            break;
        case rigid::shape_kind::box:
            write_vector(out_.key("halfExtents"), what.size);
            break;
        case rigid::shape_kind::hull:
            write_hull(what.id);
            break;
        case rigid::shape_kind::compound:
            write_children(what.id);
            break;
        case rigid::shape_kind::mesh:
            write_mesh(what.id);
            break;
        case rigid::shape_kind::plane:
        case rigid::shape_kind::triangle:
            break;
        }
        out_.end_object();
    }

private:
    void write_hull(rigid::shape_id id) {
        const rigid::convex_hull* hull = latest_.find_hull(id);
        hull = hull != nullptr ? hull : rules_.find_hull(id);
        out_.key("vertices").begin_array();
        if (hull != nullptr) {
            for (const vector3& each : hull->vertices()) {
                append_vector(out_, each);
            }
        }
        out_.end_array();
        out_.key("triangles").begin_array();
        if (hull != nullptr) {
            for (const rigid::convex_hull::face& each : hull->faces()) {
                const auto corners = hull->corners(each);
                for (std::size_t last = 2; last < corners.size(); ++last) {
                    out_.value(corners[0]).value(corners[last - 1]).value(corners[last]);
                }
            }
        }
        out_.end_array();
    }

    void write_mesh(rigid::shape_id id) {
        const rigid::surface* surface = latest_.find_surface(id);
        surface = surface != nullptr ? surface : rules_.find_surface(id);
        const surface_picture picture =
            surface != nullptr ? picture_of(*surface, most_triangles) : surface_picture{};
        out_.member("id", apps::hexadecimal(static_cast<std::uint64_t>(id)));
        out_.key("vertices").begin_array();
        for (const vector3& each : picture.vertices) {
            append_vector(out_, each);
        }
        out_.end_array();
        out_.key("triangles").begin_array();
        for (const auto& [a, b, c] : picture.triangles) {
            out_.value(a).value(b).value(c);
        }
        out_.end_array();
        out_.key("materials").begin_array();
        for (const rigid::vertex_material& each : picture.materials) {
            out_.value(each.friction).value(each.restitution);
        }
        out_.end_array();
    }

    void write_children(rigid::shape_id id) {
        const rigid::compound* parts = latest_.find_compound(id);
        parts = parts != nullptr ? parts : rules_.find_compound(id);
        out_.key("children").begin_array();
        if (parts != nullptr) {
            for (const rigid::compound::child& each : parts->children()) {
                out_.begin_object();
                write(each.what, "shape");
                write_vector(out_.key("position"), each.where.position);
                write_quaternion(out_.key("orientation"), each.where.rotation);
                out_.end_object();
            }
        }
        out_.end_array();
    }

    void write(const rigid::shape& what, std::string_view name) {
        out_.key(name);
        write(what);
    }

    const rigid::shape_store& rules_;
    const rigid::shape_store& latest_;
    json::writer& out_;
};

[[nodiscard]] std::string_view kind_name(rigid::body_kind kind) noexcept {
    return kind == rigid::body_kind::dynamic     ? "dynamic"
           : kind == rigid::body_kind::kinematic ? "kinematic"
                                                 : "fixed";
}

// A carrier has the shape of all that is glued to it, and each of those is shown by itself.
[[nodiscard]] const rigid::shape* shape_of(const entity_form& what) noexcept {
    const auto* const own = what.try_get<rigid::carries>();
    return own != nullptr ? &own->form : what.try_get<rigid::shape>();
}

[[nodiscard]] rigid::body_kind kind_of(const entity_form& what) noexcept {
    const auto* const kind = what.try_get<rigid::body>();
    return kind != nullptr ? kind->kind : rigid::body_kind::fixed;
}

} // namespace

// Looks do not change while something is open, so a key stands for them.
std::uint64_t rigid_page::look_hash(entity_key key, const entity_form& form) {
    hasher sum;
    sum.update_value(key);
    sum.update_value(static_cast<std::uint32_t>(kind_of(form)));
    const std::uint32_t flags = (form.try_get<rigid::material>() != nullptr ? 1U : 0U) |
                                (form.try_get<rigid::attractor>() != nullptr ? 2U : 0U);
    sum.update_value(flags);
    if (const rigid::shape* const shape = shape_of(form)) {
        sum.update_value(shape->id);
        sum.update_value(shape->size.x);
        sum.update_value(shape->size.y);
        sum.update_value(shape->size.z);
        sum.update_value(static_cast<std::uint32_t>(shape->kind));
    }
    if (const auto* const center = form.try_get<rigid::center_of_mass>()) {
        sum.update_value(center->value.x);
        sum.update_value(center->value.y);
        sum.update_value(center->value.z);
    }
    return sum.finish();
}

void rigid_page::write_census(const census_excerpt<entity_form>& who, const history& known,
                              const apps::scene_look<rigid::world>& look, json::writer& out) {
    std::vector<rigid::shape> shapes;
    std::vector<std::size_t> places; // of each that has one
    for (const entity_form* const each : who.forms) {
        const rigid::shape* const shape = shape_of(*each);
        if (shape == nullptr) {
            continue;
        }
        // Most bodies have the shape of one that came shortly before.
        const auto found = std::find(shapes.rbegin(), shapes.rend(), *shape);
        const auto place = static_cast<std::size_t>(shapes.rend() - found);
        if (place == 0) {
            shapes.push_back(*shape);
        }
        places.push_back((place == 0 ? shapes.size() : place) - 1);
    }
    write_keys(out.key("keys"), who.keys);
    out.key("shapes").begin_array();
    shape_writer writes_shapes(known, out);
    for (const rigid::shape& each : shapes) {
        writes_shapes.write(each);
    }
    out.end_array();
    out.key("entities").begin_array();
    auto next_place = places.begin();
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        const entity_form& what = *who.forms[place];
        write_appearance(out,
                         {.shape = shape_of(what) != nullptr ? std::optional(*next_place++) : std::nullopt,
                          .kind = kind_name(kind_of(what)),
                          .is_sensor = what.try_get<rigid::material>() == nullptr,
                          .attracts = what.try_get<rigid::attractor>() != nullptr,
                          .color = look.names.color_of(who.keys[place]),
                          .offset = traits::shape_offset(what)});
    }
    out.end_array();
}

} // namespace orrery::studio
