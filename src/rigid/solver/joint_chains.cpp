#include "rigid/constraints/small_system.hpp"
#include "rigid/solver/joint_chains.hpp"
#include "rigid/solver/lane_layout.hpp"

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

enum visit : std::uint8_t { unvisited, visited, in_chain };

// Stiff, without limits, and along one direction for both bodies.
[[nodiscard]] bool is_link_row(const constraint_row& row) noexcept {
    return is_unlimited(row) && row.frequency == 0 && !row.linear_a;
}

[[nodiscard]] bool can_be_link(const constraint_edge& edge) noexcept {
    // Joints that change in every pass are solved with the others.
    return !edge.rows.empty() && edge.rows.size() <= most_block_rows && edge.how->iterate == nullptr &&
           std::ranges::all_of(edge.rows, is_link_row);
}

// A row as one of its bodies feels it.
struct half_row {
    vector3 linear;
    vector3 turn;
};

[[nodiscard]] half_row half_of(const constraint_row& row, bool is_a) noexcept {
    return is_a ? half_row{-row.linear, -row.turn_a} : half_row{row.linear, row.turn_b};
}

[[nodiscard]] scalar coupling(const half_row& one, const half_row& other, const body_row& body) noexcept {
    return body.inverse_mass * dot(one.linear, other.linear) +
           dot(one.turn, body.inverse_inertia * other.turn);
}

[[nodiscard]] vector3 read(const scalar* from) noexcept {
    return {from[0], from[1], from[2]};
}

void write(vector3 v, scalar* to) noexcept {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

[[nodiscard]] vector3 multiply_inertia(const scalar* t, vector3 v) noexcept {
    return {t[0] * v.x + t[3] * v.y + t[4] * v.z, t[3] * v.x + t[1] * v.y + t[5] * v.z,
            t[4] * v.x + t[5] * v.y + t[2] * v.z};
}

void push(const solver_step& step, std::int32_t body, vector3 impulse, vector3 twist) noexcept {
    scalar* const row = step.bodies + body * solver_body::stride;
    const scalar* const inertia = step.inertias + body * solver_inertia::stride;
    write(read(row + solver_body::velocity) + impulse * row[solver_body::inverse_mass],
          row + solver_body::velocity);
    write(read(row + solver_body::spin) + multiply_inertia(inertia, twist), row + solver_body::spin);
}

} // namespace

joint_chains::link joint_chains::make_link(const constraint_edge& edge, std::uint32_t edge_index,
                                           std::span<const std::int32_t> solver_rows) noexcept {
    link made;
    made.edge = edge_index;
    made.a = edge.row_a == no_row ? fixed_body : solver_rows[edge.row_a];
    made.b = edge.row_b == no_row ? fixed_body : solver_rows[edge.row_b];
    made.rows = static_cast<std::uint32_t>(edge.rows.size());
    made.does_a_move = edge.is_a_dynamic;
    made.does_b_move = edge.is_b_dynamic;
    return made;
}

void joint_chains::find(std::span<const constraint_edge> edges, std::vector<std::uint32_t>& edge_indices,
                        std::span<const std::int32_t> solver_rows, std::int32_t first_body,
                        std::int32_t end_body) {
    links_.clear();
    if (edge_indices.size() < shortest) {
        return;
    }
    joints_at_bodies_.assign(static_cast<std::size_t>(end_body - first_body), {});
    visits_.assign(edge_indices.size(), unvisited);
    const auto note_joint = [&](std::uint32_t row, std::uint32_t index) {
        joints_at_body& at = joints_at_bodies_[static_cast<std::size_t>(solver_rows[row] - first_body)];
        if (at.count < 2) {
            at.joints[at.count] = index;
        }
        ++at.count;
    };
    for (std::uint32_t index = 0; index < edge_indices.size(); ++index) {
        const constraint_edge& edge = edges[edge_indices[index]];
        if (!can_be_link(edge)) {
            visits_[index] = visited;
            continue;
        }
        if (edge.is_a_dynamic) {
            note_joint(edge.row_a, index);
        }
        if (edge.is_b_dynamic) {
            note_joint(edge.row_b, index);
        }
    }
    for (std::uint32_t index = 0; index < edge_indices.size(); ++index) {
        if (visits_[index] == unvisited) {
            follow(edges, edge_indices, solver_rows, index, first_body);
        }
    }
    std::size_t kept = 0;
    for (std::size_t index = 0; index < edge_indices.size(); ++index) {
        if (visits_[index] != in_chain) {
            edge_indices[kept++] = edge_indices[index];
        }
    }
    edge_indices.resize(kept);
}

