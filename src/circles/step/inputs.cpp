#include "circles/step/inputs.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/archive/described_archive.hpp>

#include <algorithm>

namespace orrery::circles::detail {

namespace {

constexpr std::uint32_t nowhere = 0xffff'ffff;
constexpr std::uint32_t gone = 0xffff'fffe; // in this update: its key is free from the next one on

[[nodiscard]] motion motion_of(const input& what) noexcept {
    return {what.position, what.angle, what.velocity, what.spin};
}

} // namespace

void input_stage::apply(std::span<const input> inputs, const frame& before, const rules& by,
                        circle_changes& changes, std::vector<event>& events, logger& log) {
    if (inputs.empty()) {
        return;
    }
    changes.open(before);
    find_targets(inputs, *before.roster);
    for (const input& each : inputs) {
        const status answer = world::check_input(each);
        if (!answer) {
            log.debug("circles", "an input for the circle with the key ",
                      static_cast<std::uint64_t>(each.target), " is refused: ", answer.reason().message);
        }
        if (!answer || !apply(each, before, by, changes, events)) {
            events.push_back({.kind = event_kind::refused, .key_a = each.target});
        }
    }
}

void input_stage::find_targets(std::span<const input> inputs, const roster& who) {
    targets_.clear();
    for (const input& each : inputs) {
        targets_.push_back({each.target, nowhere});
    }
    std::ranges::sort(targets_, {}, &target::key); // total order: equal ones are alike
    const auto repeated = std::ranges::unique(targets_, {}, &target::key);
    targets_.erase(repeated.begin(), repeated.end());
    for (target& each : targets_) {
        each.index = who.find(each.key).value_or(nowhere);
    }
}

bool input_stage::apply(const input& what, const frame& before, const rules& by, circle_changes& changes,
                        std::vector<event>& events) {
    target& who = *std::ranges::lower_bound(targets_, what.target, {}, &target::key);
    if (what.kind == input_kind::create) {
        return create(what, by, who, changes, events);
    }
    if (who.index == nowhere || who.index == gone) {
        return false;
    }
    const auto count = static_cast<std::uint32_t>(before.size());
    const bool was_there = who.index < count;
    newcomer* const born = was_there ? nullptr : &changes.newcomers[who.index - count];
    motion& how = was_there ? changes.motions[who.index] : born->motion;
    const auto loosen = [&] {
        if (was_there) {
            changes.loosen(before, who.index, by.skin);
        }
    };
    switch (what.kind) {
    case input_kind::push:
        how.velocity += what.velocity;
        how.spin += what.spin;
        return true;
    case input_kind::launch:
        how.velocity = what.velocity;
        how.spin = what.spin;
        return true;
    case input_kind::place:
        loosen();
        how.position = what.position;
        how.angle = wrapped_angle(what.angle);
        return true;
    case input_kind::become:
        if (what.subject >= by.blueprints.size()) {
            return false;
        }
        loosen();
        (was_there ? changes.own_roster(before).forms[who.index] : born->form) =
            by.blueprints[static_cast<std::size_t>(what.subject)].form;
        return true;
    case input_kind::destroy:
        loosen();
        if (was_there) {
            changes.is_gone[who.index] = 1;
            changes.has_gone = true;
        } else {
            born->is_gone = true;
        }
        who.index = gone;
        events.push_back({.kind = event_kind::destroyed, .key_a = what.target});
        return true;
    default:
        return false;
    }
}

bool input_stage::create(const input& what, const rules& by, target& who, circle_changes& changes,
                         std::vector<event>& events) {
    const std::size_t count = changes.motions.size() + changes.newcomers.size();
    if (who.index != nowhere || what.target == entity_key::none || what.subject >= by.blueprints.size() ||
        count >= max_circles) {
        return false;
    }
    who.index = static_cast<std::uint32_t>(count);
    changes.newcomers.push_back({.key = what.target,
                                 .motion = motion_of(what),
                                 .form = by.blueprints[static_cast<std::size_t>(what.subject)].form});
    changes.newcomers.back().motion.angle = wrapped_angle(what.angle);
    events.push_back({.kind = event_kind::created, .key_a = what.target});
    return true;
}

} // namespace orrery::circles::detail

namespace orrery::circles {

// What an input does not use must be sound as well: who sends nonsense is told so.
status world::check_input(const input& what) {
    const status answer = validate(what);
    return answer ? check(detail::motion_of(what)) : answer;
}

} // namespace orrery::circles
