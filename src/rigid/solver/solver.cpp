#include "rigid/solver/solver.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// Contacts of a batch of small islands: what they need stays in the second-level cache.
constexpr std::uint32_t batch_weight = 512;
// What an island must weigh, for each thread, before all threads work on it together. On 16 cores eight
// islands of 1300 contacts were solved faster one by one (1.2 ms) than together, with a meeting after every
// colour (1.7 ms).
constexpr std::uint32_t weight_of_meetings = 250;
// What a body flies in that nothing touches.
constexpr std::uint32_t no_batch = 0xffff'ffffu;
// Groups that a task of a large batch takes.
constexpr std::size_t groups_a_task = 12;

// Runs a stage over all runs of a batch, colour after colour. With jobs the groups of a colour are spread
// over the threads.
template <typename Part, typename Stage>
void for_each_color(const Part& part, scheduler* jobs, Stage stage) {
    for (const lane_layout::color& color : part.colors()) {
        const auto run_groups = [&](std::size_t begin, std::size_t end) {
            std::size_t first = 0; // of the run at hand, among all groups of the colour
            for (std::uint32_t run = color.first_run; run < color.end_run && first < end; ++run) {
                const std::size_t count = part.runs()[run].count;
                const std::size_t from = std::max(begin, first) - first;
                if (from < count) {
                    stage(run, static_cast<std::uint32_t>(from),
                          static_cast<std::uint32_t>(std::min(end - first, count)));
                }
                first += count;
            }
        };
        if (jobs == nullptr) {
            run_groups(0, color.groups);
        } else {
            parallel_for(*jobs, color.groups, groups_a_task, run_groups);
        }
    }
}

// Calls function(index) for 0 to count, on the jobs if there are any.
template <typename Function>
void for_each_index(std::size_t count, std::size_t grain, scheduler* jobs, Function function) {
    if (jobs != nullptr) {
        parallel_for(*jobs, count, grain, function);
        return;
    }
    for (std::size_t index = 0; index < count; ++index) {
        function(index);
    }
}

} // namespace

// A step for all batches.
struct solver::job {
    const solver_scene& scene;
    contact_softness softness;
    spring_terms stiff_joint;
    solver_step step;
    contact_stages contacts;
    constraint_stages constraints;
    int lanes;
};

void solver::run(const solver_scene& scene, engine& machine) {
    ORRERY_ZONE("solver");
    const world_settings& settings = scene.settings;
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    // A spring cannot swing faster than a quarter of the sub-steps and still be followed.
    const scalar fastest = scalar(0.25) / substep;
    const scalar frequency = std::min(settings.contact_frequency, fastest);
    cut(scene, machine.jobs().thread_count());
    spare_rows_ = std::max(contact_batch::size_count, static_cast<std::uint32_t>(scene.edge_sizes.size()));
    place_bodies(scene.rows, settings);
    const job work{
        .scene = scene,
        .softness = {.between_moving = make_spring(frequency, settings.contact_damping, substep),
                     .with_fixed = make_spring(scalar(2) * frequency, settings.contact_damping, substep),
                     .substep = substep},
        .stiff_joint = make_stiff_joint(settings, substep),
        .step = {.bodies = bodies_.data(),
                 .inertias = inertias_.data(),
                 .substep = substep,
                 .inverse_substep = scalar(1) / substep,
                 .push_speed = settings.push_speed},
        .contacts = contact_stages_of(machine.simd_level()),
        .constraints = constraint_stages_of(machine.simd_level()),
        .lanes = lanes_of(machine.simd_level()),
    };
    if (!batches_[0].rows.empty()) {
        ORRERY_ZONE("large islands");
        solve_batch(batches_[0], work, &machine.jobs());
    }
    parallel_for(machine.jobs(), batch_count_ - 1, 1, [&](std::size_t index) {
        ORRERY_ZONE("islands");
        solve_batch(batches_[index + 1], work, nullptr);
    });
    constexpr std::size_t flights_a_task = 64;
    parallel_for(machine.jobs(), flying_.size(), flights_a_task,
                 [&](std::size_t index) { fly(settings, scene.rows[flying_[index]]); });
}

std::optional<joint_chains::row_change> solver::changed_rows() const noexcept {
    std::optional<joint_chains::row_change> first;
    for (std::size_t index = 0; index < batch_count_; ++index) {
        const auto& found = batches_[index].chains.changed_rows();
        const bool is_of_this_step = !batches_[index].rows.empty();
        if (is_of_this_step && found && (!first || found->edge < first->edge)) {
            first = found;
        }
    }
    return first;
}