void joint_chains::follow(std::span<const constraint_edge> edges, std::span<const std::uint32_t> edge_indices,
                          std::span<const std::int32_t> solver_rows, std::uint32_t from,
                          std::int32_t first_body) {
    const auto joints_at = [&](std::int32_t body) -> const joints_at_body& {
        return joints_at_bodies_[static_cast<std::size_t>(body - first_body)];
    };
    const auto is_end = [&](std::int32_t body, bool does_move) {
        return !does_move || joints_at(body).count != 2;
    };
    const link start = make_link(edges[edge_indices[from]], edge_indices[from], solver_rows);
    const bool is_a_end = is_end(start.a, start.does_a_move);
    if (!is_a_end && !is_end(start.b, start.does_b_move)) {
        return; // inside a chain, or in a ring
    }
    const std::size_t before = links_.size();
    const auto beginning =
        is_a_end ? std::pair(start.a, start.does_a_move) : std::pair(start.b, start.does_b_move);
    std::int32_t entered = beginning.first;
    bool is_closed = false;
    for (std::uint32_t index = from;;) {
        link next = make_link(edges[edge_indices[index]], edge_indices[index], solver_rows);
        next.candidate = index;
        next.is_first = links_.size() == before;
        next.is_entered_by_a = next.is_first ? is_a_end : next.a == entered;
        links_.push_back(next);
        visits_[index] = visited;
        const std::int32_t left = next.is_entered_by_a ? next.b : next.a;
        const bool does_move = next.is_entered_by_a ? next.does_b_move : next.does_a_move;
        if (is_end(left, does_move)) {
            is_closed = does_move && beginning.second && left == beginning.first;
            break;
        }
        const joints_at_body& at = joints_at(left);
        index = at.joints[0] == index ? at.joints[1] : at.joints[0];
        entered = left;
    }
    // A closed loop would couple its two ends as well.
    if (links_.size() - before < shortest || is_closed) {
        links_.resize(before);
        return;
    }
    for (const link& each : std::span(links_).subspan(before)) {
        visits_[each.candidate] = in_chain;
    }
}

void joint_chains::begin(std::span<const constraint_edge> edges) {
    changed_rows_.reset();
    rows_.resize(links_.size());
    for (std::size_t index = 0; index < links_.size(); ++index) {
        link& each = links_[index];
        std::ranges::copy(edges[each.edge].rows, rows_[index].begin());
        std::copy_n(edges[each.edge].impulses, each.rows, each.impulse.begin());
    }
}

void joint_chains::update_rows(std::size_t index, const constraint_edge& edge, std::span<const body_row> rows,
                               const registry_state& state, const solver_step& step, std::uint32_t substep) {
    const auto body_at = [&](std::uint32_t row, std::uint32_t part, std::int32_t body, bool does_move) {
        constrained_body now{};
        now.time_step = step.substep;
        if (row == no_row) {
            return now;
        }
        now = as_constraint_sees(rows[row], rows[part], step.substep);
        const scalar* const from = step.bodies + body * solver_body::stride;
        const scalar elapsed = step.substep * static_cast<scalar>(substep);
        if (does_move) {
            now.linear_velocity = read(from + solver_body::velocity);
            now.angular_velocity = read(from + solver_body::spin);
        }
        now.position += does_move ? read(from + solver_body::moved) : now.linear_velocity * elapsed;
        const vector3 turned = does_move ? read(from + solver_body::turned) : now.angular_velocity * elapsed;
        now.orientation = normalize(quaternion::from_rotation_vector(turned) * now.orientation);
        now.halfway = integrate(now.orientation, now.angular_velocity, step.substep / 2);
        return now;
    };
    const link& each = links_[index];
    static constexpr constraint_memory nothing{};
    std::array<constraint_row, constraint_rows::limit> room;
    constraint_rows filled(room, step.substep,
                           edge.how->remember != nullptr ? state.get<constraint_memory>(edge.id) : nothing);
    edge.how->prepare(state, edge.id, body_at(edge.row_a, edge.part_a, each.a, each.does_a_move),
                      body_at(edge.row_b, edge.part_b, each.b, each.does_b_move), filled);
    // A stop that is met on the way acts from the next step on, when the joint is no link any more.
    const auto asked = std::span(room).first(filled.size());
    const auto stiff = static_cast<std::uint32_t>(std::ranges::count_if(asked, is_link_row));
    if (stiff == each.rows) {
        std::ranges::copy_if(asked, rows_[index].begin(), is_link_row);
    } else if (!changed_rows_) {
        changed_rows_ = {each.edge, each.rows, stiff};
    }
}

