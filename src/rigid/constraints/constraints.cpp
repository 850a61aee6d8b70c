// Joints: their ends among the bodies, their rows, what is remembered of them, and when they break.
#include "rigid/step/pipeline.hpp"
#include "rigid/step/row_mobility.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/breakable.hpp>

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

// What a joint did to its bodies in the last sub-step.
struct load {
    scalar force = 0;
    scalar torque = 0;
};

[[nodiscard]] load load_of(const constraint_edge& edge, scalar substep) noexcept {
    vector3 push{};
    vector3 twist{};
    for (std::size_t row = 0; row < edge.rows.size(); ++row) {
        push += edge.rows[row].linear * edge.impulses[row];
        if (edge.rows[row].linear == vector3{}) {
            twist += edge.rows[row].turn_b * edge.impulses[row];
        }
    }
    return {length(push) / substep, length(twist) / substep};
}

} // namespace

constrained_body pipeline::end_of(std::uint32_t row, std::uint32_t part) const noexcept {
    if (row == no_row) {
        constrained_body ground{};
        ground.time_step = settings.time_step;
        return ground;
    }
    return as_constraint_sees(rows[row], rows[part], settings.time_step);
}

void pipeline::add_constraint_type(const constraint_type& type) {
    constraint_types_.push_back(type);
    have_constraints_changed = true;
    type.listen(
        registry, this,
        [](void* listener, entity a, entity b) {
            auto& self = *static_cast<pipeline*>(listener);
            self.have_constraints_changed = true;
            self.have_exclusions_changed = true;
            self.is_mending_due |= !self.is_stepping_;
            self.wake(a);
            self.wake(b);
        },
        connections_);
}

bool pipeline::wake_joined() {
    labels_.clear();
    for (const constraint_edge& edge : all_edges_) {
        if (edge.row_a == no_row || edge.row_b == no_row ||
            rows[edge.row_a].is_awake == rows[edge.row_b].is_awake) {
            continue;
        }
        const std::uint32_t sleeper = rows[edge.row_a].is_awake ? edge.row_b : edge.row_a;
        if (rows[sleeper].kind == body_kind::dynamic) {
            labels_.push_back(registry.get<const asleep>(derived->who.bodies()[sleeper].id).island);
        }
    }
    return wake_labels();
}

void pipeline::prepare_constraints() {
    ORRERY_ZONE("prepare constraints");
    edges_.clear();
    for (const constraint_edge& edge : all_edges_) {
        edges_.push_back(edge);
        constraint_edge& copy = edges_.back();
        copy.is_a_dynamic = edge.row_a != no_row && rows[edge.row_a].is_awake;
        copy.is_b_dynamic = edge.row_b != no_row && rows[edge.row_b].is_awake;
        if (!copy.is_a_dynamic && !copy.is_b_dynamic) {
            edges_.pop_back();
        }
    }
    edge_sizes_.clear();
    if (edges_.empty()) {
        return;
    }
    std::size_t room = 0;
    for (const constraint_edge& edge : edges_) {
        room += constraint_types_[edge.type].max_rows;
    }
    edge_rows_.resize(room);
    edge_impulses_.resize(room);
    std::size_t place = 0;
    for (constraint_edge& edge : edges_) {
        const std::uint32_t most = constraint_types_[edge.type].max_rows;
        edge.rows = std::span(edge_rows_).subspan(place, most);
        edge.impulses = edge_impulses_.data() + place;
        place += most;
    }
    see_joined_bodies();
    constexpr std::size_t constraints_a_task = 32;
    parallel_for(machine->jobs(), edges_.size(), constraints_a_task, [&](std::size_t index) {
        constraint_edge& edge = edges_[index];
        edge.how = &constraint_types_[edge.type];
        ask_for_rows(edge);
    });
    sort_by_rows();
    report_lost_rows();
}

