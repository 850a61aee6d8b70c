#include "rigid/collide/choose_points.hpp"
#include "rigid/surface/surface_features.hpp"
#include "rigid/surface/surface_patches.hpp"

#include <orrery/math/closest_point.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery::rigid::detail {
namespace {

// Directions within about eleven degrees share a patch.
constexpr scalar same_patch = scalar(0.98);
// Directions whose squared distance is smaller are the same up to rounding.
constexpr scalar one_direction = scalar(1e-10);
// Points that are nearer to each other than this part of the longest distance between any two are one.
constexpr scalar same_place = scalar(1.0 / 64);

// Where a point lies on its triangle: on a vertex, an edge or the face.
[[nodiscard]] vertex_material material_at(const surface_triangle& triangle, vector3 point) noexcept {
    const auto& [a, b, c] = triangle.corners;
    const vector3 weights = closest_on_triangle(point, a, b, c).weights;
    const auto& [at_a, at_b, at_c] = triangle.materials;
    return {(at_a.friction * weights.x + at_b.friction * weights.y) + at_c.friction * weights.z,
            (at_a.restitution * weights.x + at_b.restitution * weights.y) + at_c.restitution * weights.z};
}

[[nodiscard]] std::uint32_t place_of(const chosen_points& chosen, int number) noexcept {
    return static_cast<std::uint32_t>(chosen.index[static_cast<std::size_t>(number)]);
}

} // namespace

surface_patches::bundle& surface_patches::bundle_for(vector3 normal) noexcept {
    std::size_t nearest = 0;
    scalar most = -2;
    for (std::size_t i = 0; i < count_; ++i) {
        const scalar cosine = dot(bundles_[i].first, normal);
        nearest = cosine > most ? i : nearest;
        most = max(cosine, most);
    }
    if (most > same_patch || count_ == max_bundles) {
        return bundles_[nearest];
    }
    bundle& made = bundles_[count_++];
    made.first = normal;
    made.sum = {};
    made.is_uniform = true;
    made.deepest = std::numeric_limits<scalar>::max();
    made.count = 0;
    return made;
}

void surface_patches::add(vector3 normal, vector3 offset, scalar separation, std::uint32_t feature,
                          std::uint32_t triangle) noexcept {
    if (!(separation <= margin_)) {
        return;
    }
    bundle& all = bundle_for(normal);
    if (all.count == bundle::capacity) {
        make_room(all);
    }
    const std::uint32_t place = all.count++;
    all.x[place] = offset.x;
    all.y[place] = offset.y;
    all.z[place] = offset.z;
    all.separation[place] = separation;
    all.feature[place] = feature;
    all.triangle[place] = triangle;
    all.deepest = min(all.deepest, separation);
    // What comes within the margin counts nothing at first, so the direction does not jump.
    all.sum += normal * ((margin_ - separation) + scalar(1e-6));
    all.is_uniform = all.is_uniform && distance_squared(normal, all.first) < one_direction;
}

vector3 surface_patches::direction_of(const bundle& all) noexcept {
    return all.is_uniform ? all.first : normalize_or(all.sum, all.first);
}

chosen_points surface_patches::choose(bundle& all, vector3 normal) const noexcept {
    const tangent_basis<scalar> tangents = make_tangent_basis(normal);
    alignas(32) std::array<scalar, bundle::capacity> u;
    alignas(32) std::array<scalar, bundle::capacity> v;
    for (std::uint32_t i = 0; i < all.count; ++i) {
        u[i] = dot(all.offset(i), tangents.first);
        v[i] = dot(all.offset(i), tangents.second);
    }
    std::uint32_t padded = all.count;
    for (; padded % 4 != 0; ++padded) {
        u[padded] = v[padded] = 0;
        all.separation[padded] = std::numeric_limits<scalar>::max();
    }
    chosen_points chosen =
        choose_points({u.data(), v.data(), all.separation.data(), static_cast<int>(padded)}, margin_);
    // In their order, so that they can be moved to the front one by one.
    for (std::size_t i = 1; i < static_cast<std::size_t>(chosen.count); ++i) {
        for (std::size_t j = i; j > 0 && chosen.index[j] < chosen.index[j - 1]; --j) {
            std::swap(chosen.index[j], chosen.index[j - 1]);
        }
    }
    return chosen;
}

