// Joints: their ends among the bodies, their rows, and what is remembered of them.
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// A body that moves as `row` does, with the frame of `part`, which may be glued to it.
[[nodiscard]] constrained_body as_constraint_sees(const body_row& row, const body_row& part,
                                                  scalar time_step) noexcept {
    vector3 center = part.center_of_mass;
    if (&row != &part) {
        center += inverse_rotate(part.orientation, row.position - part.position);
    }
    return {row.position,
            part.orientation,
            row.linear_velocity,
            row.angular_velocity,
            center,
            integrate(part.orientation, row.angular_velocity, time_step / 2)};
}

} // namespace

void pipeline::add_constraint_type(const constraint_type& type) {
    constraint_types_.push_back(type);
    have_constraints_changed = true;
    type.listen(
        registry, this,
        [](void* listener, entity a, entity b) {
            auto& self = *static_cast<pipeline*>(listener);
            self.have_constraints_changed = true;
            self.have_exclusions_changed = true;
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
    constexpr std::size_t constraints_a_task = 32;
    parallel_for(machine->jobs(), edges_.size(), constraints_a_task, [&](std::size_t index) {
        constraint_edge& edge = edges_[index];
        const auto end = [&](std::uint32_t row, std::uint32_t part) {
            return row == no_row ? constrained_body{}
                                 : as_constraint_sees(rows[row], rows[part], settings.time_step);
        };
        edge.memory = registry.get<const constraint_impulses>(edge.id);
        constraint_types_[edge.type].prepare(registry, edge.id, end(edge.row_a, edge.part_a),
                                             end(edge.row_b, edge.part_b), edge.rows);
    });
    std::erase_if(edges_, [](const constraint_edge& edge) { return edge.rows.size() == 0; });
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
}

void pipeline::remember_constraints() {
    for (const constraint_edge& edge : edges_) {
        registry.get<constraint_impulses>(edge.id) = edge.memory;
    }
}

} // namespace orrery::rigid::detail