void joint_chains::eliminate(std::size_t index, std::span<const constraint_edge> edges,
                             std::span<const body_row> rows) {
    link& each = links_[index];
    const constraint_edge& edge = edges[each.edge];
    const auto& own = rows_[index];
    row_values diagonal{};
    for (std::uint32_t i = 0; i < each.rows; ++i) {
        for (std::uint32_t j = 0; j <= i; ++j) {
            scalar sum = 0;
            if (each.does_a_move) {
                sum += coupling(half_of(own[i], true), half_of(own[j], true), rows[edge.row_a]);
            }
            if (each.does_b_move) {
                sum += coupling(half_of(own[i], false), half_of(own[j], false), rows[edge.row_b]);
            }
            each.factors[i][j] = sum;
        }
        diagonal[i] = each.factors[i][i];
    }
    if (!each.is_first) {
        link& last = links_[index - 1];
        const body_row& shared = rows[each.is_entered_by_a ? edge.row_a : edge.row_b];
        for (std::uint32_t i = 0; i < each.rows; ++i) {
            row_values column{};
            for (std::uint32_t j = 0; j < last.rows; ++j) {
                column[j] = coupling(half_of(own[i], each.is_entered_by_a),
                                     half_of(rows_[index - 1][j], !last.is_entered_by_a), shared);
            }
            each.to_previous[i] = column;
            substitute(last.factors, last.rows, column);
            for (std::uint32_t j = 0; j < last.rows; ++j) {
                last.from_next[j][i] = column[j];
            }
        }
        for (std::uint32_t i = 0; i < each.rows; ++i) {
            for (std::uint32_t j = 0; j <= i; ++j) {
                for (std::uint32_t k = 0; k < last.rows; ++k) {
                    each.factors[i][j] -= each.to_previous[i][k] * last.from_next[k][j];
                }
            }
        }
    }
    factorize(each.factors, each.rows, diagonal);
}

void joint_chains::prepare(std::span<const constraint_edge> edges, std::span<const body_row> rows,
                           const registry_state& state, const solver_step& step, std::uint32_t substep,
                           scalar bias_rate) {
    bias_rate_ = bias_rate;
    for (std::size_t index = 0; index < links_.size(); ++index) {
        update_rows(index, edges[links_[index].edge], rows, state, step, substep);
        eliminate(index, edges, rows);
    }
}

void joint_chains::warm_start(const solver_step& step) const {
    for (std::size_t index = 0; index < links_.size(); ++index) {
        const link& each = links_[index];
        vector3 along{};
        vector3 twist_a{};
        vector3 twist_b{};
        for (std::uint32_t i = 0; i < each.rows; ++i) {
            along += rows_[index][i].linear * each.impulse[i];
            twist_a += rows_[index][i].turn_a * each.impulse[i];
            twist_b += rows_[index][i].turn_b * each.impulse[i];
        }
        if (each.does_a_move) {
            push(step, each.a, -along, -twist_a);
        }
        if (each.does_b_move) {
            push(step, each.b, along, twist_b);
        }
    }
}

void joint_chains::solve(const solver_step& step, bool is_biased) {
    for (std::size_t index = 0; index < links_.size(); ++index) {
        link& each = links_[index];
        const scalar* const a = step.bodies + each.a * solver_body::stride;
        const scalar* const b = step.bodies + each.b * solver_body::stride;
        const vector3 closing = read(b + solver_body::velocity) - read(a + solver_body::velocity);
        for (std::uint32_t i = 0; i < each.rows; ++i) {
            const constraint_row& row = rows_[index][i];
            scalar demand = dot(row.linear, closing) + (dot(row.turn_b, read(b + solver_body::spin)) -
                                                        dot(row.turn_a, read(a + solver_body::spin)));
            demand -= row.speed;
            if (is_biased) {
                demand += bias_rate_ * row.error; // nothing has moved since the rows were made
            }
            for (std::uint32_t j = 0; !each.is_first && j < links_[index - 1].rows; ++j) {
                demand -= each.to_previous[i][j] * links_[index - 1].solution[j];
            }
            each.solution[i] = demand;
        }
        substitute(each.factors, each.rows, each.solution);
    }
    for (std::size_t index = links_.size(); index-- > 0;) {
        link& each = links_[index];
        const bool is_last = index + 1 == links_.size() || links_[index + 1].is_first;
        vector3 along{};
        vector3 twist_a{};
        vector3 twist_b{};
        for (std::uint32_t i = 0; i < each.rows; ++i) {
            for (std::uint32_t j = 0; !is_last && j < links_[index + 1].rows; ++j) {
                each.solution[i] -= each.from_next[i][j] * links_[index + 1].solution[j];
            }
            each.impulse[i] -= each.solution[i];
            along -= rows_[index][i].linear * each.solution[i];
            twist_a -= rows_[index][i].turn_a * each.solution[i];
            twist_b -= rows_[index][i].turn_b * each.solution[i];
        }
        if (each.does_a_move) {
            push(step, each.a, -along, -twist_a);
        }
        if (each.does_b_move) {
            push(step, each.b, along, twist_b);
        }
    }
}

void joint_chains::read_back(std::span<const constraint_edge> edges) const {
    for (const link& each : links_) {
        for (std::uint32_t i = 0; i < each.rows; ++i) {
            edges[each.edge].impulses[i] = is_finite(each.impulse[i]) ? each.impulse[i] : scalar(0);
        }
    }
}

} // namespace orrery::rigid::detail
