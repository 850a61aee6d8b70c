#include "rigid/islands/sleep.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/glue.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace orrery::rigid::detail {
namespace {

void put_to_sleep(std::span<const std::uint32_t> members, const roster& who, body_table& bodies,
                  orrery::registry& registry, event_log& events) {
    const auto label = static_cast<std::uint64_t>(who.bodies()[members.front()].key);
    for (const std::uint32_t number : members) {
        const entity id = who.bodies()[number].id;
        registry.get<linear_velocity>(id) = {};
        registry.get<angular_velocity>(id) = {};
        registry.emplace<asleep>(id, label);
        // Nothing else about the row has changed.
        bodies.rows[number].is_awake = false;
        bodies.briefs[number].is_active = false;
        bodies.briefs[number].can_move = false;
        events.add(registry, {.kind = event_kind::fell_asleep, .a = id});
    }
}

} // namespace

void let_sleep(const island_map& islands, const roster& who, const world_settings& settings,
               body_table& bodies, orrery::registry& registry, event_log& events) {
    ORRERY_ZONE("sleep");
    if (!settings.may_sleep) {
        return;
    }
    for (std::uint32_t island = 0; island < islands.size(); ++island) {
        const std::span<const std::uint32_t> members = islands.rows_of(island);
        bool is_at_rest = true;
        for (const std::uint32_t number : members) {
            const body_row& row = bodies.rows[number];
            const scalar reach =
                min(row.outer_radius, scalar(1e3)); // of a body without a shape or with a plane
            const scalar speed = length(row.linear_velocity) + length(row.angular_velocity) * reach;
            stillness& still = registry.get<stillness>(who.bodies()[number].id);
            still.seconds = speed < settings.sleep_speed ? still.seconds + settings.time_step : scalar(0);
            // A field wakes nobody, so only what others hold may sleep in it.
            const bool is_held = !row.is_flying || row.pull == vector3{};
            is_at_rest = is_at_rest && bodies.traits[number].may_sleep && is_held &&
                         still.seconds >= settings.sleep_seconds;
        }
        if (is_at_rest) {
            put_to_sleep(members, who, bodies, registry, events);
        }
    }
}

void wake_moving(const registry_state& state, const world_changes& changes, island_waker& waker) {
    if (state.count<asleep>() == 0 ||
        (!changes.rows && count_velocity_writes(state) == changes.velocity_writes)) {
        return;
    }
    std::vector<std::uint64_t> labels;
    // What is glued has the velocity of its carrier.
    state.view<asleep, linear_velocity, angular_velocity>(exclude<glued_to>)
        .each(
            [&](entity, const asleep& sleep, const linear_velocity& velocity, const angular_velocity& spin) {
                if (velocity.value != vector3{} || spin.value != vector3{}) {
                    labels.push_back(sleep.island);
                }
            });
    if (!labels.empty()) {
        std::ranges::sort(labels); // total order: plain numbers
        waker.wake_islands(labels);
    }
}

std::uint64_t count_velocity_writes(const registry_state& state) noexcept {
    return state.write_count<linear_velocity>() + state.write_count<angular_velocity>();
}

} // namespace orrery::rigid::detail
