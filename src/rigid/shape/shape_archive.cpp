#include "rigid/shape/shape_archive.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

namespace orrery::rigid::detail {
namespace {

void save_vector(byte_writer& out, vector3 v) {
    out.values(v.x, v.y, v.z);
}

[[nodiscard]] vector3 load_vector(byte_reader& in) {
    vector3 v;
    in.values(v.x, v.y, v.z);
    return v;
}

} // namespace

void save_hull(byte_writer& out, const convex_hull& hull) {
    out.write_variable(hull.vertices().size());
    for (const vector3 vertex : hull.vertices()) {
        save_vector(out, vertex);
    }
}

void save_children(byte_writer& out, std::span<const compound::child> children) {
    out.write_variable(children.size());
    for (const compound::child& child : children) {
        const auto& [position, q] = child.where;
        out.values(child.what.id, child.what.kind);
        save_vector(out, child.what.size);
        save_vector(out, position);
        out.values(q.x, q.y, q.z, q.w);
    }
}

std::vector<vector3> load_hull_vertices(byte_reader& in) {
    std::vector<vector3> vertices(in.read_count(3 * sizeof(scalar)));
    if (vertices.size() > convex_hull::max_vertices) {
        in.fail(
            text("a hull has ", vertices.size(), " vertices, expected at most ", convex_hull::max_vertices));
        return {};
    }
    for (vector3& vertex : vertices) {
        vertex = load_vector(in);
    }
    return vertices;
}

std::vector<compound::child> load_children(byte_reader& in) {
    constexpr std::size_t child_bytes = sizeof(shape_id) + sizeof(shape_kind) + (2 * 3 + 4) * sizeof(scalar);
    std::vector<compound::child> children(in.read_count(child_bytes));
    for (compound::child& child : children) {
        in.values(child.what.id, child.what.kind);
        child.what.size = load_vector(in);
        child.where.position = load_vector(in);
        quaternion& q = child.where.rotation;
        in.values(q.x, q.y, q.z, q.w);
    }
    return children;
}

} // namespace orrery::rigid::detail
