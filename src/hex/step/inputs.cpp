// What people and scripts do. Objects are found by their keys in one pass for all inputs of a tick.
#include "hex/step/pipeline.hpp"
#include "hex/step/schedule.hpp"

#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace orrery::hex::detail {

namespace {

constexpr std::uint32_t nowhere = 0xffff'ffff;

constexpr std::int64_t max_amount = 255; // of what is stored in a byte

[[nodiscard]] status check_within(std::string_view name, std::int64_t value, std::int64_t lowest,
                                  std::int64_t highest) {
    if (value >= lowest && value <= highest) {
        return {};
    }
    return error{text("input.", name, " is ", value, ", expected ", lowest, " to ", highest)};
}

[[nodiscard]] status check_place(hex_vector where) {
    const status a = check_within("position.a", where.a, -coordinate_limit, coordinate_limit);
    return a ? check_within("position.b", where.b, -coordinate_limit, coordinate_limit) : a;
}

[[nodiscard]] status check_drives(const input& what, std::int64_t lowest, std::int64_t highest) {
    if (status a = check_within("velocity.a", what.velocity.a, lowest, highest); !a) {
        return a;
    }
    const status b = check_within("velocity.b", what.velocity.b, lowest, highest);
    return b ? check_within("spin", what.spin, lowest, highest) : b;
}

void set_velocity(motion& of, const input& what) noexcept {
    of.a.velocity = static_cast<std::int16_t>(what.velocity.a);
    of.b.velocity = static_cast<std::int16_t>(what.velocity.b);
    of.turn.velocity = static_cast<std::int16_t>(what.spin);
}

void add_velocity(motion& of, const input& what) noexcept {
    of.a.velocity = velocity_changes::clamped(std::int64_t{of.a.velocity} + what.velocity.a);
    of.b.velocity = velocity_changes::clamped(std::int64_t{of.b.velocity} + what.velocity.b);
    of.turn.velocity = velocity_changes::clamped(std::int64_t{of.turn.velocity} + what.spin);
}

// A set of keys that sometimes takes a stranger for a member: most keys of a roster are told apart by one
// look at a bit.
class key_filter {
public:
    void add(entity_key key) noexcept { words_[word(key)] |= bit(key); }

    [[nodiscard]] bool may_have(entity_key key) const noexcept { return (words_[word(key)] & bit(key)) != 0; }

private:
    [[nodiscard]] static std::uint64_t spread(entity_key key) noexcept {
        return static_cast<std::uint64_t>(key) * 0x9e37'79b9'7f4a'7c15u;
    }

    [[nodiscard]] static std::size_t word(entity_key key) noexcept { return spread(key) >> 58; }

    [[nodiscard]] static std::uint64_t bit(entity_key key) noexcept {
        return std::uint64_t{1} << (spread(key) >> 52 & 63);
    }

    std::array<std::uint64_t, 64> words_{};
};

} // namespace

void pipeline::apply(std::span<const input> inputs) {
    if (inputs.empty()) {
        return;
    }
    find_targets(inputs);
    for (const input& each : inputs) {
        const status answer = world::check_input(each);
        if (!answer) {
            machine->log().debug("hex", "an input for the object with the key ",
                                 static_cast<std::uint64_t>(each.target),
                                 " is refused: ", answer.reason().message);
        }
        if (!answer || !apply(each)) {
            report({.kind = event_kind::refused,
                    .key_a = each.target,
                    .amount = static_cast<std::uint32_t>(each.kind)});
        }
    }
}

void pipeline::find_targets(std::span<const input> inputs) {
    key_filter filter;
    wanted_.clear();
    for (const input& each : inputs) {
        wanted_.push_back(each.target);
        filter.add(each.target);
    }
    std::ranges::sort(wanted_); // total order: keys
    wanted_.erase(std::ranges::unique(wanted_).begin(), wanted_.end());
    wanted_at_.assign(wanted_.size(), nowhere);
    for (std::uint32_t index = 0; index < current->count; ++index) {
        const entity_key key = current->key_of(index);
        if (filter.may_have(key)) {
            const auto found = std::ranges::lower_bound(wanted_, key);
            if (found != wanted_.end() && *found == key) {
                wanted_at_[static_cast<std::size_t>(found - wanted_.begin())] = index;
            }
        }
    }
}

pipeline::input_target pipeline::target_of(entity_key key) {
    const auto place = static_cast<std::size_t>(std::ranges::lower_bound(wanted_, key) - wanted_.begin());
    if (wanted_at_[place] != nowhere) {
        change& known = change_of(wanted_at_[place]);
        return known.is_gone ? input_target{} : input_target{&known.what, &known};
    }
    const auto born = std::ranges::find(births_, key, &birth::key);
    return born != births_.end() ? input_target{&born->what, nullptr} : input_target{};
}