void solver::cut(const solver_scene& scene, std::uint32_t threads) {
    const island_map& islands = scene.islands;
    weights_.assign(islands.size(), 0);
    const auto island_of = [&](const auto& link) {
        return islands.island_of(link.is_a_dynamic ? link.row_a : link.row_b);
    };
    std::uint32_t total = 0;
    for (const touch_link& link : scene.links) {
        if (link.moving != no_row) {
            ++weights_[islands.island_of(link.moving)];
            ++total;
        }
    }
    for (const constraint_edge& edge : scene.edges) {
        ++weights_[island_of(edge)];
        ++total;
    }
    // An island is large if one thread would still be busy with it when the others have done the rest, and by
    // more than what it costs to let all threads meet after every colour.
    const std::uint32_t large =
        threads == 1 ? 0xffff'ffffu : std::max(total / threads, weight_of_meetings * threads);
    batch_of_island_.resize(islands.size());
    batch_count_ = 1;
    flying_.clear();
    std::uint32_t filled = batch_weight;
    for (std::uint32_t island = 0; island < islands.size(); ++island) {
        if (weights_[island] == 0) {
            batch_of_island_[island] = no_batch;
            flying_.push_back(islands.rows_of(island).front());
            continue;
        }
        const std::uint32_t weight =
            weights_[island] + static_cast<std::uint32_t>(islands.rows_of(island).size());
        if (weights_[island] > large) {
            batch_of_island_[island] = 0;
            continue;
        }
        if (filled + weight > batch_weight) {
            ++batch_count_;
            filled = 0;
        }
        filled += weight;
        batch_of_island_[island] = static_cast<std::uint32_t>(batch_count_ - 1);
    }
    if (batches_.size() < batch_count_) {
        batches_.resize(batch_count_);
    }
    for (std::size_t index = 0; index < batch_count_; ++index) {
        batches_[index].rows.clear();
        batches_[index].touches.clear();
        batches_[index].edges.clear();
    }
    for (std::uint32_t island = 0; island < islands.size(); ++island) {
        if (batch_of_island_[island] == no_batch) {
            continue;
        }
        const std::span<const std::uint32_t> members = islands.rows_of(island);
        std::vector<std::uint32_t>& into = batches_[batch_of_island_[island]].rows;
        into.insert(into.end(), members.begin(), members.end());
    }
    for (std::uint32_t index = 0; index < scene.links.size(); ++index) {
        if (scene.links[index].moving != no_row) {
            batches_[batch_of_island_[islands.island_of(scene.links[index].moving)]].touches.push_back(index);
        }
    }
    for (std::uint32_t index = 0; index < scene.edges.size(); ++index) {
        batches_[batch_of_island_[island_of(scene.edges[index])]].edges.push_back(index);
    }
    solver_rows_.resize(scene.rows.size());
}

void solver::place_bodies(std::span<const body_row> rows, const world_settings& settings) {
    // First what no batch may write: all that is fixed in one row, then what moves by its velocity alone.
    std::int32_t next = fixed_body + 1;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        solver_rows_[row] = rows[row].kind == body_kind::kinematic ? next++ : fixed_body;
    }
    for (std::size_t index = 0; index < batch_count_; ++index) {
        batch& part = batches_[index];
        part.first_body = next;
        for (const std::uint32_t row : part.rows) {
            solver_rows_[row] = next++;
        }
        part.end_body = next;
        next += static_cast<std::int32_t>(spare_rows_);
    }
    scalar* bodies = bodies_.reserve(static_cast<std::size_t>(next) * solver_body::stride);
    scalar* inertias = inertias_.reserve(static_cast<std::size_t>(next) * solver_inertia::stride);
    std::fill_n(bodies, solver_body::stride, scalar(0));
    std::fill_n(inertias, solver_inertia::stride, scalar(0));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].kind == body_kind::kinematic) {
            write_solver_body(rows[row], settings.max_speed,
                              bodies + solver_rows_[row] * solver_body::stride);
            write_solver_inertia(rows[row], inertias + solver_rows_[row] * solver_inertia::stride);
        }
    }
    motions_.resize(static_cast<std::size_t>(next));
}

