#include "rigid/objects/body_pools.hpp"
#include "rigid/solver/body_motion.hpp"
#include "rigid/step/gather.hpp"

#include <orrery/core/jobs/parallel_each.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <atomic>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t rows_a_task = 64;

// Masses and forces too far apart can ask for more than numbers hold.
[[nodiscard]] bool is_within_numbers(const body_row& row) noexcept {
    return is_finite(row.position) && is_finite(row.linear_velocity) && is_finite(row.angular_velocity) &&
           is_finite(row.orientation.x + row.orientation.y + row.orientation.z + row.orientation.w);
}

// In free flight, as the sub-steps add it up.
[[nodiscard]] vector3 displacement_of(const body_row& row, const world_settings& settings) noexcept {
    if (row.kind != body_kind::dynamic) {
        return row.linear_velocity * settings.time_step;
    }
    if (!row.is_awake) {
        return {};
    }
    const auto substeps = static_cast<scalar>(settings.substeps);
    const scalar mean = (substeps + scalar(1)) / (scalar(2) * substeps);
    return (row.linear_velocity + (row.acceleration + row.pull) * (settings.time_step * mean)) *
           settings.time_step;
}

void gather_rows(const row_sources& from, std::span<const std::uint32_t> which_rows, body_table& into) {
    const roster& who = from.index->who;
    const world_settings& settings = from.settings;
    const std::span<const roster::body_entry> bodies = who.bodies();
    const body_pools pools(from.state);
    parallel_for(from.jobs, which_rows.size(), rows_a_task, [&](std::size_t index) {
        const std::uint32_t number = which_rows[index];
        body_row& row = into.rows[number];
        body_traits& traits = into.traits[number];
        traits.was_flying = row.is_flying;
        traits.probe_reach = 0;
        gather_row(pools, bodies[number].id, row, traits);
        row.outer_radius = 0;
        traits.inner_radius = plane_reach;
        std::uint32_t part = bodies[number].first_collider;
        for (const collider& each : who.colliders_of(number)) {
            into.placed[part] = place(each, row);
            row.outer_radius = max(row.outer_radius, length(into.placed[part].position - row.position) +
                                                         outer_radius(into.placed[part]));
            traits.inner_radius = min(traits.inner_radius, inner_radius(into.placed[part]));
            ++part;
        }
        if (traits.feels_fields) {
            row.pull = from.field.pull(row.position, bodies[number].key);
        }
        const bool is_too_fast =
            row.is_awake && length_squared(row.linear_velocity) > settings.max_speed * settings.max_speed;
        row.excess_speed = is_too_fast ? length(row.linear_velocity) - settings.max_speed : scalar(0);
        const vector3 gained = (row.acceleration + row.pull) * settings.time_step;
        const scalar look_ahead =
            min(length(row.linear_velocity + gained) * settings.time_step, traits.inner_radius);
        traits.reach = settings.speculative_margin * scalar(0.5) + look_ahead;
        into.briefs[number] = {.look_ahead = look_ahead,
                               .displacement = displacement_of(row, settings),
                               .is_active = row.is_awake || row.is_moving_kinematic(),
                               .can_move = row.is_awake || row.kind == body_kind::kinematic,
                               .is_sensor = traits.is_sensor,
                               .reports_contacts = traits.reports_contacts,
                               .has_joint = from.has_joint[number] != 0};
    });
}

void report_excess_speeds(const roster& who, std::span<const body_row> rows, const registry_state& state,
                          event_log& events) {
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        const body_row& row = rows[number];
        if (row.is_awake && row.excess_speed > 0) {
            events.add(state, {.kind = event_kind::speed_limited,
                               .a = who.bodies()[number].id,
                               .point = row.position,
                               .impulse = row.excess_speed / row.inverse_mass});
        }
    }
}

} // namespace

void gather_bodies(const row_sources& from, world_changes& changes, body_table& bodies) {
    ORRERY_ZONE("gather bodies");
    const bool are_all_read = world_changes::take(changes.rows);
    changes.are_rows_gathered = true;
    // Those that are fixed or asleep have not moved since they were gathered.
    bodies.gathered.clear();
    for (std::uint32_t row = 0; row < bodies.rows.size(); ++row) {
        if (are_all_read || bodies.briefs[row].can_move) {
            bodies.gathered.push_back(row);
        }
    }
    gather_rows(from, bodies.gathered, bodies);
    bodies.moving = bodies.gathered;
    if (are_all_read) {
        std::erase_if(bodies.moving, [&](std::uint32_t row) { return !bodies.briefs[row].can_move; });
    }
}

bool wake_and_gather(std::vector<std::uint64_t>& labels, const row_sources& from, island_waker& waker,
                     body_table& bodies) {
    if (labels.empty()) {
        return false;
    }
    std::ranges::sort(labels); // total order: plain numbers
    labels.erase(std::ranges::unique(labels).begin(), labels.end());
    bodies.gathered.clear();
    for (const entity id : waker.wake_islands(labels)) {
        bodies.gathered.push_back(from.index->who.row_of(id));
    }
    gather_rows(from, bodies.gathered, bodies);
    bodies.moving.insert(bodies.moving.end(), bodies.gathered.begin(), bodies.gathered.end());
    return true;
}

void write_bodies(const roster& who, const world_settings& settings, scheduler& jobs,
                  std::span<body_row> rows, orrery::registry& registry, event_log& events) {
    ORRERY_ZONE("write bodies");
    std::atomic<bool> is_any_too_fast = false;
    parallel_each(jobs,
                  registry.view<position, orientation, linear_velocity, angular_velocity>(exclude<asleep>),
                  [&](entity id, position& where, orientation& turn, linear_velocity& velocity,
                      angular_velocity& spin) {
                      const std::uint32_t number = who.row_of(id);
                      if (number == no_row || rows[number].kind == body_kind::fixed) {
                          return;
                      }
                      body_row& row = rows[number];
                      if (row.kind == body_kind::kinematic) {
                          glide(settings, row);
                      }
                      if (!is_within_numbers(row)) { // it stands still where it was, and spoils nothing else
                          row.position = where.value;
                          row.orientation = turn.value;
                          row.linear_velocity = {};
                          row.angular_velocity = {};
                      }
                      if (row.excess_speed > 0) [[unlikely]] {
                          is_any_too_fast.store(true, std::memory_order_relaxed);
                      }
                      where.value = row.position;
                      turn.value = row.orientation;
                      velocity.value = row.linear_velocity;
                      spin.value = row.angular_velocity;
                  });
    if (is_any_too_fast.load(std::memory_order_relaxed)) {
        report_excess_speeds(who, rows, registry, events);
    }
}

} // namespace orrery::rigid::detail
