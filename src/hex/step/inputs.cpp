#include "hex/collide/velocity_changes.hpp"
#include "hex/step/inputs.hpp"
#include "hex/step/tile_damage.hpp"

#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/text.hpp>
#include <orrery/hex/world.hpp>

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

void set_acceleration(motion& of, const input& what) noexcept {
    of.a.acceleration = static_cast<std::int8_t>(what.velocity.a);
    of.b.acceleration = static_cast<std::int8_t>(what.velocity.b);
    of.turn.acceleration = static_cast<std::int8_t>(what.spin);
}

// A new tile is virtual until the tick is over.
[[nodiscard]] bool add_tile(change& target, const input& what, const rules& types) {
    const auto found = std::ranges::lower_bound(target.tiles, what.at, {}, &tile::at);
    const bool is_there = found != target.tiles.end() && found->at == what.at;
    const auto is_neighbor = [&](const tile& each) {
        return !each.is_virtual() && steps_between(each.at, what.at) == 1;
    };
    if (is_there || what.subject >= types.tile_types.size() ||
        std::ranges::none_of(target.tiles, is_neighbor)) {
        return false;
    }
    target.tiles.insert(found, {.at = what.at, .type = static_cast<std::uint8_t>(what.subject)});
    if (!check_tiles(target.tiles, types)) {
        std::erase_if(target.tiles, [&](const tile& each) { return each.at == what.at; });
        return false;
    }
    target.are_tiles_changed = true;
    return true;
}

[[nodiscard]] bool change_tile(change& target, const input& what, const frame& before, const rules& types,
                               std::vector<event>& events) {
    load_tiles(before, target);
    if (what.kind == input_kind::add_tile) {
        return add_tile(target, what, types);
    }
    const auto found = std::ranges::lower_bound(target.tiles, what.at, {}, &tile::at);
    if (found == target.tiles.end() || found->at != what.at || found->is_virtual()) {
        return false;
    }
    const std::uint32_t amount = what.kind == input_kind::remove_tile ? 255 : what.amount;
    if (amount != 0) {
        damage_tile(before, target, what.at, amount, entity_key::none, events);
    }
    return true;
}

} // namespace

void input_stage::apply(std::span<const input> inputs, const frame& before, const rules& types,
                        object_changes& objects, std::vector<event>& events, logger& log) {
    if (inputs.empty()) {
        return;
    }
    find_targets(inputs, before);
    for (const input& each : inputs) {
        const status answer = world::check_input(each);
        if (!answer) {
            log.debug("hex", "an input for the object with the key ", static_cast<std::uint64_t>(each.target),
                      " is refused: ", answer.reason().message);
        }
        if (!answer || !apply(each, before, types, objects, events)) {
            events.push_back({.kind = event_kind::refused,
                              .key_a = each.target,
                              .amount = static_cast<std::uint32_t>(each.kind)});
        }
    }
}

void input_stage::find_targets(std::span<const input> inputs, const frame& before) {
    key_filter filter;
    keys_.clear();
    for (const input& each : inputs) {
        keys_.push_back(each.target);
        filter.add(each.target);
    }
    std::ranges::sort(keys_); // total order: keys
    keys_.erase(std::ranges::unique(keys_).begin(), keys_.end());
    indices_.assign(keys_.size(), nowhere);
    for (std::uint32_t index = 0; index < before.count; ++index) {
        const entity_key key = before.key_of(index);
        if (filter.may_have(key)) {
            const auto found = std::ranges::lower_bound(keys_, key);
            if (found != keys_.end() && *found == key) {
                indices_[static_cast<std::size_t>(found - keys_.begin())] = index;
            }
        }
    }
}

std::uint32_t input_stage::index_of(entity_key key) const noexcept {
    return indices_[static_cast<std::size_t>(std::ranges::lower_bound(keys_, key) - keys_.begin())];
}

input_stage::target input_stage::target_of(entity_key key, const frame& before,
                                           object_changes& objects) const {
    if (const std::uint32_t index = index_of(key); index != nowhere) {
        change& known = objects.of(before, index);
        return known.is_gone ? target{} : target{&known.what, &known};
    }
    const auto born = std::ranges::find(objects.births, key, &birth::key);
    return born != objects.births.end() ? target{&born->what, nullptr} : target{};
}

bool input_stage::apply(const input& what, const frame& before, const rules& types, object_changes& objects,
                        std::vector<event>& events) const {
    if (what.kind == input_kind::create) {
        return create(what, before, types, objects);
    }
    const target found = target_of(what.target, before, objects);
    if (found.state == nullptr) {
        return false;
    }
    motion& how = found.state->motion;
    place& where = found.state->place;
    switch (what.kind) {
    case input_kind::push:
        add_velocity(how, what);
        return true;
    case input_kind::thrust:
        set_acceleration(how, what);
        return true;
    case input_kind::brake:
        how.a.friction = how.b.friction = how.turn.friction = static_cast<std::uint8_t>(what.amount);
        return true;
    case input_kind::place:
        where.position = what.position;
        where.angle = angle16::from_steps(what.angle);
        return true;
    case input_kind::set_group:
        where.group = static_cast<std::uint8_t>(what.amount);
        return true;
    default:
        break;
    }
    // What follows is for objects that were there before.
    if (found.known == nullptr) {
        return false;
    }
    if (what.kind == input_kind::destroy) {
        found.known->is_gone = true;
        return true;
    }
    return before.is_composite(found.known->index) && change_tile(*found.known, what, before, types, events);
}

bool input_stage::create(const input& what, const frame& before, const rules& types,
                         object_changes& objects) const {
    const bool is_possible = what.target != entity_key::none &&
                             target_of(what.target, before, objects).state == nullptr &&
                             what.subject < types.blueprints.size();
    if (!is_possible || index_of(what.target) != nowhere) {
        return false; // also while one with this key is just ceasing to be
    }
    const blueprint& plan = types.blueprints[what.subject];
    birth made{.key = what.target,
               .is_composite = types.object_types[plan.type].kind == object_kind::composite};
    made.what.place = {.position = what.position,
                       .angle = angle16::from_steps(what.angle),
                       .group = static_cast<std::uint8_t>(what.amount),
                       .type = plan.type};
    set_velocity(made.what.motion, what);
    if (made.is_composite) {
        made.record = objects.records.add(plan.tiles, types);
    }
    objects.add(made, types, before.number);
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
