#include "rigid/contacts/contact_finder.hpp"
#include "rigid/contacts/pair_collider.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/rigid/components.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t candidates_a_task = 64;
constexpr std::size_t surface_pairs_a_task = 8;

[[nodiscard]] std::uint64_t label_of(const registry_state& state, const roster& who, std::uint32_t row) {
    return state.get<asleep>(who.bodies()[row].id).island;
}

// The islands of sleepers that are touched by somebody who is awake.
void list_touched_sleepers(const registry_state& state, const broad_phase_state& index,
                           const body_table& bodies, std::span<const candidate_mark> marks,
                           std::vector<std::uint64_t>& labels) {
    for (std::size_t number = 0; number < marks.size(); ++number) {
        const candidate& each = index.candidates[number];
        if (marks[number] != candidate_mark::touching || bodies.briefs[each.row_a].is_sensor ||
            bodies.briefs[each.row_b].is_sensor) {
            continue;
        }
        for (const std::uint32_t row : {each.row_a, each.row_b}) {
            if (bodies.rows[row].kind == body_kind::dynamic && !bodies.rows[row].is_awake) {
                labels.push_back(label_of(state, index.who, row));
            }
        }
    }
}

// The islands of sleepers that are joined to somebody who is awake.
void list_joined_sleepers(const registry_state& state, const roster& who, std::span<const body_row> rows,
                          std::span<const constraint_edge> joints, std::vector<std::uint64_t>& labels) {
    for (const constraint_edge& edge : joints) {
        if (edge.row_a == no_row || edge.row_b == no_row ||
            rows[edge.row_a].is_awake == rows[edge.row_b].is_awake) {
            continue;
        }
        const std::uint32_t sleeper = rows[edge.row_a].is_awake ? edge.row_b : edge.row_a;
        if (rows[sleeper].kind == body_kind::dynamic) {
            labels.push_back(label_of(state, who, sleeper));
        }
    }
}

} // namespace

contact_set& contact_finder::find(const row_sources& sources, const material_table& materials,
                                  std::span<const constraint_edge> joints, island_waker& waker,
                                  body_table& bodies, copy_on_write<broad_phase_state>& index) {
    ORRERY_ZONE("narrow phase");
    surfaces_.update(*index, bodies);
    found_.begin(index->candidates.size());
    std::vector<std::uint64_t> labels;
    const auto wake_touched = [&] {
        labels.clear();
        list_touched_sleepers(sources.state, *index, bodies, found_.marks, labels);
        return wake_and_gather(labels, sources, waker, bodies);
    };
    const auto wake_joined = [&] {
        labels.clear();
        list_joined_sleepers(sources.state, index->who, bodies.rows, joints, labels);
        return wake_and_gather(labels, sources, waker, bodies);
    };
    do {
        collide(bodies, sources.settings, sources.jobs, index);
    } while (sources.state.count<asleep>() > 0 && (wake_touched() || wake_joined()));
    list_touches(sources.state, *index, bodies, materials, sources.jobs);
    return found_;
}

void contact_finder::collide(const body_table& bodies, const world_settings& settings, scheduler& jobs,
                             copy_on_write<broad_phase_state>& index) {
    const auto is_active = [&](std::uint32_t row) { return bodies.briefs[row].is_active; };
    if (std::ranges::none_of(bodies.gathered, is_active)) {
        return;
    }
    broad_phase_state& scene = index.write();
    const pair_collider pairs(scene, bodies, settings, surfaces_, found_);
    if (scene.who.has_meshes()) {
        parallel_for(jobs, surfaces_.all().size(), surface_pairs_a_task,
                     [&](std::size_t begin, std::size_t end) {
                         surface_rooms::loan room = rooms_.borrow();
                         for (std::size_t place = begin; place < end; ++place) {
                             pairs.collide_patches(surfaces_.all()[place].candidate, *room);
                         }
                     });
    }
    parallel_for(jobs, scene.candidates.size(), candidates_a_task,
                 [&](std::size_t begin, std::size_t end) { pairs.collide(begin, end); });
}

} // namespace orrery::rigid::detail