void pipeline::ask_for_rows(constraint_edge& edge) {
    constrained_body other_a; // room for ends that are glued to a carrier, or are the world
    constrained_body other_b;
    const auto seen = [&](std::uint32_t row, std::uint32_t part,
                          constrained_body& other) -> const constrained_body& {
        return row != no_row && row == part ? joined_[row] : other = end_of(row, part);
    };
    static constexpr constraint_memory nothing{};
    constraint_rows filled(room_for_rows(edge), settings.time_step,
                           edge.how->remember != nullptr ? registry.get<const constraint_memory>(edge.id)
                                                         : nothing,
                           settings.substeps);
    edge.how->prepare(registry, edge.id, seen(edge.row_a, edge.part_a, other_a),
                      seen(edge.row_b, edge.part_b, other_b), filled);
    edge.rows = room_for_rows(edge).first(filled.size());
    edge.lost_count = filled.lost_count();
    edge.is_rebounding = std::ranges::any_of(
        edge.rows, [&](const constraint_row& row) { return detail::is_rebounding(edge, row, rows); });
    const constraint_impulses& before = registry.get<const constraint_impulses>(edge.id);
    std::copy_n(before.rows.data(), edge.rows.size(), edge.impulses);
}

std::span<constraint_row> pipeline::room_for_rows(const constraint_edge& edge) noexcept {
    const auto first = static_cast<std::size_t>(edge.impulses - edge_impulses_.data());
    return std::span(edge_rows_).subspan(first, edge.how->max_rows);
}

// Once for a world and its copies: a constraint that does it once does it in every step.
void pipeline::report_lost_rows() {
    if (constraint_warnings_->lost_rows) {
        return;
    }
    const auto cut =
        std::ranges::find_if(edges_, [](const constraint_edge& each) { return each.lost_count > 0; });
    if (cut != edges_.end() && !constraint_warnings_->lost_rows.exchange(true)) {
        machine->log().warning("rigid", "the constraint with the key ", static_cast<std::uint64_t>(cut->key),
                               " asks for ", cut->rows.size() + cut->lost_count,
                               " rows, but its max_rows is ", cut->rows.size(), ": the others are not taken");
    }
}

void pipeline::report_changed_rows() {
    const auto changed = solver_.changed_rows();
    if (changed && !constraint_warnings_->changed_rows.exchange(true)) {
        machine->log().warning(
            "rigid", "the constraint with the key ", static_cast<std::uint64_t>(edges_[changed->edge].key),
            " asks for ", changed->now, " stiff rows in a sub-step and had ", changed->before,
            " when the step began: in a long chain of joints those of the beginning are used");
    }
}

void pipeline::turn_with_joints() {
    if (!edges_.empty()) {
        ORRERY_ZONE("turn with joints");
        joint_turning_.run(rows, edges_, islands_, registry, settings);
    }
}

// A body that several joints hold is looked at once.
void pipeline::see_joined_bodies() {
    joined_.resize(rows.size());
    is_joined_.assign(rows.size(), 0);
    joined_rows_.clear();
    for (const constraint_edge& edge : edges_) {
        for (const std::uint32_t row : {edge.row_a, edge.row_b}) {
            if (row != no_row && is_joined_[row] == 0) {
                is_joined_[row] = 1;
                joined_rows_.push_back(row);
            }
        }
    }
    constexpr std::size_t bodies_a_task = 64;
    parallel_for(machine->jobs(), joined_rows_.size(), bodies_a_task, [&](std::size_t index) {
        const std::uint32_t row = joined_rows_[index];
        joined_[row] = as_constraint_sees(rows[row], rows[row], settings.time_step);
    });
}

void pipeline::sort_by_rows() {
    std::uint16_t last = 0;
    for (constraint_edge& edge : edges_) {
        const row_counts counts = counts_of(edge.rows);
        if (last >= edge_sizes_.size() || edge_sizes_[last] != counts) {
            const auto known = std::ranges::find(edge_sizes_, counts);
            last = static_cast<std::uint16_t>(known - edge_sizes_.begin());
            if (known == edge_sizes_.end()) {
                edge_sizes_.push_back(counts);
            }
        }
        edge.size = last;
    }
}

