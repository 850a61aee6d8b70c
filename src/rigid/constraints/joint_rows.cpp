#include "rigid/constraints/joint_rows.hpp"
#include "rigid/step/row_mobility.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] row_counts counts_of(std::span<const constraint_row> rows) noexcept {
    row_counts counts;
    for (const constraint_row& row : rows) {
        if (is_unlimited(row) && counts.block < most_block_rows) {
            ++counts.block;
        } else {
            ++counts.single;
        }
        counts.has_two_directions |= row.linear_a.has_value();
    }
    return counts;
}

} // namespace

void joint_rows::prepare(std::span<const constraint_edge> joints, const std::vector<constraint_type>& types,
                         const registry_state& state, std::span<const body_row> rows,
                         const world_settings& settings, scheduler& jobs) {
    ORRERY_ZONE("prepare constraints");
    edges_.clear();
    for (const constraint_edge& edge : joints) {
        edges_.push_back(edge);
        constraint_edge& copy = edges_.back();
        copy.is_a_dynamic = edge.row_a != no_row && rows[edge.row_a].is_awake;
        copy.is_b_dynamic = edge.row_b != no_row && rows[edge.row_b].is_awake;
        if (!copy.is_a_dynamic && !copy.is_b_dynamic) {
            edges_.pop_back();
        }
    }
    sizes_.clear();
    if (edges_.empty()) {
        return;
    }
    std::size_t room = 0;
    for (const constraint_edge& edge : edges_) {
        room += types[edge.type].max_rows;
    }
    rows_.resize(room);
    impulses_.resize(room);
    std::size_t place = 0;
    for (constraint_edge& edge : edges_) {
        const std::uint32_t most = types[edge.type].max_rows;
        edge.rows = std::span(rows_).subspan(place, most);
        edge.impulses = impulses_.data() + place;
        place += most;
    }
    see_bodies(rows, settings.time_step, jobs);
    constexpr std::size_t constraints_a_task = 32;
    parallel_for(jobs, edges_.size(), constraints_a_task, [&](std::size_t index) {
        constraint_edge& edge = edges_[index];
        edge.how = &types[edge.type];
        prepare_again(edge, state, rows, settings);
    });
    sort_by_size();
}

void joint_rows::prepare_again(constraint_edge& edge, const registry_state& state,
                               std::span<const body_row> rows, const world_settings& settings) {
    constrained_body other_a; // room for ends that are glued to a carrier, or are the world
    constrained_body other_b;
    const auto seen = [&](std::uint32_t row, std::uint32_t part,
                          constrained_body& other) -> const constrained_body& {
        return row != no_row && row == part ? seen_[row]
                                            : other = constraint_end(row, part, rows, settings.time_step);
    };
    static constexpr constraint_memory nothing{};
    constraint_rows filled(room_of(edge), settings.time_step,
                           edge.how->remember != nullptr ? state.get<const constraint_memory>(edge.id)
                                                         : nothing,
                           settings.substeps);
    edge.how->prepare(state, edge.id, seen(edge.row_a, edge.part_a, other_a),
                      seen(edge.row_b, edge.part_b, other_b), filled);
    edge.rows = room_of(edge).first(filled.size());
    edge.lost_count = filled.lost_count();
    edge.is_rebounding = std::ranges::any_of(
        edge.rows, [&](const constraint_row& row) { return detail::is_rebounding(edge, row, rows); });
    const constraint_impulses& before = state.get<const constraint_impulses>(edge.id);
    std::copy_n(before.rows.data(), edge.rows.size(), edge.impulses);
}

std::span<constraint_row> joint_rows::room_of(const constraint_edge& edge) noexcept {
    const auto first = static_cast<std::size_t>(edge.impulses - impulses_.data());
    return std::span(rows_).subspan(first, edge.how->max_rows);
}

// A body that several joints hold is looked at once.
void joint_rows::see_bodies(std::span<const body_row> rows, scalar time_step, scheduler& jobs) {
    seen_.resize(rows.size());
    is_held_.assign(rows.size(), 0);
    held_bodies_.clear();
    for (const constraint_edge& edge : edges_) {
        for (const std::uint32_t row : {edge.row_a, edge.row_b}) {
            if (row != no_row && is_held_[row] == 0) {
                is_held_[row] = 1;
                held_bodies_.push_back(row);
            }
        }
    }
    constexpr std::size_t bodies_a_task = 64;
    parallel_for(jobs, held_bodies_.size(), bodies_a_task, [&](std::size_t index) {
        const std::uint32_t row = held_bodies_[index];
        seen_[row] = as_constraint_sees(rows[row], rows[row], time_step);
    });
}

void joint_rows::see_bodies_again(std::span<const std::uint32_t> edges, std::span<const body_row> rows,
                                  scalar time_step) {
    for (const std::uint32_t number : edges) {
        for (const std::uint32_t row : {edges_[number].row_a, edges_[number].row_b}) {
            if (row != no_row) {
                seen_[row] = as_constraint_sees(rows[row], rows[row], time_step);
            }
        }
    }
}

void joint_rows::sort_by_size() {
    std::uint16_t last = 0;
    for (constraint_edge& edge : edges_) {
        const row_counts counts = counts_of(edge.rows);
        if (last >= sizes_.size() || sizes_[last] != counts) {
            const auto known = std::ranges::find(sizes_, counts);
            last = static_cast<std::uint16_t>(known - sizes_.begin());
            if (known == sizes_.end()) {
                sizes_.push_back(counts);
            }
        }
        edge.size = last;
    }
}

void warn_of_lost_rows(const joint_rows& joints, constraint_warnings& warned, logger& log) {
    if (warned.lost_rows) {
        return;
    }
    const auto cut =
        std::ranges::find_if(joints.edges(), [](const constraint_edge& each) { return each.lost_count > 0; });
    if (cut != joints.edges().end() && !warned.lost_rows.exchange(true)) {
        log.warning("rigid", "the constraint with the key ", static_cast<std::uint64_t>(cut->key),
                    " asks for ", cut->rows.size() + cut->lost_count, " rows, but its max_rows is ",
                    cut->rows.size(), ": the others are not taken");
    }
}

void warn_of_changed_rows(const std::optional<chain_row_change>& changed,
                          std::span<const constraint_edge> joints, constraint_warnings& warned, logger& log) {
    if (changed && !warned.changed_rows.exchange(true)) {
        log.warning("rigid", "the constraint with the key ",
                    static_cast<std::uint64_t>(joints[changed->edge].key), " asks for ", changed->now,
                    " stiff rows in a sub-step and had ", changed->before,
                    " when the step began: in a long chain of joints those of the beginning are used");
    }
}

} // namespace orrery::rigid::detail
