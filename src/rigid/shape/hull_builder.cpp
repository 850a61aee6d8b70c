#include "rigid/shape/hull_builder.hpp"

#include <orrery/core/hash.hpp>

#include <algorithm>

namespace orrery::rigid {
namespace {

[[nodiscard]] vector3d wide(vector3 a) noexcept {
    return vector_cast<double>(a);
}

// The normal that suits all corners of a polygon best, as long as twice its area (Newell).
[[nodiscard]] vector3d area_normal(std::span<const vector3> vertices,
                                   std::span<const std::uint16_t> corners) {
    const vector3d first = wide(vertices[corners[0]]);
    vector3d sum;
    for (std::size_t place = 2; place < corners.size(); ++place) {
        sum += cross(wide(vertices[corners[place - 1]]) - first, wide(vertices[corners[place]]) - first);
    }
    return sum;
}

[[nodiscard]] vector3d average(std::span<const vector3> vertices, std::span<const std::uint16_t> corners) {
    vector3d sum;
    for (const std::uint16_t corner : corners) {
        sum += wide(vertices[corner]);
    }
    return sum / static_cast<double>(corners.size());
}

[[nodiscard]] vector3d direction_of(const convex_hull::edge& edge, std::span<const vector3> vertices) {
    return wide(vertices[edge.to]) - wide(vertices[edge.from]);
}

} // namespace

convex_hull hull_builder::build(std::span<const vector3> vertices, std::vector<detail::polygon> faces,
                                double tolerance) {
    hull_builder builder(vertices);
    builder.add_faces(std::move(faces));
    builder.add_edges();
    builder.choose_relevant_faces();
    builder.choose_relevant_edges(tolerance);
    builder.measure();
    return std::move(builder.hull_);
}

hull_builder::hull_builder(std::span<const vector3> vertices) {
    hull_.vertices_.assign(vertices.begin(), vertices.end());
    const std::uint64_t hash = hash_bytes(std::as_bytes(vertices));
    hull_.id_ = hash == 0 ? shape_id{1} : shape_id{hash};
    hull_.box_ = aabb3::empty();
    for (const vector3 vertex : vertices) {
        hull_.box_ = merge(hull_.box_, vertex);
        hull_.outer_radius_ = max(hull_.outer_radius_, length(vertex));
    }
}

void hull_builder::add_faces(std::vector<detail::polygon> faces) {
    for (detail::polygon& corners : faces) {
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    }
    std::sort(faces.begin(), faces.end()); // total order: no two faces have the same corners
    const vector3d middle = vector_cast<double>(center(hull_.box_));
    for (const detail::polygon& corners : faces) {
        convex_hull::face added{};
        added.first_corner = static_cast<std::uint32_t>(hull_.corners_.size());
        added.corner_count = static_cast<std::uint32_t>(corners.size());
        hull_.corners_.insert(hull_.corners_.end(), corners.begin(), corners.end());
        const vector3d on_face = average(hull_.vertices_, hull_.corners(added));
        const vector3d outwards = normalize_or(on_face - middle, vector3d::unit(0));
        const vector3d normal = normalize_or(area_normal(hull_.vertices_, hull_.corners(added)), outwards);
        added.normal = vector_cast<scalar>(normal);
        added.offset = static_cast<scalar>(dot(wide(added.normal), on_face));
        hull_.faces_.push_back(added);
    }
}

// The face that comes first in the list and walks an edge has it at its left.
void hull_builder::add_edges() {
    constexpr std::uint16_t no_edge = 0xffff;
    const std::size_t count = hull_.vertices_.size();
    std::vector<std::uint16_t> edge_between(count * count, no_edge);
    hull_.borders_.reserve(hull_.corners_.size());
    for (std::size_t number = 0; number < hull_.faces_.size(); ++number) {
        const auto corners = hull_.corners(hull_.faces_[number]);
        for (std::size_t place = 0; place < corners.size(); ++place) {
            const std::uint16_t from = corners[place];
            const std::uint16_t to = corners[(place + 1) % corners.size()];
            const std::uint16_t known = edge_between[to * count + from];
            if (known != no_edge) {
                hull_.edges_[known].right = static_cast<std::uint16_t>(number);
                hull_.borders_.push_back(known | convex_hull::backwards);
                continue;
            }
            const auto added = static_cast<std::uint16_t>(hull_.edges_.size());
            edge_between[from * count + to] = added;
            hull_.edges_.push_back({from, to, static_cast<std::uint16_t>(number), 0});
            hull_.borders_.push_back(added);
        }
    }
}

void hull_builder::choose_relevant_faces() {
    constexpr scalar same_direction = scalar(1) - scalar(8) * std::numeric_limits<scalar>::epsilon();
    for (std::size_t number = 0; number < hull_.faces_.size(); ++number) {
        const vector3 normal = hull_.faces_[number].normal;
        const bool is_known =
            std::any_of(hull_.relevant_faces_.begin(), hull_.relevant_faces_.end(), [&](std::uint16_t other) {
                return dot(hull_.faces_[other].normal, normal) >= same_direction;
            });
        if (!is_known) {
            hull_.relevant_faces_.push_back(static_cast<std::uint16_t>(number));
        }
    }
}

void hull_builder::choose_relevant_edges(double tolerance) {
    for (std::size_t number = 0; number < hull_.edges_.size(); ++number) {
        const vector3d direction = direction_of(hull_.edges_[number], hull_.vertices_);
        const auto is_parallel = [&](std::uint16_t other) {
            const vector3d known = direction_of(hull_.edges_[other], hull_.vertices_);
            const double longer = sqrt(max(length_squared(known), length_squared(direction)));
            return length(cross(known, direction)) <= tolerance * longer;
        };
        if (std::none_of(hull_.relevant_edges_.begin(), hull_.relevant_edges_.end(), is_parallel)) {
            hull_.relevant_edges_.push_back(static_cast<std::uint16_t>(number));
        }
    }
}

// Sums the moments of the tetrahedra between a point inside and the triangles of the faces (Tonon, "Explicit
// Exact Formulas for the 3-D Tetrahedron Inertia Tensor", 2004).
void hull_builder::measure() {
    const vector3d middle = vector_cast<double>(center(hull_.box_));
    double volume = 0;
    vector3d first_moment;
    matrix3d second_moment;
    for (const convex_hull::face& face : hull_.faces_) {
        const auto corners = hull_.corners(face);
        const vector3d a = wide(hull_.vertices_[corners[0]]) - middle;
        for (std::size_t place = 2; place < corners.size(); ++place) {
            const vector3d b = wide(hull_.vertices_[corners[place - 1]]) - middle;
            const vector3d c = wide(hull_.vertices_[corners[place]]) - middle;
            const double six_volumes = triple(a, b, c);
            const vector3d sum = a + b + c;
            volume += six_volumes / 6;
            first_moment += sum * (six_volumes / 24);
            second_moment +=
                (outer_product(a, a) + outer_product(b, b) + outer_product(c, c) + outer_product(sum, sum)) *
                (six_volumes / 120);
        }
    }
    const vector3d to_center = first_moment / volume;
    const matrix3d central = second_moment - outer_product(to_center, to_center) * volume;
    const matrix3d inertia = matrix3d::identity() * trace(central) - central;
    hull_.volume_ = static_cast<scalar>(volume);
    hull_.center_of_mass_ = vector_cast<scalar>(middle + to_center);
    hull_.inertia_ = matrix3::from_rows(vector_cast<scalar>(inertia[0]), vector_cast<scalar>(inertia[1]),
                                        vector_cast<scalar>(inertia[2]));
    hull_.inner_radius_ = std::numeric_limits<scalar>::infinity();
    for (const convex_hull::face& face : hull_.faces_) {
        const scalar distance = face.offset - dot(face.normal, hull_.center_of_mass_);
        hull_.inner_radius_ = min(distance, hull_.inner_radius_);
    }
}

} // namespace orrery::rigid