void pipeline::follow_constraints() {
    if (!have_constraints_changed) {
        return;
    }
    have_constraints_changed = false;
    ++joints_version_;
    all_edges_.clear();
    std::vector<entity> found;
    for (std::uint32_t type = 0; type < constraint_types_.size(); ++type) {
        found.clear();
        constraint_types_[type].list(registry, found);
        for (const entity id : found) {
            const constraint_type::ends ends = constraint_types_[type].ends_of(registry, id);
            const std::uint32_t row_a = pushed_row(ends.a);
            const std::uint32_t row_b = pushed_row(ends.b);
            // A joint whose body is gone holds nothing; one that never had a second body holds the world.
            const bool is_broken =
                (ends.a && row_a == no_row) || (ends.b && row_b == no_row) || row_a == row_b;
            if (is_broken) {
                continue;
            }
            if (!registry.all_of<constraint_impulses>(id)) {
                registry.emplace<constraint_impulses>(id);
            }
            if (constraint_types_[type].remember != nullptr && !registry.all_of<constraint_memory>(id)) {
                registry.emplace<constraint_memory>(id);
            }
            all_edges_.push_back({.key = registry.key_of(id),
                                  .id = id,
                                  .type = type,
                                  .row_a = row_a,
                                  .row_b = row_b,
                                  .part_a = derived->who.row_of(ends.a),
                                  .part_b = derived->who.row_of(ends.b)});
        }
    }
    // total order: an entity has a key of its own, and each type at most once
    std::ranges::sort(all_edges_, {},
                      [](const constraint_edge& edge) { return std::pair(edge.key, edge.type); });
    has_joint_.assign(rows.size(), 0);
    for (const constraint_edge& edge : all_edges_) {
        for (const std::uint32_t row : {edge.row_a, edge.row_b}) {
            if (row != no_row) {
                has_joint_[row] = 1;
            }
        }
    }
    are_rows_stale = true;
}

void pipeline::remember_constraints() {
    for (const constraint_edge& edge : edges_) {
        constraint_impulses& memory = registry.get<constraint_impulses>(edge.id);
        memory = {};
        std::copy_n(edge.impulses, edge.rows.size(), memory.rows.data());
        if (constraint_types_[edge.type].remember != nullptr) {
            constraint_types_[edge.type].remember(registry, edge.id, end_of(edge.row_a, edge.part_a),
                                                  end_of(edge.row_b, edge.part_b),
                                                  registry.get<constraint_memory>(edge.id));
        }
    }
    break_joints();
}

void pipeline::break_joints() {
    if (registry.count<breakable>() == 0) {
        return;
    }
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    for (const constraint_edge& edge : edges_) {
        const breakable* strength = registry.try_get<const breakable>(edge.id);
        const load borne = strength != nullptr ? load_of(edge, substep) : load{};
        if (strength != nullptr && (borne.force > strength->force || borne.torque > strength->torque)) {
            end_joint(edge.id, constraint_types_[edge.type], event_kind::joint_broke, borne.force * substep);
        }
    }
}

void pipeline::end_joint(entity joint, const constraint_type& type, event_kind reason, scalar impulse) {
    if (!type.has(registry, joint)) {
        return; // another joint of the same entity took it along
    }
    const constraint_type::ends ends = type.ends_of(registry, joint);
    const auto key_of = [&](entity id) { return id ? registry.key_of(id) : entity_key::none; };
    const bool is_in_order = !ends.b || key_of(ends.a) < key_of(ends.b);
    note({.kind = reason,
          .a = is_in_order ? ends.a : ends.b,
          .b = is_in_order ? ends.b : ends.a,
          .impulse = impulse});
    // A joint may be a component of one of its bodies.
    if (registry.all_of<body>(joint)) {
        type.remove(registry, joint);
        registry.remove<breakable>(joint);
    } else {
        registry.destroy(joint);
    }
}

} // namespace orrery::rigid::detail