void solver::solve_batch(batch& part, const job& work, scheduler* jobs) {
    const scalar substep = work.step.substep;
    const auto body_at = [&](std::size_t index) {
        return work.step.bodies +
               (part.first_body + static_cast<std::ptrdiff_t>(index)) * solver_body::stride;
    };
    const auto inertia_at = [&](std::size_t index) {
        return inertias_.data() +
               (part.first_body + static_cast<std::ptrdiff_t>(index)) * solver_inertia::stride;
    };
    const auto motion_at = [&](std::size_t index) -> body_motion& {
        return motions_[static_cast<std::size_t>(part.first_body) + index];
    };
    constexpr std::size_t bodies_a_task = 128;
    const std::size_t fours = part.rows.size() / 4;
    part.tumblers.resize(fours);
    for_each_index(fours, bodies_a_task / 4, jobs, [&](std::size_t index) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            part.tumblers[index].set(lane, work.scene.rows[part.rows[index * 4 + lane]]);
        }
    });
    for_each_index(part.rows.size(), bodies_a_task, jobs, [&](std::size_t index) {
        const body_row& row = work.scene.rows[part.rows[index]];
        write_solver_body(row, work.scene.settings.max_speed, body_at(index));
        write_solver_inertia(row, inertia_at(index));
        motion_at(index) = body_motion::of(row, row.acceleration + row.pull, substep);
    });
    std::fill_n(body_at(part.rows.size()), spare_rows_ * solver_body::stride, scalar(0));
    std::fill_n(inertia_at(part.rows.size()), spare_rows_ * solver_inertia::stride, scalar(0));

    contact_batch& contacts = part.contacts;
    constraint_batch& constraints = part.constraints;
    contacts.lay_out(work.scene.touches, part.touches, solver_rows_, part.first_body, part.end_body,
                     work.lanes);
    joint_chains& chains = part.chains;
    chains.find(work.scene.edges, part.edges, solver_rows_, part.first_body, part.end_body);
    chains.begin(work.scene.edges);
    constraints.lay_out(work.scene.edges, work.scene.edge_sizes, part.edges, solver_rows_, part.first_body,
                        part.end_body, work.lanes);
    constraints.fill(work.scene.edges, work.scene.rows, work.stiff_joint, substep);
    solver_step now = work.step;
    const auto run_contacts = [&](contact_stage stage) {
        for_each_color(contacts, jobs, [&](std::uint32_t run, std::uint32_t begin, std::uint32_t end) {
            stage(contacts.runs()[run], begin, end, now);
        });
    };
    const auto run_constraints = [&](constraint_stage stage) {
        for_each_color(constraints, jobs, [&](std::uint32_t run, std::uint32_t begin, std::uint32_t end) {
            stage(constraints.runs()[run], begin, end, now);
        });
    };
    const auto iterate_constraints = [&](constraint_stage stage) {
        for_each_color(constraints, jobs, [&](std::uint32_t run, std::uint32_t begin, std::uint32_t end) {
            constraints.iterate(run, begin, end, work.scene.edges, work.scene.state, now);
            stage(constraints.runs()[run], begin, end, now);
        });
    };
    for_each_color(contacts, jobs, [&](std::uint32_t run, std::uint32_t begin, std::uint32_t end) {
        contacts.fill(run, begin, end, work.scene.touches, work.scene.manifolds, work.scene.rows,
                      work.softness);
        work.contacts.prepare(contacts.runs()[run], begin, end, now);
    });
    run_constraints(work.constraints.prepare);

    for (std::uint32_t round = 0; round < work.scene.settings.substeps; ++round) {
        for_each_index(fours, bodies_a_task / 4, jobs, [&](std::size_t index) {
            change_velocities(&motion_at(index * 4), part.tumblers[index], substep, body_at(index * 4));
        });
        for (std::size_t index = fours * 4; index < part.rows.size(); ++index) {
            change_velocity(motion_at(index), work.scene.rows[part.rows[index]], substep, body_at(index));
        }
        chains.prepare(work.scene.edges, work.scene.rows, work.scene.state, now, round,
                       work.stiff_joint.bias_rate);
        run_constraints(work.constraints.warm_start);
        chains.warm_start(now);
        run_contacts(work.contacts.warm_start);
        iterate_constraints(work.constraints.solve);
        chains.solve(now, true);
        run_contacts(work.contacts.solve);
        for_each_index(part.rows.size(), bodies_a_task, jobs,
                       [&](std::size_t index) { move(motion_at(index), substep, body_at(index)); });
        now.elapsed = substep * static_cast<scalar>(round + 1);
        iterate_constraints(work.constraints.relax);
        chains.solve(now, false);
        run_contacts(work.contacts.relax);
    }

    for_each_color(contacts, jobs, [&](std::uint32_t run, std::uint32_t begin, std::uint32_t end) {
        contacts.read_back(run, begin, end, work.scene.touches, work.scene.manifolds);
    });
    constraints.read_back(work.scene.edges);
    chains.read_back(work.scene.edges);
    for_each_index(part.rows.size(), bodies_a_task, jobs, [&](std::size_t index) {
        read_solver_body(body_at(index), work.scene.settings.max_speed, work.scene.rows[part.rows[index]]);
    });
}

} // namespace orrery::rigid::detail
