#include "rigid/mesh/mesh_adjacency.hpp"

#include <algorithm>
#include <span>

namespace orrery::rigid::detail {
namespace {

// One triangle's side of an edge between two places.
struct edge_side {
    std::uint32_t high = 0; // the end with the higher number; the list it is in tells the lower
    std::uint32_t triangle = 0;
    std::uint8_t edge = 0;
    bool is_upwards = false; // from the lower end to the higher

    friend bool operator<(const edge_side& a, const edge_side& b) noexcept {
        return a.high != b.high ? a.high < b.high : a.triangle < b.triangle;
    }
};

// All sides, sorted by their edges: by lower ends with counters, since only a few share one, then by higher.
class edge_lists {
public:
    explicit edge_lists(const clean_mesh& mesh)
        : ends_(mesh.vertices.size() + 1)
        , sides_(mesh.triangles.size() * 3) {
        for_each_side(mesh, [&](std::uint32_t low, const edge_side&) { ++ends_[low + 1]; });
        for (std::size_t place = 1; place < ends_.size(); ++place) {
            ends_[place] += ends_[place - 1];
        }
        // Each entry moves from the beginning of its list to its end.
        for_each_side(mesh, [&](std::uint32_t low, const edge_side& side) { sides_[ends_[low]++] = side; });
    }

    // Calls visit with the sides of each edge.
    template <typename Visit>
    void for_each_edge(Visit&& visit) {
        std::size_t begin = 0;
        for (std::size_t place = 0; place + 1 < ends_.size(); ++place) {
            const std::span list = std::span(sides_).subspan(begin, ends_[place] - begin);
            begin = ends_[place];
            std::sort(list.begin(), list.end()); // total order: a triangle has an edge once
            for (std::size_t first = 0; first < list.size();) {
                std::size_t last = first + 1;
                while (last < list.size() && list[last].high == list[first].high) {
                    ++last;
                }
                visit(std::span<const edge_side>(list.subspan(first, last - first)));
                first = last;
            }
        }
    }

private:
    template <typename Visit>
    static void for_each_side(const clean_mesh& mesh, Visit&& visit) {
        for (std::uint32_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
            const auto& corners = mesh.triangles[triangle];
            for (std::uint8_t edge = 0; edge < 3; ++edge) {
                const std::uint32_t from = mesh.places[corners[edge]];
                const std::uint32_t to = mesh.places[corners[(edge + 1) % 3]];
                visit(std::min(from, to), edge_side{std::max(from, to), triangle, edge, from < to});
            }
        }
    }

    std::vector<std::uint32_t> ends_; // by lower end
    std::vector<edge_side> sides_;
};

[[nodiscard]] std::uint32_t partner_of(const edge_side& side, std::span<const edge_side> all,
                                       const std::vector<vector3>& normals) noexcept {
    std::uint32_t best = triangle_mesh::no_triangle;
    scalar nearest = 0;
    for (const edge_side& other : all) {
        if (other.is_upwards == side.is_upwards) {
            continue;
        }
        const scalar cosine = dot(normals[side.triangle], normals[other.triangle]);
        if (best == triangle_mesh::no_triangle || cosine > nearest) {
            best = other.triangle;
            nearest = cosine;
        }
    }
    return best;
}

} // namespace

std::vector<std::array<std::uint32_t, 3>> find_neighbours(const clean_mesh& mesh) {
    constexpr std::uint32_t none = triangle_mesh::no_triangle;
    std::vector<std::array<std::uint32_t, 3>> neighbours(mesh.triangles.size(), {none, none, none});
    edge_lists lists(mesh);
    lists.for_each_edge([&](std::span<const edge_side> sides) {
        if (sides.size() > max_edge_sharers) {
            return;
        }
        for (const edge_side& side : sides) {
            neighbours[side.triangle][side.edge] = partner_of(side, sides, mesh.normals);
        }
    });
    return neighbours;
}

} // namespace orrery::rigid::detail
