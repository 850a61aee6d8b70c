// Bodies in the order of a kd_tree, and the cells that stand for many of them: what n_body computes with.
// A cell is a subtree, or a part of the elements of one node; its bodies lie side by side.
#pragma once

#include <orrery/spatial/kd_tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

template <real_vector V>
struct n_body_cell {
    using real = typename V::value_type;

    V center{}; // of mass
    real mass = 0;
    real radius = 0; // no body is farther from the center
    place_range bodies{};
    std::uint32_t next = 0; // the cell behind this one and all below it
};

// The field that far cells cause in a cell: at its center of mass, and how it changes along each axis.
template <real_vector V>
struct n_body_field {
    V value{};
    std::array<V, V::dimension> slope{};

    [[nodiscard]] V at(V offset) const noexcept {
        V result = value;
        for (int axis = 0; axis < V::dimension; ++axis) {
            result += slope[static_cast<std::size_t>(axis)] * offset[axis];
        }
        return result;
    }
};

template <any_box Box>
    requires real<typename Box::value_type>
struct n_body_cells {
    using vector = typename Box::vector_type;
    using real = typename Box::value_type;
    static constexpr int dimension = Box::dimension;

    // Bodies are read in blocks of this many; the arrays reach so far beyond the last.
    static constexpr std::uint32_t block = 8;

    using column = std::vector<real>;

    // By place in the tree.
    std::array<column, dimension> positions;
    std::array<column, dimension> accelerations;
    column masses;

    // Each cell is followed by those below it. Those that tasks start from are listed; every body is in one.
    std::vector<n_body_cell<vector>> cells;
    std::vector<n_body_field<vector>> fields;
    std::vector<std::uint32_t> starts;

    // Makes the cells, without their moments.
    void arrange(const kd_tree<Box>& tree);

    // Takes the bodies of one start in, and sums masses up its cells.
    void gather(const kd_tree<Box>& tree, std::span<const real> masses_by_index, std::uint32_t start);

    // Hands the fields of one start down its cells to the bodies, and the result out.
    void scatter(const kd_tree<Box>& tree, std::uint32_t start, std::span<vector> accelerations_by_index);

    [[nodiscard]] vector position(std::uint32_t place) const noexcept { return row(positions, place); }

    [[nodiscard]] bool is_leaf(std::uint32_t cell) const noexcept { return cells[cell].next == cell + 1; }

    [[nodiscard]] static vector row(const std::array<column, dimension>& columns,
                                    std::uint32_t place) noexcept {
        vector result;
        for (int axis = 0; axis < dimension; ++axis) {
            result[axis] = columns[static_cast<std::size_t>(axis)][place];
        }
        return result;
    }

    static void set_row(std::array<column, dimension>& columns, std::uint32_t place, vector value) noexcept {
        for (int axis = 0; axis < dimension; ++axis) {
            columns[static_cast<std::size_t>(axis)][place] = value[axis];
        }
    }

private:
    void add_node(const kd_tree<Box>& tree, std::uint32_t node, std::uint32_t start_size, bool is_below);
    void add_run(place_range run, std::uint32_t start_size, bool is_below);
    std::uint32_t open_cell(place_range bodies, bool is_start);
    void measure_leaf(n_body_cell<vector>& cell) const;
    void measure_inner(std::uint32_t index);
};

extern template struct n_body_cells<aabb2f>;
extern template struct n_body_cells<aabb2d>;
extern template struct n_body_cells<aabb3f>;
extern template struct n_body_cells<aabb3d>;

} // namespace orrery::spatial::detail
