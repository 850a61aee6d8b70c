// Components into rows, and rows back into components.
#include "rigid/objects/body_pools.hpp"
#include "rigid/step/pipeline.hpp"

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

} // namespace

void pipeline::gather_bodies() {
    ORRERY_ZONE("gather bodies");
    // Those that are fixed or asleep have not moved since they were gathered.
    gathered_rows_.clear();
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        if (are_rows_stale || briefs_[row].can_move) {
            gathered_rows_.push_back(row);
        }
    }
    const bool can_all_move = !are_rows_stale;
    are_rows_stale = false;
    are_rows_gathered_ = true;
    place_colliders(gathered_rows_);
    moving_rows_ = gathered_rows_;
    if (!can_all_move) {
        std::erase_if(moving_rows_, [&](std::uint32_t row) { return !briefs_[row].can_move; });
    }
    push_bodies();
}

void pipeline::place_colliders(std::span<const std::uint32_t> which_rows) {
    const std::span<const roster::body_entry> bodies = derived->who.bodies();
    const body_pools pools(registry);
    parallel_for(machine->jobs(), which_rows.size(), rows_a_task, [&](std::size_t index) {
        const std::uint32_t number = which_rows[index];
        body_row& row = rows[number];
        const bool was_flying = row.is_flying;
        gather_row(pools, bodies[number].id, row);
        row.was_flying = was_flying;
        row.outer_radius = 0;
        row.inner_radius = plane_reach;
        std::uint32_t part = bodies[number].first_collider;
        for (const collider& each : derived->who.colliders_of(number)) {
            placed[part] = place(each, row);
            row.outer_radius = max(row.outer_radius,
                                   length(placed[part].position - row.position) + outer_radius(placed[part]));
            row.inner_radius = min(row.inner_radius, inner_radius(placed[part]));
            ++part;
        }
        if (row.feels_fields) {
            row.pull = field_.pull(row.position, bodies[number].key);
        }
        const bool is_too_fast =
            row.is_awake && length_squared(row.linear_velocity) > settings.max_speed * settings.max_speed;
        row.excess_speed = is_too_fast ? length(row.linear_velocity) - settings.max_speed : scalar(0);
        const vector3 gained = (row.acceleration + row.pull) * settings.time_step;
        const scalar look_ahead =
            min(length(row.linear_velocity + gained) * settings.time_step, row.inner_radius);
        row.reach = settings.speculative_margin * scalar(0.5) + look_ahead;
        briefs_[number] = {.look_ahead = look_ahead,
                           .displacement = displacement_of(row, settings),
                           .is_active = row.is_awake || row.is_moving_kinematic(),
                           .can_move = row.is_awake || row.kind == body_kind::kinematic,
                           .is_sensor = row.is_sensor,
                           .reports_contacts = row.reports_contacts,
                           .has_joint = has_joint_[number] != 0};
    });
}

void pipeline::write_bodies() {
    ORRERY_ZONE("write bodies");
    std::atomic<bool> is_any_too_fast = false;
    parallel_each(machine->jobs(),
                  registry.view<position, orientation, linear_velocity, angular_velocity>(exclude<asleep>),
                  [&](entity id, position& where, orientation& turn, linear_velocity& velocity,
                      angular_velocity& spin) {
                      const std::uint32_t number = derived->who.row_of(id);
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
        report_excess_speeds();
    }
}

void pipeline::report_excess_speeds() {
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        const body_row& row = rows[number];
        if (row.is_awake && row.excess_speed > 0) {
            note({.kind = event_kind::speed_limited,
                  .a = derived->who.bodies()[number].id,
                  .point = row.position,
                  .impulse = row.excess_speed / row.inverse_mass});
        }
    }
}

} // namespace orrery::rigid::detail
