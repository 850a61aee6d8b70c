// What people and scripts do, in their order, to copies of the motions.
#include "circles/step/pipeline.hpp"

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

void pipeline::apply(std::span<const input> inputs) {
    if (inputs.empty()) {
        return;
    }
    begin_changes();
    find_targets(inputs);
    for (const input& each : inputs) {
        const status answer = world::check_input(each);
        if (!answer) {
            machine->log().debug("circles", "an input for the circle with the key ",
                                 static_cast<std::uint64_t>(each.target),
                                 " is refused: ", answer.reason().message);
        }
        if (!answer || !apply(each)) {
            events.push_back({.kind = event_kind::refused, .key_a = each.target});
        }
    }
}

void pipeline::find_targets(std::span<const input> inputs) {
    targets_.clear();
    for (const input& each : inputs) {
        targets_.push_back({each.target, nowhere});
    }
    std::ranges::sort(targets_, {}, &target::key); // total order: equal ones are alike
    const auto repeated = std::ranges::unique(targets_, {}, &target::key);
    targets_.erase(repeated.begin(), repeated.end());
    for (target& each : targets_) {
        each.place = current->roster->find(each.key).value_or(nowhere);
    }
}

bool pipeline::apply(const input& what) {
    target& who = *std::ranges::lower_bound(targets_, what.target, {}, &target::key);
    if (what.kind == input_kind::create) {
        return create(what, who);
    }
    if (who.place == nowhere || who.place == gone) {
        return false;
    }
    const auto count = static_cast<std::uint32_t>(is_gone_.size());
    const bool was_there = who.place < count;
    newcomer* const born = was_there ? nullptr : &newcomers_[who.place - count];
    motion& how = was_there ? motions_[who.place] : born->motion;
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
        if (was_there) {
            loosen(who.place);
        }
        how.position = what.position;
        how.angle = wrapped_angle(what.angle);
        return true;
    case input_kind::become:
        if (what.subject >= rules().blueprints.size()) {
            return false;
        }
        if (was_there) {
            loosen(who.place);
        }
        (was_there ? own_roster().forms[who.place] : born->form) =
            rules().blueprints[static_cast<std::size_t>(what.subject)].form;
        return true;
    case input_kind::destroy:
        if (was_there) {
            loosen(who.place);
            is_gone_[who.place] = 1;
            has_gone_ = true;
        } else {
            born->is_gone = true;
        }
        who.place = gone;
        events.push_back({.kind = event_kind::destroyed, .key_a = what.target});
        return true;
    default:
        return false;
    }
}

bool pipeline::create(const input& what, target& who) {
    if (who.place != nowhere || what.target == entity_key::none ||
        what.subject >= rules().blueprints.size() || is_gone_.size() + newcomers_.size() >= max_circles) {
        return false;
    }
    who.place = static_cast<std::uint32_t>(is_gone_.size() + newcomers_.size());
    newcomers_.push_back({.key = what.target,
                          .motion = motion_of(what),
                          .form = rules().blueprints[static_cast<std::size_t>(what.subject)].form});
    newcomers_.back().motion.angle = wrapped_angle(what.angle);
    events.push_back({.kind = event_kind::created, .key_a = what.target});
    return true;
}

// It touches nobody any more; whoever touched it where it was feels that.
void pipeline::loosen(std::uint32_t place) {
    if (is_loose_[place] != 0) {
        return;
    }
    is_loose_[place] = 1;
    has_loose_ = true;
    left_.push_back({current->roster->keys[place],
                     surroundings(current->motions[place], current->roster->forms[place], rules().skin)});
}

} // namespace orrery::circles::detail

namespace orrery::circles {

// What an input does not use must be sound as well: who sends nonsense is told so.
status world::check_input(const input& what) {
    const status answer = validate(what);
    return answer ? check(detail::motion_of(what)) : answer;
}

} // namespace orrery::circles
