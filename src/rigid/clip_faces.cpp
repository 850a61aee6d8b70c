// Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
#include "rigid/choose_points.hpp"
#include "rigid/clip_faces.hpp"
#include "rigid/contact_features.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

// Lines are numbered by the corner at which they begin, those of the reference face apart.
constexpr std::uint32_t of_reference = 1u << 16;

} // namespace

clipped_polygon::clipped_polygon(const face_pair& faces, scalar tolerance) noexcept
    : faces_(faces)
    , reference_(faces.reference.faces[faces.reference_face])
    , incident_(faces.incident.faces[faces.incident_face])
    , tangents_(make_tangent_basis(reference_.normal)) {
    corners_ = &lists_[0];
    corner_list* spare = &lists_[1];
    load_incident_face(*corners_);
    for (std::uint32_t i = 0; i < reference_.corner_count && corners_->count != 0; ++i) {
        spare->count = 0;
        cut(*corners_, border_from(i, tolerance), *spare);
        std::swap(corners_, spare);
    }
    count_ = corners_->count;
}

// Backwards, so that the corners are counterclockwise seen from outside of the reference face. The tangents
// are turned into the incident frame, which is less work than turning every corner.
void clipped_polygon::load_incident_face(corner_list& to) const noexcept {
    const polyhedron_view& view = faces_.view;
    const vector3 along_u = view.to_other * tangents_.first;
    const vector3 along_v = view.to_other * tangents_.second;
    const vector3 up = view.to_other * reference_.normal;
    const scalar from_u = dot(tangents_.first, view.between);
    const scalar from_v = dot(tangents_.second, view.between);
    const scalar from_height = dot(reference_.normal, view.between) - reference_.offset;
    const auto corners = faces_.incident.corners_of(incident_);
    for (std::size_t i = corners.size(); i-- > 0;) {
        const vector3 corner = faces_.incident.vertices[corners[i]];
        to.add(dot(along_u, corner) + from_u, dot(along_v, corner) + from_v, dot(up, corner) + from_height,
               static_cast<std::uint32_t>(i));
    }
}

clipped_polygon::border clipped_polygon::border_from(std::uint32_t corner, scalar tolerance) const noexcept {
    const auto corners = faces_.reference.corners_of(reference_);
    const vector3 from = faces_.reference.vertices[corners[corner]];
    const vector3 along =
        faces_.reference.vertices[corners[corner + 1 == corners.size() ? 0 : corner + 1]] - from;
    const scalar along_u = dot(tangents_.first, along);
    const scalar along_v = dot(tangents_.second, along);
    const scalar unit = scalar(1) / sqrt(along_u * along_u + along_v * along_v);
    const scalar normal_u = -along_v * unit;
    const scalar normal_v = along_u * unit;
    return {dot(tangents_.first, from) - normal_u * tolerance,
            dot(tangents_.second, from) - normal_v * tolerance, normal_u, normal_v, corner | of_reference};
}

void clipped_polygon::cut(const corner_list& from, const border& along, corner_list& to) noexcept {
    const auto inside = [&](std::size_t i) {
        return (from.u[i] - along.u) * along.normal_u + (from.v[i] - along.v) * along.normal_v;
    };
    std::size_t last = from.count - 1;
    scalar last_inside = inside(last);
    for (std::size_t i = 0; i < from.count; ++i) {
        const scalar now_inside = inside(i);
        if ((last_inside >= 0) != (now_inside >= 0)) {
            const scalar t = last_inside / (last_inside - now_inside);
            to.add(from.u[last] + (from.u[i] - from.u[last]) * t,
                   from.v[last] + (from.v[i] - from.v[last]) * t,
                   from.height[last] + (from.height[i] - from.height[last]) * t,
                   last_inside >= 0 ? along.line : from.line[last]);
        }
        if (now_inside >= 0) {
            to.add(from.u[i], from.v[i], from.height[i], from.line[i]);
        }
        last = i;
        last_inside = now_inside;
    }
}

scalar clipped_polygon::smallest_height() const noexcept {
    scalar smallest = std::numeric_limits<scalar>::max();
    for (std::size_t i = 0; i < count_; ++i) {
        smallest = min(smallest, abs(corners_->height[i]));
    }
    return smallest;
}

// A corner where two edges of one face meet is a vertex; otherwise an edge of each face cross there.
std::uint32_t clipped_polygon::name_of_corner(std::size_t index, bool is_reference_first) const noexcept {
    const std::uint32_t before = corners_->line[index == 0 ? count_ - 1 : index - 1];
    const std::uint32_t after = corners_->line[index];
    const auto reference_corner = [](std::uint32_t line) { return line & ~of_reference; };
    if ((before & after & of_reference) != 0) {
        const std::uint32_t vertex = faces_.reference.corners_of(reference_)[reference_corner(after)];
        return is_reference_first ? feature_of_first_vertex(vertex) : feature_of_second_vertex(vertex);
    }
    if (((before | after) & of_reference) == 0) {
        const std::uint32_t vertex = faces_.incident.corners_of(incident_)[after];
        return is_reference_first ? feature_of_second_vertex(vertex) : feature_of_first_vertex(vertex);
    }
    const bool is_before = (before & of_reference) != 0;
    const std::uint32_t of_border = reference_corner(is_before ? before : after);
    // Walked backwards, the line that begins at a corner is the edge that ends there.
    const std::uint32_t begin = is_before ? after : before;
    const std::uint32_t of_incident = begin == 0 ? incident_.corner_count - 1 : begin - 1;
    const std::uint32_t reference_edge = faces_.reference.edge_of(reference_, of_border);
    const std::uint32_t incident_edge = faces_.incident.edge_of(incident_, of_incident);
    return is_reference_first ? feature_of_edges(reference_edge, incident_edge)
                              : feature_of_edges(incident_edge, reference_edge);
}

void clipped_polygon::add_points(scalar margin, bool is_reference_first, manifold& found) noexcept {
    corner_list& all = *corners_;
    std::size_t padded = count_;
    for (; padded % 4 != 0; ++padded) {
        all.u[padded] = all.v[padded] = 0;
        all.height[padded] = std::numeric_limits<scalar>::max();
    }
    const chosen_points chosen =
        choose_points({all.u.data(), all.v.data(), all.height.data(), static_cast<int>(padded)}, margin);
    for (int i = 0; i < chosen.count; ++i) {
        const auto index = static_cast<std::size_t>(chosen.index[static_cast<std::size_t>(i)]);
        const scalar separation = all.height[index];
        const vector3 place = (tangents_.first * all.u[index] + tangents_.second * all.v[index]) +
                              reference_.normal * (reference_.offset + separation * scalar(0.5));
        found.points[found.count] = {place, separation, name_of_corner(index, is_reference_first)};
        ++found.count;
    }
}

} // namespace orrery::rigid::detail
