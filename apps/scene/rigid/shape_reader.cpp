#include "apps/scene/rigid/mesh_reader.hpp"
#include "apps/scene/rigid/shape_reader.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <algorithm>

namespace orrery::scene_format {
namespace {

// Cutting takes time that grows with the square of the pieces of a fracture.
constexpr std::size_t max_pieces = 10'000;

[[nodiscard]] bool is_compound(const json::value& what) {
    return what.find("kind")->string() == "compound";
}

// Of a compound, or of what is broken.
[[nodiscard]] bool can_be_part(const rigid::shape& what) noexcept {
    return what.kind != rigid::shape_kind::plane && what.kind != rigid::shape_kind::compound &&
           what.kind != rigid::shape_kind::mesh;
}

[[nodiscard]] std::vector<vector3> points_of(const json::cursor& what) {
    std::vector<vector3> points;
    points.reserve(what.size());
    for (std::size_t number = 0; number < what.size(); ++number) {
        points.push_back(vector_of(what.item(number)));
    }
    return points;
}

[[nodiscard]] aabb3 box_around(const rigid::shape& what, const rigid::convex_hull* hull) {
    vector3 half = what.size;
    switch (what.kind) {
    case rigid::shape_kind::sphere:
        half = vector3::filled(what.size.x);
        break;
    case rigid::shape_kind::capsule:
        half = {what.size.x, what.size.x + what.size.y, what.size.x};
        break;
    case rigid::shape_kind::cylinder:
        half = {what.size.x, what.size.y, what.size.x};
        break;
    case rigid::shape_kind::hull: {
        aabb3 box{hull->vertices().front(), hull->vertices().front()};
        for (const vector3 each : hull->vertices()) {
            box = {min(box.min, each), max(box.max, each)};
        }
        return box;
    }
    case rigid::shape_kind::box:
    case rigid::shape_kind::plane:
    case rigid::shape_kind::compound:
    case rigid::shape_kind::mesh:
    case rigid::shape_kind::triangle:
        break;
    }
    return {-half, half};
}

[[nodiscard]] bool contains(const rigid::shape& what, const rigid::convex_hull* hull, vector3 point) {
    const scalar radius = what.size.x;
    const vector3 aside{point.x, 0, point.z};
    switch (what.kind) {
    case rigid::shape_kind::sphere:
        return length(point) < radius;
    case rigid::shape_kind::capsule: {
        const scalar beyond = std::max(scalar(0), abs(point.y) - what.size.y);
        return length(vector3{point.x, beyond, point.z}) < radius;
    }
    case rigid::shape_kind::cylinder:
        return length(aside) < radius;
    case rigid::shape_kind::hull:
        return std::ranges::all_of(hull->faces(), [&](const rigid::convex_hull::face& each) {
            return dot(each.normal, point) < each.offset;
        });
    case rigid::shape_kind::box:
    case rigid::shape_kind::plane:
    case rigid::shape_kind::compound:
    case rigid::shape_kind::mesh:
    case rigid::shape_kind::triangle:
        break;
    }
    return true;
}

} // namespace

shape_reader::shape_reader(const scene_file& scene, rigid::shape_store& store, reading& notes)
    : store_(store) {
    const json::cursor root(scene.document);
    const json::cursor shapes = root["shapes"];
    if (!shapes) {
        return;
    }
    // Compounds may name the others.
    for (const bool compounds : {false, true}) {
        for (const json::member& each : shapes->members()) {
            if (is_compound(each.what) != compounds) {
                continue;
            }
            if (const std::optional<rigid::shape> made = read_new(shapes.at_member(each), notes)) {
                named_[each.name] = *made;
            }
        }
    }
}

std::optional<rigid::shape> shape_reader::read(const json::cursor& what, reading& notes) {
    if (!what->is(json::kind::string)) {
        return read_new(what, notes);
    }
    if (const auto place = named_.find(what->string()); place != named_.end()) {
        return place->second;
    }
    json::closest_name meant(what->string());
    for (const auto& [name, shape] : named_) {
        meant.consider(name);
    }
    notes.refuse(what, text("the name of a shape", meant.question()));
    return std::nullopt;
}

std::optional<rigid::shape> shape_reader::read_new(const json::cursor& what, reading& notes) {
    const std::string& kind = what["kind"]->string();
    if (kind == "hull") {
        return read_hull(what, notes);
    }
    if (kind == "compound") {
        return read_compound(what, notes);
    }
    if (is_surface(kind)) {
        return read_surface(what, store_, notes);
    }
    rigid::shape made = rigid::plane();
    if (kind == "sphere") {
        made = rigid::sphere(number_of(what["radius"]));
    } else if (kind == "capsule") {
        made = rigid::capsule(number_of(what["radius"]), number_of(what["half_height"]));
    } else if (kind == "cylinder") {
        made = rigid::cylinder(number_of(what["radius"]), number_of(what["half_height"]));
    } else if (kind == "box") {
        made = rigid::box(vector_of(what["half_extents"]));
    }
    if (const std::string_view wrong = check_measures(made); !wrong.empty()) {
        notes.refuse_whole(what, wrong);
        return std::nullopt;
    }
    return made;
}

std::optional<rigid::shape> shape_reader::read_hull(const json::cursor& what, reading& notes) {
    const result<rigid::shape> made = store_.add_hull(points_of(what["points"]));
    if (!made) {
        notes.refuse_whole(what["points"], made.reason().message);
        return std::nullopt;
    }
    return *made;
}

std::optional<rigid::shape> shape_reader::read_compound(const json::cursor& what, reading& notes) {
    std::vector<rigid::compound::child> children;
    const json::cursor all = what["children"];
    for (std::size_t number = 0; number < all.size(); ++number) {
        const json::cursor each = all.item(number);
        const json::cursor form = each["shape"];
        // Before it is read: a compound could be in a compound in a compound.
        if (form->is(json::kind::object) && is_compound(*form)) {
            notes.refuse(form["kind"], "anything but a compound within a compound");
            return std::nullopt;
        }
        const std::optional<rigid::shape> child = read(form, notes);
        if (!child) {
            return std::nullopt;
        }
        if (!can_be_part(*child)) {
            notes.refuse(form, "a shape that is neither a plane nor a compound nor a mesh");
            return std::nullopt;
        }
        children.push_back({*child, place_of(each, notes)});
    }
    const result<rigid::shape> made = store_.add_compound(children);
    if (!made) {
        notes.refuse_whole(what, made.reason().message);
        return std::nullopt;
    }
    return *made;
}

std::vector<vector3> shape_reader::random_points(const rigid::shape& within, std::uint64_t count,
                                                 std::uint64_t seed) const {
    constexpr int tries = 64; // a thin hull in a wide box has points that are hard to hit
    const rigid::convex_hull* hull =
        within.kind == rigid::shape_kind::hull ? store_.find_hull(within.id) : nullptr;
    const aabb3 box = box_around(within, hull);
    std::vector<vector3> points;
    for (std::uint64_t number = 0; number < count; ++number) {
        philox random(seed, number);
        vector3 point = uniform_point(random, box);
        for (int left = tries; left > 0 && !contains(within, hull, point); --left) {
            point = uniform_point(random, box);
        }
        points.push_back(point);
    }
    return points;
}

std::vector<rigid::shape_piece> shape_reader::shatter(const json::cursor& fracture, const rigid::shape& whole,
                                                      reading& notes) {
    if (!can_be_part(whole)) {
        notes.refuse_whole(fracture,
                           "planes, compounds and meshes cannot be cut; \"fragments\" can stand for them");
        return {};
    }
    const bool is_random = fracture["kind"]->string() == "shattered";
    const std::vector<vector3> points =
        is_random ? random_points(whole, whole_number(fracture["pieces"]), whole_number(fracture["seed"], 1))
                  : points_of(fracture["points"]);
    pieces_ += points.size();
    if (pieces_ > max_pieces) {
        notes.refuse_whole(fracture,
                           text("the fractures of a scene have at most ", max_pieces, " pieces together"));
        return {};
    }
    const result<std::vector<rigid::shape_piece>> made = rigid::shatter(whole, points, store_);
    if (!made) {
        notes.refuse_whole(fracture, made.reason().message);
        return {};
    }
    return *made;
}

} // namespace orrery::scene_format