bool pipeline::apply(const input& what) {
    if (what.kind == input_kind::create) {
        return create(what);
    }
    const input_target target = target_of(what.target);
    if (target.state == nullptr) {
        return false;
    }
    motion& how = target.state->motion;
    switch (what.kind) {
    case input_kind::push:
        add_velocity(how, what);
        return true;
    case input_kind::thrust:
        how.a.acceleration = static_cast<std::int8_t>(what.velocity.a);
        how.b.acceleration = static_cast<std::int8_t>(what.velocity.b);
        how.turn.acceleration = static_cast<std::int8_t>(what.spin);
        return true;
    case input_kind::brake:
        how.a.friction = how.b.friction = how.turn.friction = static_cast<std::uint8_t>(what.amount);
        return true;
    case input_kind::place:
        target.state->place.position = what.position;
        target.state->place.angle = angle16::from_steps(what.angle);
        return true;
    case input_kind::set_group:
        target.state->place.group = static_cast<std::uint8_t>(what.amount);
        return true;
    default:
        break;
    }
    // What follows is for objects that were there before.
    if (target.known == nullptr) {
        return false;
    }
    if (what.kind == input_kind::destroy) {
        target.known->is_gone = true;
        return true;
    }
    return current->is_composite(target.known->index) && change_tile(*target.known, what);
}

bool pipeline::create(const input& what) {
    const bool is_possible = what.target != entity_key::none && target_of(what.target).state == nullptr &&
                             what.subject < rules->blueprints.size();
    const auto place =
        static_cast<std::size_t>(std::ranges::lower_bound(wanted_, what.target) - wanted_.begin());
    if (!is_possible || wanted_at_[place] != nowhere) {
        return false; // also while one with this key is just ceasing to be
    }
    const blueprint& plan = rules->blueprints[what.subject];
    birth made{.key = what.target,
               .is_composite = rules->object_types[plan.type].kind == object_kind::composite};
    made.what.place = {.position = what.position,
                       .angle = angle16::from_steps(what.angle),
                       .group = static_cast<std::uint8_t>(what.amount),
                       .type = plan.type};
    set_velocity(made.what.motion, what);
    if (made.is_composite) {
        made.record = stage_.add(plan.tiles, *rules);
    }
    births_.push_back(made);
    prepare(births_.back());
    return true;
}

bool pipeline::change_tile(change& target, const input& what) {
    load_tiles(target);
    const auto found = std::ranges::lower_bound(target.tiles, what.at, {}, &tile::at);
    const bool is_there = found != target.tiles.end() && found->at == what.at;
    if (what.kind != input_kind::add_tile) {
        if (!is_there || found->is_virtual()) {
            return false;
        }
        const std::uint32_t amount = what.kind == input_kind::remove_tile ? 255 : what.amount;
        if (amount != 0) {
            damage_tile(target, what.at, amount, entity_key::none);
        }
        return true;
    }
    const auto is_neighbor = [&](const tile& each) {
        return !each.is_virtual() && steps_between(each.at, what.at) == 1;
    };
    if (is_there || what.subject >= rules->tile_types.size() ||
        std::ranges::none_of(target.tiles, is_neighbor)) {
        return false;
    }
    target.tiles.insert(found, {.at = what.at, .type = static_cast<std::uint8_t>(what.subject)});
    if (!check_tiles(target.tiles, *rules)) {
        std::erase_if(target.tiles, [&](const tile& each) { return each.at == what.at; });
        return false;
    }
    target.are_tiles_changed = true;
    return true;
}

} // namespace orrery::hex::detail

namespace orrery::hex {

status world::check_input(const input& what) {
    if (status answer = validate(what); !answer) {
        return answer;
    }
    switch (what.kind) {
    case input_kind::thrust:
        return detail::check_drives(what, std::numeric_limits<std::int8_t>::min(),
                                    std::numeric_limits<std::int8_t>::max());
    case input_kind::brake:
    case input_kind::set_group:
        return detail::check_within("amount", what.amount, 0, detail::max_amount);
    case input_kind::place:
        return detail::check_place(what.position);
    case input_kind::create:
        if (status answer = detail::check_place(what.position); !answer) {
            return answer;
        }
        if (status answer = detail::check_drives(what, -max_velocity, max_velocity); !answer) {
            return answer;
        }
        return detail::check_within("amount", what.amount, 0, detail::max_amount);
    default: // velocities that are added stop at their limit
        return {};
    }
}

} // namespace orrery::hex
