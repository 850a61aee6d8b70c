#include "apps/studio/session/rigid/surface_picture.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace orrery::studio {
namespace {

constexpr scalar nothing = -std::numeric_limits<scalar>::infinity(); // the height of a hole

// Corners at the same place with the same material become one vertex.
class picture_builder {
public:
    void add(const rigid::surface_triangle& what, bool has_materials) {
        std::array<std::uint32_t, 3> numbers{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const vector3 at = what.corners[corner];
            const rigid::vertex_material& material = what.materials[corner];
            const auto next = static_cast<std::uint32_t>(made_.vertices.size());
            const auto [place, is_new] =
                known_.try_emplace({at.x, at.y, at.z, material.friction, material.restitution}, next);
            numbers[corner] = place->second;
            if (is_new) {
                made_.vertices.push_back(at);
                if (has_materials) {
                    made_.materials.push_back(material);
                }
            }
        }
        made_.triangles.push_back(numbers);
    }

    [[nodiscard]] surface_picture take() noexcept { return std::move(made_); }

private:
    surface_picture made_;
    std::map<std::array<scalar, 5>, std::uint32_t> known_;
};

// Heights over a grid of points; triangles are put on it one by one, and the highest counts.
class height_picture {
public:
    height_picture(const rigid::surface& what, std::size_t most)
        : what_(what)
        , low_(what.bounds().min)
        , extent_(what.bounds().max - what.bounds().min) {
        // As many cells along each side as make them square, two triangles each.
        const scalar wide = std::max(extent_.x, rigid::least_measure);
        const scalar deep = std::max(extent_.z, rigid::least_measure);
        const auto cells = static_cast<scalar>(std::max<std::size_t>(most / 2, 1));
        columns_ = std::clamp<std::size_t>(static_cast<std::size_t>(sqrt(cells * wide / deep)), 1,
                                           std::max<std::size_t>(most / 2, 1));
        rows_ = std::max<std::size_t>(most / 2 / columns_, 1);
        heights_.assign((columns_ + 1) * (rows_ + 1), nothing);
        materials_.resize(heights_.size());
    }

    void look() {
        std::vector<rigid::surface_triangle> found;
        for (std::size_t row = 0; row <= rows_; ++row) {
            aabb3 line = what_.bounds();
            line.min.z = z_of(row);
            line.max.z = line.min.z;
            found.clear();
            what_.collect(line, found);
            for (const rigid::surface_triangle& each : found) {
                put(each, row);
            }
        }
    }

    [[nodiscard]] surface_picture take() const {
        surface_picture made;
        std::vector<std::uint32_t> numbers(heights_.size());
        for (std::size_t place = 0; place < heights_.size(); ++place) {
            numbers[place] = static_cast<std::uint32_t>(made.vertices.size());
            if (heights_[place] > nothing) {
                made.vertices.push_back(
                    {x_of(place % (columns_ + 1)), heights_[place], z_of(place / (columns_ + 1))});
                if (what_.has_materials()) {
                    made.materials.push_back(materials_[place]);
                }
            }
        }
        const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
            if (heights_[a] > nothing && heights_[b] > nothing && heights_[c] > nothing) {
                made.triangles.push_back({numbers[a], numbers[b], numbers[c]});
            }
        };
        for (std::size_t row = 0; row < rows_; ++row) {
            for (std::size_t column = 0; column < columns_; ++column) {
                const std::size_t here = row * (columns_ + 1) + column;
                const std::size_t below = here + columns_ + 1;
                add(here, below, below + 1);
                add(here, below + 1, here + 1);
            }
        }
        return made;
    }

private:
    [[nodiscard]] scalar x_of(std::size_t column) const {
        return low_.x + extent_.x * (static_cast<scalar>(column) / static_cast<scalar>(columns_));
    }

    [[nodiscard]] scalar z_of(std::size_t row) const {
        return low_.z + extent_.z * (static_cast<scalar>(row) / static_cast<scalar>(rows_));
    }

    void put(const rigid::surface_triangle& what, std::size_t row) {
        // Points on the border of the whole are on the border of triangles, and rounding must not lose them.
        constexpr scalar slack = scalar(1e-3);
        const auto& [a, b, c] = what.corners;
        const scalar area = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
        if (area == 0) {
            return; // it stands upright
        }
        const auto column_at = [&](scalar x) {
            const scalar place = extent_.x > 0 ? (x - low_.x) / extent_.x * static_cast<scalar>(columns_) : 0;
            return std::clamp(place, scalar(0), static_cast<scalar>(columns_));
        };
        const auto first = static_cast<std::size_t>(column_at(std::min({a.x, b.x, c.x}) - slack));
        const auto last = static_cast<std::size_t>(column_at(std::max({a.x, b.x, c.x}) + slack));
        const scalar z = z_of(row);
        for (std::size_t column = first; column <= last; ++column) {
            const scalar x = x_of(column);
            const scalar of_b = ((x - a.x) * (c.z - a.z) - (z - a.z) * (c.x - a.x)) / area;
            const scalar of_c = ((b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x)) / area;
            const scalar of_a = 1 - of_b - of_c;
            scalar& height = heights_[row * (columns_ + 1) + column];
            const scalar here = of_a * a.y + of_b * b.y + of_c * c.y;
            if (std::min({of_a, of_b, of_c}) < -slack || !(here > height)) {
                continue;
            }
            height = here;
            const auto& [in_a, in_b, in_c] = what.materials;
            materials_[row * (columns_ + 1) + column] = {
                of_a * in_a.friction + of_b * in_b.friction + of_c * in_c.friction,
                of_a * in_a.restitution + of_b * in_b.restitution + of_c * in_c.restitution};
        }
    }

    const rigid::surface& what_;
    vector3 low_;
    vector3 extent_;
    std::size_t columns_ = 1;
    std::size_t rows_ = 1;
    std::vector<scalar> heights_;
    std::vector<rigid::vertex_material> materials_;
};

} // namespace

surface_picture picture_of(const rigid::surface& what, std::size_t most) {
    if (what.triangle_count() <= most) {
        std::vector<rigid::surface_triangle> all;
        what.collect(what.bounds(), all);
        picture_builder made;
        for (const rigid::surface_triangle& each : all) {
            made.add(each, what.has_materials());
        }
        return made.take();
    }
    height_picture made(what, most);
    made.look();
    return made.take();
}

} // namespace orrery::studio