void surface_patches::reduce(bundle& all, vector3 normal) const noexcept {
    if (all.count == 1) {
        return;
    }
    const chosen_points chosen = choose(all, normal);
    scalar longest = 0;
    for (int i = 1; i < chosen.count; ++i) {
        for (int j = 0; j < i; ++j) {
            longest = max(longest,
                          distance_squared(all.offset(place_of(chosen, i)), all.offset(place_of(chosen, j))));
        }
    }
    // Triangles that share an edge or a corner find the same point there. The deeper one stays, in doubt the
    // first.
    std::uint32_t count = 0;
    for (int i = 0; i < chosen.count; ++i) {
        const std::uint32_t place = place_of(chosen, i);
        std::uint32_t same = 0;
        while (same < count &&
               distance_squared(all.offset(place), all.offset(same)) > longest * (same_place * same_place)) {
            ++same;
        }
        if (same == count || all.separation[place] < all.separation[same]) {
            all.move(place, same);
        }
        count = std::max(count, same + 1);
    }
    all.count = count;
}

void surface_patches::make_room(bundle& all) const noexcept {
    const chosen_points chosen = choose(all, direction_of(all));
    std::uint32_t count = 0;
    int next = 0;
    for (std::uint32_t place = 0; place < all.count; ++place) {
        const bool is_chosen = next < chosen.count && place_of(chosen, next) == place;
        next += is_chosen ? 1 : 0;
        const bool is_corner = is_first_vertex(all.feature[place]) && count < bundle::capacity / 2;
        if (is_chosen || is_corner) {
            all.move(place, count++);
        }
    }
    all.count = count;
}

std::uint32_t surface_patches::finish(vector3 position, std::span<const surface_triangle> triangles,
                                      bool has_materials,
                                      std::array<surface_patch, max_patches>& found) noexcept {
    // The deepest first; of equals the one that was there first.
    std::array<std::size_t, max_bundles> order{};
    for (std::size_t i = 0; i < count_; ++i) {
        std::size_t place = i;
        for (; place > 0 && bundles_[order[place - 1]].deepest > bundles_[i].deepest; --place) {
            order[place] = order[place - 1];
        }
        order[place] = i;
    }
    const auto patches = static_cast<std::uint32_t>(std::min(count_, std::size_t{max_patches}));
    for (std::uint32_t patch = 0; patch < patches; ++patch) {
        bundle& all = bundles_[order[patch]];
        surface_patch& to = found[patch];
        to = {};
        to.where.normal = direction_of(all);
        reduce(all, to.where.normal);
        to.where.count = all.count;
        vertex_material sum{0, 0};
        for (std::uint32_t i = 0; i < all.count; ++i) {
            to.where.points[i] = {all.offset(i), all.separation[i], all.feature[i]};
            if (has_materials) {
                const vertex_material here =
                    material_at(triangles[all.triangle[i]], position + all.offset(i));
                sum.friction += here.friction;
                sum.restitution += here.restitution;
            }
        }
        if (has_materials) {
            const auto parts = static_cast<scalar>(all.count);
            to.material = {sum.friction / parts, sum.restitution / parts};
        }
    }
    // A corner in a valley touches both sides: there, and only there, triangles are part of the name.
    const auto is_named_twice = [&](std::uint32_t patch, std::uint32_t point) {
        const std::uint32_t feature = bundles_[order[patch]].feature[point];
        for (std::uint32_t other = 0; other < patches; ++other) {
            const bundle& all = bundles_[order[other]];
            for (std::uint32_t i = 0; i < all.count; ++i) {
                if (all.feature[i] == feature && (other != patch || i != point)) {
                    return true;
                }
            }
        }
        return false;
    };
    for (std::uint32_t patch = 0; patch < patches; ++patch) {
        const bundle& all = bundles_[order[patch]];
        for (std::uint32_t i = 0; i < all.count; ++i) {
            if (is_named_twice(patch, i)) {
                const std::uint32_t number = triangles[all.triangle[i]].number;
                std::uint32_t& feature = found[patch].where.points[i].feature;
                feature = (feature & 3u << 30) | mix_names(feature, number) >> 2;
            }
        }
    }
    return patches;
}

} // namespace orrery::rigid::detail
