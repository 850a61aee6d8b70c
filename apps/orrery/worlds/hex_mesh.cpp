#include "apps/orrery/worlds/hex_mesh.hpp"
#include "apps/world/hex/hex_screen.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/hex/cell.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace orrery::command {
namespace {

constexpr scalar half_thickness = scalar(0.2);
constexpr scalar particle_radius = scalar(0.15);

// Around a hexagon that stands on a corner, counterclockwise with y up, in cells. Corner k and the next one
// are the ends of the side towards neighbour k of side_neighbors.
constexpr scalar corner_out = scalar(0.57735026918962576);
constexpr std::array<vector3, 6> corners{vector3{scalar(0.5), -corner_out / 2, 0},
                                         vector3{scalar(0.5), corner_out / 2, 0},
                                         vector3{0, corner_out, 0},
                                         vector3{scalar(-0.5), corner_out / 2, 0},
                                         vector3{scalar(-0.5), -corner_out / 2, 0},
                                         vector3{0, -corner_out, 0}};
constexpr std::array<hex::cell, 6> side_neighbors{hex::cell{1, 0},  hex::cell{0, -1}, hex::cell{-1, -1},
                                                  hex::cell{-1, 0}, hex::cell{0, 1},  hex::cell{1, 1}};

void add_corner(drawn_mesh& to, vector3 corner, vector3 normal) {
    to.corners.push_back(corner);
    to.normals.push_back(normal);
}

void add_lid(drawn_mesh& to, vector3 middle, scalar side) {
    const auto first = static_cast<std::uint32_t>(to.corners.size());
    for (const vector3& each : corners) {
        add_corner(to, middle + each + vector3{0, 0, side * half_thickness}, {0, 0, side});
    }
    for (std::uint32_t corner = 1; corner + 1 < corners.size(); ++corner) {
        const std::uint32_t left = first + (side > 0 ? corner : corner + 1);
        const std::uint32_t right = first + (side > 0 ? corner + 1 : corner);
        to.indices.insert(to.indices.end(), {first, left, right});
    }
}

void add_side(drawn_mesh& to, vector3 middle, std::size_t number) {
    const auto first = static_cast<std::uint32_t>(to.corners.size());
    const vector3 begin = corners[number];
    const vector3 end = corners[(number + 1) % corners.size()];
    const vector3 out = normalize(begin + end);
    for (const scalar side : {scalar(-1), scalar(1)}) {
        const vector3 up{0, 0, side * half_thickness};
        add_corner(to, middle + begin + up, out);
        add_corner(to, middle + end + up, out);
    }
    to.indices.insert(to.indices.end(), {first, first + 1, first + 3, first, first + 3, first + 2});
}

[[nodiscard]] vector3 middle_of(hex::cell which, hex_vector center) {
    const hex_vector from_center = hex::center_of(which) - center;
    return apps::hex_screen::to_vector(apps::hex_screen::to_view(from_center));
}

// The same for tiles that are drawn alike.
[[nodiscard]] std::string name_of_tiles(std::span<const hex::tile> tiles) {
    hasher sum;
    for (const hex::tile& each : tiles) {
        sum.update_value(each.at.i);
        sum.update_value(each.at.j);
        sum.update_value(each.type);
    }
    return text("tiles ", tiles.size(), " ", sum.finish());
}

} // namespace

std::optional<drawn_shape> tiles_mesh(std::span<const hex::tile> tiles, const hex::rules& rules,
                                      std::span<const std::optional<std::uint32_t>> colors) {
    std::vector<hex::tile> real;
    std::ranges::copy_if(tiles, std::back_inserter(real),
                         [](const hex::tile& each) { return !each.is_virtual(); });
    if (real.empty()) {
        return {};
    }
    const hex_vector center = hex::weigh(real, rules).center;
    const auto has = [&](hex::cell which) {
        return std::ranges::binary_search(real, which, {}, &hex::tile::at);
    };
    drawn_shape made{.name = name_of_tiles(real)};
    for (std::uint32_t type = 0; type < rules.tile_types.size(); ++type) {
        const auto first = static_cast<std::uint32_t>(made.mesh.indices.size());
        for (const hex::tile& each : real) {
            if (each.type != type) {
                continue;
            }
            const vector3 middle = middle_of(each.at, center);
            add_lid(made.mesh, middle, 1);
            add_lid(made.mesh, middle, -1);
            for (std::size_t side = 0; side < side_neighbors.size(); ++side) {
                if (!has(each.at + side_neighbors[side])) { // nobody sees what lies between two tiles
                    add_side(made.mesh, middle, side);
                }
            }
        }
        const auto end = static_cast<std::uint32_t>(made.mesh.indices.size());
        if (end > first) {
            made.parts.push_back({first, end - first, type < colors.size() ? colors[type] : std::nullopt});
        }
    }
    return made;
}

drawn_shape particle_mesh() {
    drawn_shape made{.name = "particle", .scale = {particle_radius, particle_radius, particle_radius}};
    const auto add = [&](vector3 a, vector3 b, vector3 c) {
        const vector3 normal = normalize(a + b + c);
        for (const vector3& each : {a, b, c}) {
            made.mesh.indices.push_back(static_cast<std::uint32_t>(made.mesh.corners.size()));
            add_corner(made.mesh, each, normal);
        }
    };
    for (const scalar x : {scalar(-1), scalar(1)}) {
        for (const scalar y : {scalar(-1), scalar(1)}) {
            for (const scalar z : {scalar(-1), scalar(1)}) {
                const bool is_mirrored = x * y * z < 0;
                const vector3 right{x, 0, 0};
                const vector3 up{0, y, 0};
                add(is_mirrored ? up : right, is_mirrored ? right : up, {0, 0, z});
            }
        }
    }
    return made;
}

} // namespace orrery::command
