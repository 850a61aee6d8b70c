// Islands that have come to rest are put to sleep, and woken when something happens to them.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::rigid::detail {

void pipeline::let_sleep() {
    ORRERY_ZONE("sleep");
    if (!settings.may_sleep) {
        return;
    }
    for (std::uint32_t island = 0; island < islands_.size(); ++island) {
        const std::span<const std::uint32_t> members = islands_.rows_of(island);
        bool is_at_rest = true;
        for (const std::uint32_t number : members) {
            const body_row& row = rows[number];
            const scalar reach =
                min(row.outer_radius, scalar(1e3)); // of a body without a shape or with a plane
            const scalar speed = length(row.linear_velocity) + length(row.angular_velocity) * reach;
            stillness& still = registry.get<stillness>(derived->who.bodies()[number].id);
            still.seconds = speed < settings.sleep_speed ? still.seconds + settings.time_step : scalar(0);
            // A field wakes nobody, so only what others hold may sleep in it.
            const bool is_held = !row.is_flying || row.pull == vector3{};
            is_at_rest = is_at_rest && row.may_sleep && is_held && still.seconds >= settings.sleep_seconds;
        }
        if (is_at_rest) {
            put_to_sleep(members);
        }
    }
}

// A velocity written in place is told to no listener. Who sleeps has none, so it shows in the state itself,
// and a world that goes on from a snapshot finds the same.
void pipeline::wake_moving() {
    if (registry.count<asleep>() == 0 || (!are_rows_stale && count_velocity_writes() == velocity_writes_)) {
        return;
    }
    labels_.clear();
    // What is glued has the velocity of its carrier.
    std::as_const(registry)
        .view<asleep, linear_velocity, angular_velocity>(exclude<glued_to>)
        .each(
            [&](entity, const asleep& sleep, const linear_velocity& velocity, const angular_velocity& spin) {
                if (velocity.value != vector3{} || spin.value != vector3{}) {
                    labels_.push_back(sleep.island);
                }
            });
    if (!labels_.empty()) {
        std::ranges::sort(labels_); // total order: plain numbers
        wake_islands(labels_);
    }
}

std::uint64_t pipeline::count_velocity_writes() const noexcept {
    return registry.write_count<linear_velocity>() + registry.write_count<angular_velocity>();
}

void pipeline::put_to_sleep(std::span<const std::uint32_t> members) {
    const auto label = static_cast<std::uint64_t>(derived->who.bodies()[members.front()].key);
    for (const std::uint32_t number : members) {
        const entity id = derived->who.bodies()[number].id;
        registry.get<linear_velocity>(id) = {};
        registry.get<angular_velocity>(id) = {};
        registry.emplace<asleep>(id, label);
        rows[number].is_awake = false;
        briefs_[number].is_active = false;
        briefs_[number].can_move = false;
        note({.kind = event_kind::fell_asleep, .a = id});
    }
    // Nothing else about the rows has changed.
}

bool pipeline::wake(entity which) {
    if (!registry.all_of<body>(which)) {
        return false;
    }
    if (const asleep* sleep = registry.try_get<const asleep>(which)) {
        const std::uint64_t label = sleep->island;
        wake_islands({&label, 1});
    }
    return true;
}

void pipeline::wake_islands(std::span<const std::uint64_t> labels, entity except) {
    woken_.clear();
    registry.view<const asleep>().each([&](entity id, const asleep& sleep) {
        if (id != except && std::ranges::binary_search(labels, sleep.island)) {
            woken_.push_back(id);
        }
    });
    std::ranges::sort(woken_, {}, [&](entity id) { return registry.key_of(id); }); // total order: keys differ
    for (const entity id : woken_) {
        registry.remove<asleep>(id);
        if (stillness* still = registry.try_get<stillness>(id)) {
            still->seconds = 0;
        }
        note({.kind = event_kind::woke_up, .a = id});
    }
}

void pipeline::wake_all() {
    labels_.clear();
    registry.view<const asleep>().each([&](entity, const asleep& sleep) { labels_.push_back(sleep.island); });
    std::ranges::sort(labels_); // total order: plain numbers
    wake_islands(labels_);
}

void pipeline::wake_neighbors(entity which) {
    if (registry.count<asleep>() == 0) {
        return;
    }
    labels_.clear();
    const auto add = [&](entity id) {
        if (const asleep* sleep = registry.try_get<const asleep>(id)) {
            labels_.push_back(sleep->island);
        }
    };
    add(which);
    registry.view<const contact>().each([&](const contact& memory) {
        if (memory.a == which || memory.b == which) {
            add(memory.a == which ? memory.b : memory.a);
        }
    });
    // As the registry has them: the edges of the last step may be those of another frame.
    for (const constraint_type& type : constraint_types_) {
        joint_ids_.clear();
        type.list(registry, joint_ids_);
        for (const entity joint : joint_ids_) {
            const constraint_type::ends ends = type.ends_of(registry, joint);
            if (ends.a == which || ends.b == which) {
                add(ends.a == which ? ends.b : ends.a);
            }
        }
    }
    std::ranges::sort(labels_); // total order: plain numbers
    // The entity may be on its way out, and then nothing of it may be taken away before its time.
    wake_islands(labels_, which);
}

void pipeline::wake_changed(entity which) {
    if (is_roster_known && derived->who.row_of(which) == no_row) {
        return;
    }
    wake_neighbors(which);
    if (registry.remove<asleep>(which)) {
        if (stillness* still = registry.try_get<stillness>(which)) {
            still->seconds = 0;
        }
        note({.kind = event_kind::woke_up, .a = which});
    }
}

} // namespace orrery::rigid::detail
