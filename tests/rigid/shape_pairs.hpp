// Random pairs of placed shapes that touch, nearly touch or overlap, and what is true of them by brute force
// in double precision.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/shapes/collide.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <algorithm>
#include <vector>

namespace orrery::rigid::test {

struct shape_pair {
    placed_shape a;
    placed_shape b;
};

inline vector3d in_double(vector3 v) {
    return vector_cast<double>(v);
}

inline vector3d rotated(const matrix3& rotation, vector3d v) {
    return in_double(rotation.column(0)) * v.x + in_double(rotation.column(1)) * v.y +
           in_double(rotation.column(2)) * v.z;
}

inline vector3d unrotated(const matrix3& rotation, vector3d v) {
    return {dot(in_double(rotation.column(0)), v), dot(in_double(rotation.column(1)), v),
            dot(in_double(rotation.column(2)), v)};
}

// The point of a shape farthest along a direction, in world axes from `origin`.
inline vector3d farthest(const placed_shape& what, vector3d direction, vector3d origin) {
    const vector3d d = unrotated(what.rotation, direction);
    const vector3d size = in_double(what.size);
    const double length_xz = sqrt(d.x * d.x + d.z * d.z);
    vector3d local;
    switch (what.kind) {
    case shape_kind::sphere:
        local = normalize_or(d, vector3d{0, 1, 0}) * size.x;
        break;
    case shape_kind::capsule:
        local = normalize_or(d, vector3d{0, 1, 0}) * size.x + vector3d{0, d.y < 0 ? -size.y : size.y, 0};
        break;
    case shape_kind::cylinder:
        local = {0, d.y < 0 ? -size.y : size.y, 0};
        if (length_xz > 0) {
            local += vector3d{d.x, 0, d.z} * (size.x / length_xz);
        }
        break;
    case shape_kind::box:
        local = {d.x < 0 ? -size.x : size.x, d.y < 0 ? -size.y : size.y, d.z < 0 ? -size.z : size.z};
        break;
    case shape_kind::hull: {
        double best = -1e300;
        for (const vector3 vertex : what.hull->vertices()) {
            if (dot(in_double(vertex), d) > best) {
                best = dot(in_double(vertex), d);
                local = in_double(vertex);
            }
        }
        break;
    }
    default:
        break;
    }
    return (in_double(what.position) - origin) + rotated(what.rotation, local);
}

// How far b is from a along a unit direction: negative where they overlap.
inline double gap_along(const placed_shape& a, const placed_shape& b, vector3d direction) {
    const vector3d origin = in_double(a.position);
    if (b.kind == shape_kind::plane || a.kind == shape_kind::plane) {
        // Only the plane's own normal separates.
        const placed_shape& plane = b.kind == shape_kind::plane ? b : a;
        const placed_shape& other = b.kind == shape_kind::plane ? a : b;
        const vector3d up = in_double(plane.rotation.column(1));
        const vector3d base = in_double(plane.position) - origin;
        return dot(farthest(other, -up, origin) - base, up);
    }
    return dot(farthest(b, -direction, origin), direction) - dot(farthest(a, direction, origin), direction);
}

class pair_source {
public:
    explicit pair_source(std::uint64_t seed)
        : source_(seed) {}

    scalar number(scalar low, scalar high) { return uniform_real<scalar>(source_, low, high); }

    vector3 direction() { return unit_vector<vector3>(source_); }

    std::uint32_t bits() { return static_cast<std::uint32_t>(source_() >> 32); }

    matrix3 rotation() { return to_matrix(unit_quaternion<scalar>(source_)); }

    placed_shape shape_of(shape_kind kind) {
        placed_shape result;
        result.kind = kind;
        const scalar x = number(scalar(0.3), 1);
        const scalar y = number(scalar(0.3), 1);
        const scalar z = number(scalar(0.3), 1);
        switch (kind) {
        case shape_kind::sphere:
            result.size = {x, 0, 0};
            break;
        case shape_kind::capsule:
        case shape_kind::cylinder:
            result.size = {x, y, 0};
            break;
        case shape_kind::box:
            result.size = {x, y, z};
            break;
        case shape_kind::hull:
            result.hull = &hulls()[uniform_below(source_, hulls().size())];
            break;
        default:
            break;
        }
        result.rotation = rotation();
        const vector3 where = direction();
        result.position = where * number(0, 3);
        return result;
    }

    // The second shape is put so that the largest gap along any of some random directions, which is nearly
    // the distance or the depth, is between `low` and `high`.
    shape_pair pair_of(shape_kind kind_a, shape_kind kind_b, scalar low, scalar high) {
        shape_pair result{shape_of(kind_a), shape_of(kind_b)};
        const scalar wanted = number(low, high);
        for (int round = 0; round < 3; ++round) {
            vector3 along;
            double gap = -1e300;
            for (int i = 0; i < 20; ++i) {
                const vector3 candidate = direction();
                const double found = gap_along(result.a, result.b, in_double(candidate));
                along = found > gap ? candidate : along;
                gap = max(gap, found);
            }
            if (kind_b == shape_kind::plane) {
                along = -result.b.rotation.column(1);
            } else if (kind_a == shape_kind::plane) {
                along = result.a.rotation.column(1);
            }
            result.b.position += along * (wanted - static_cast<scalar>(gap));
        }
        return result;
    }

    static const std::vector<convex_hull>& hulls() {
        static const std::vector<convex_hull> made = [] {
            std::vector<convex_hull> result;
            xoshiro256 source(7);
            for (const int count : {4, 6, 9, 14, 24, 40}) {
                std::vector<vector3> points;
                for (int i = 0; i < count; ++i) {
                    const vector3 where = unit_vector<vector3>(source);
                    points.push_back(where * uniform_real<scalar>(source, scalar(0.5), scalar(0.9)));
                }
                result.push_back(convex_hull::from_points(points).value());
            }
            return result;
        }();
        return made;
    }

private:
    xoshiro256 source_;
};

} // namespace orrery::rigid::test
