#include <orrery/spatial/n_body.hpp>

#include <algorithm>

namespace orrery::spatial::detail {
namespace {

// Small enough that comparing its bodies with those of another leaf is cheaper than looking at parts.
constexpr std::uint32_t largest_leaf = 32;

// The elements that touch a divider stand in a line: only short pieces of it look like a point from outside.
constexpr std::uint32_t longest_piece = 8;

// How many bodies a task takes: so few that there are enough tasks, so many that they take some time.
std::uint32_t start_size_for(std::size_t count) {
    constexpr std::size_t most_tasks = 64;
    return static_cast<std::uint32_t>(std::max<std::size_t>(count / most_tasks + 1, 256));
}

} // namespace

template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::arrange(const kd_tree<Box>& tree) {
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        positions[axis].resize(tree.size() + block);
        accelerations[axis].resize(tree.size() + block);
    }
    masses.resize(tree.size() + block);
    cells.clear();
    starts.clear();
    if (tree.size() > 0) {
        add_node(tree, tree.nodes().root(), start_size_for(tree.size()), false);
    }
    fields.resize(cells.size());
}

template <any_box Box>
    requires real<typename Box::value_type>
std::uint32_t n_body_cells<Box>::open_cell(place_range bodies, bool is_start) {
    const auto index = static_cast<std::uint32_t>(cells.size());
    if (is_start) {
        starts.push_back(index);
    }
    cells.push_back({.bodies = bodies, .next = index + 1});
    return index;
}

// A node with too many bodies for one task is no cell at all; its parts are.
template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::add_node(const kd_tree<Box>& tree, std::uint32_t node, std::uint32_t start_size,
                                 bool is_below) {
    const kd_nodes<Box>& nodes = tree.nodes();
    const place_range all = nodes.all(node);
    if (all.empty()) {
        return;
    }
    if (is_kd_leaf(node)) {
        open_cell(all, !is_below);
        return;
    }
    const bool is_cell = all.size() <= start_size;
    const std::uint32_t cell = is_cell ? open_cell(all, !is_below) : 0;
    const place_range own = nodes.own(node);
    const bool has_parts = !is_cell || all.size() > largest_leaf;
    if (has_parts && is_cell && kd_height(node) == 1 && own.size() <= longest_piece) {
        // The few between two leaves go with the first.
        open_cell({all.begin, own.end}, false);
        if (own.end < all.end) {
            open_cell({own.end, all.end}, false);
        }
    } else if (has_parts) {
        const std::uint32_t distance = kd_child_distance(node);
        add_node(tree, node - distance, start_size, is_cell);
        add_run(own, start_size, is_cell);
        add_node(tree, node + distance, start_size, is_cell);
    }
    if (is_cell) {
        cells[cell].next = static_cast<std::uint32_t>(cells.size());
    }
}

// The own elements of a node, sorted along its divider, in halves of halves.
template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::add_run(place_range run, std::uint32_t start_size, bool is_below) {
    if (run.empty()) {
        return;
    }
    const bool is_cell = run.size() <= start_size;
    const std::uint32_t cell = is_cell ? open_cell(run, !is_below) : 0;
    if (run.size() > longest_piece) {
        add_run({run.begin, run.middle()}, start_size, is_cell);
        add_run({run.middle(), run.end}, start_size, is_cell);
    }
    if (is_cell) {
        cells[cell].next = static_cast<std::uint32_t>(cells.size());
    }
}

template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::gather(const kd_tree<Box>& tree, std::span<const real> masses_by_index,
                               std::uint32_t start) {
    const place_range bodies = cells[start].bodies;
    for (std::uint32_t place = bodies.begin; place < bodies.end; ++place) {
        set_row(positions, place, center(tree.boxes()[place]));
        set_row(accelerations, place, vector{});
        masses[place] = masses_by_index[tree.order()[place]];
    }
    for (std::uint32_t index = cells[start].next; index-- > start;) {
        fields[index] = {};
        if (is_leaf(index)) {
            measure_leaf(cells[index]);
        } else {
            measure_inner(index);
        }
    }
}

// A cell without mass has its center anywhere: it pulls nothing, and what it feels is exact for no body.
template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::measure_leaf(n_body_cell<vector>& cell) const {
    const auto [begin, end] = cell.bodies;
    vector moment;
    vector low = position(begin);
    vector high = low;
    cell.mass = 0;
    for (std::uint32_t place = begin; place < end; ++place) {
        const vector at = position(place);
        cell.mass += masses[place];
        moment += at * masses[place];
        low = min(low, at);
        high = max(high, at);
    }
    const bool has_mass = cell.mass > 0;
    cell.center = has_mass ? moment / cell.mass : (low + high) * real{0.5};
    cell.radius = length(max(high - cell.center, cell.center - low));
}

template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::measure_inner(std::uint32_t index) {
    n_body_cell<vector>& cell = cells[index];
    vector moment;
    vector middle;
    real count = 0;
    cell.mass = 0;
    for (std::uint32_t child = index + 1; child < cell.next; child = cells[child].next) {
        cell.mass += cells[child].mass;
        moment += cells[child].center * cells[child].mass;
        middle += cells[child].center;
        count += real{1};
    }
    cell.center = cell.mass > 0 ? moment / cell.mass : middle / count;
    cell.radius = 0;
    for (std::uint32_t child = index + 1; child < cell.next; child = cells[child].next) {
        const real reach = distance(cell.center, cells[child].center) + cells[child].radius;
        cell.radius = max(cell.radius, reach);
    }
}

template <any_box Box>
    requires real<typename Box::value_type>
void n_body_cells<Box>::scatter(const kd_tree<Box>& tree, std::uint32_t start,
                                std::span<vector> accelerations_by_index) {
    for (std::uint32_t index = start; index < cells[start].next; ++index) {
        const n_body_field<vector>& field = fields[index];
        const n_body_cell<vector>& cell = cells[index];
        for (std::uint32_t child = index + 1; child < cell.next; child = cells[child].next) {
            fields[child].value += field.at(cells[child].center - cell.center);
            for (std::size_t axis = 0; axis < dimension; ++axis) {
                fields[child].slope[axis] += field.slope[axis];
            }
        }
        if (is_leaf(index)) {
            for (std::uint32_t place = cell.bodies.begin; place < cell.bodies.end; ++place) {
                accelerations_by_index[tree.order()[place]] =
                    row(accelerations, place) + field.at(position(place) - cell.center);
            }
        }
    }
}

template struct n_body_cells<aabb2f>;
template struct n_body_cells<aabb2d>;
template struct n_body_cells<aabb3f>;
template struct n_body_cells<aabb3d>;

} // namespace orrery::spatial::detail
