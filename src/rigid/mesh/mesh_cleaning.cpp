#include "rigid/mesh/mesh_cleaning.hpp"
#include "rigid/surface/triangle_normal.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>

#include <algorithm>
#include <tuple>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t max_mesh_vertices = std::size_t{3} * triangle_mesh::max_triangles;

using corner_numbers = std::array<std::uint32_t, 3>;

struct listed_vertex {
    vector3 where;
    vertex_material what;
    std::uint32_t index = 0; // in the definition

    [[nodiscard]] auto contents() const noexcept {
        return std::tuple(where.x, where.y, where.z, what.friction, what.restitution);
    }

    friend bool operator<(const listed_vertex& a, const listed_vertex& b) noexcept {
        const auto of_a = a.contents();
        const auto of_b = b.contents();
        return of_a != of_b ? of_a < of_b : a.index < b.index;
    }
};

// Sums with zero make -0 the same as 0.
[[nodiscard]] std::vector<listed_vertex> sorted_vertices(const mesh_definition& what) {
    std::vector<listed_vertex> listed;
    listed.reserve(what.vertices.size());
    for (std::uint32_t index = 0; index < what.vertices.size(); ++index) {
        listed_vertex each{what.vertices[index] + vector3{}, {}, index};
        if (!what.materials.empty()) {
            const vertex_material& material = what.materials[index];
            each.what = {material.friction + scalar(0), material.restitution + scalar(0)};
        }
        listed.push_back(each);
    }
    std::sort(listed.begin(), listed.end()); // total order: the index is part of it, no number is NaN
    return listed;
}

// Fills in the vertices, without those that merge; the new number of each old one.
[[nodiscard]] std::vector<std::uint32_t> merge_vertices(const mesh_definition& what, clean_mesh& into,
                                                        triangle_mesh::cleaning& removed) {
    const std::vector<listed_vertex> listed = sorted_vertices(what);
    std::vector<std::uint32_t> number_of(listed.size());
    for (const listed_vertex& each : listed) {
        const bool is_first = into.vertices.empty();
        const bool shares_place = !is_first && into.vertices.back() == each.where;
        if (shares_place && into.materials.back() == each.what) {
            ++removed.merged;
        } else {
            const auto number = static_cast<std::uint32_t>(into.vertices.size());
            into.places.push_back(shares_place ? into.places.back() : number);
            into.vertices.push_back(each.where);
            into.materials.push_back(each.what);
        }
        number_of[each.index] = static_cast<std::uint32_t>(into.vertices.size() - 1);
    }
    return number_of;
}

// The same triangle, seen from the same side, from its lowest corner on.
[[nodiscard]] corner_numbers from_lowest(corner_numbers corners) noexcept {
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    return corners;
}

[[nodiscard]] vector3 normal_in(const clean_mesh& mesh, const corner_numbers& corners) noexcept {
    return triangle_normal({mesh.vertices[corners[0]], mesh.vertices[corners[1]], mesh.vertices[corners[2]]});
}

} // namespace

status check_definition(const mesh_definition& what) {
    if (what.triangles.empty() || what.triangles.size() > triangle_mesh::max_triangles) {
        return error{text("A mesh has ", what.triangles.size(), " triangles, expected 1 to ",
                          triangle_mesh::max_triangles, ".")};
    }
    if (what.vertices.size() > max_mesh_vertices) {
        return error{text("A mesh has ", what.vertices.size(), " vertices, expected at most ",
                          max_mesh_vertices, ".")};
    }
    if (!what.materials.empty() && what.materials.size() != what.vertices.size()) {
        return error{text("A mesh has ", what.materials.size(), " materials for ", what.vertices.size(),
                          " vertices, expected none or one for each.")};
    }
    for (std::size_t number = 0; number < what.vertices.size(); ++number) {
        const vector3 p = what.vertices[number];
        if (!all_less_equal(abs(p), vector3::filled(largest_measure))) {
            return error{text("Vertex ", number, " of a mesh lies at (", p.x, ", ", p.y, ", ", p.z,
                              "), expected within 1e6 m of the origin along each axis.")};
        }
    }
    for (std::size_t number = 0; number < what.materials.size(); ++number) {
        if (const auto sentence = check_vertex_material(what.materials[number]); !sentence.empty()) {
            return error{text("The material of vertex ", number, " of a mesh is refused. ", sentence)};
        }
    }
    for (std::size_t number = 0; number < what.triangles.size(); ++number) {
        for (const std::uint32_t corner : what.triangles[number]) {
            if (corner >= what.vertices.size()) {
                return error{text("Triangle ", number, " of a mesh names vertex ", corner,
                                  ", expected less than ", what.vertices.size(), ".")};
            }
        }
    }
    return {};
}

std::string_view check_vertex_material(const vertex_material& what) noexcept {
    if (!(what.friction >= 0) || !is_finite(what.friction)) {
        return "Its friction must be a number from 0 on.";
    }
    if (!(what.restitution >= 0 && what.restitution <= 1)) {
        return "Its restitution must be a number from 0 to 1.";
    }
    return {};
}

clean_mesh clean(const mesh_definition& what, triangle_mesh::cleaning& removed) {
    clean_mesh made;
    const std::vector<std::uint32_t> number_of = merge_vertices(what, made, removed);
    std::vector<corner_numbers> triangles;
    triangles.reserve(what.triangles.size());
    for (const auto& [a, b, c] : what.triangles) {
        const corner_numbers corners = from_lowest({number_of[a], number_of[b], number_of[c]});
        if (normal_in(made, corners) == vector3{}) {
            ++removed.without_area;
        } else {
            triangles.push_back(corners);
        }
    }
    const auto places_of = [&](const corner_numbers& corners) {
        return corner_numbers{made.places[corners[0]], made.places[corners[1]], made.places[corners[2]]};
    };
    const auto is_before = [&](const corner_numbers& a, const corner_numbers& b) {
        const corner_numbers at_a = places_of(a);
        const corner_numbers at_b = places_of(b);
        return at_a != at_b ? at_a < at_b : a < b;
    };
    // total order: those that are equal in it are equal
    std::sort(triangles.begin(), triangles.end(), is_before);
    for (const corner_numbers& corners : triangles) {
        if (!made.triangles.empty() && places_of(made.triangles.back()) == places_of(corners)) {
            ++removed.duplicates;
        } else {
            made.triangles.push_back(corners);
            made.normals.push_back(normal_in(made, corners));
        }
    }
    if (what.materials.empty()) {
        made.materials.clear();
    }
    return made;
}

} // namespace orrery::rigid::detail
