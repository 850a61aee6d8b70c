// Who has met whom in this tick, and what that does to them. All meetings are found before any of them does
// anything; stops.cpp tells which of them take place. They are dealt with in the order of time, and of keys
// where that is the same, each with the velocities that the ones before it have left. So no order of objects
// shows in what comes out, and no energy comes from nowhere when somebody meets many others at once. What an
// impact destroys ceases to be in the next tick.
#include "hex/step/pipeline.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/collide.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <algorithm>
#include <utility>

namespace orrery::hex::detail {

namespace {

// Records lie in the order in which they were written, so the next one that is needed is seldom at hand.
// Asked for some pairs before, it has come by then, and so has the place that says where it is: that takes a
// fifth off a tick of ten thousand objects.
constexpr std::size_t places_ahead = 16;
constexpr std::size_t records_ahead = 8;

void fetch_places(const frame& in, const spatial::index_pair& pair) noexcept {
    for (const std::uint32_t index : {pair.first, pair.second}) {
        __builtin_prefetch(&in.places()[index]);
        __builtin_prefetch(&in.motions()[index]);
    }
}

void fetch_records(const frame& in, const spatial::index_pair& pair) noexcept {
    const auto fetch = [&](std::uint32_t index) {
        const std::byte* const record = in.composite(index).bytes_begin();
        __builtin_prefetch(record);
        __builtin_prefetch(record + 64);
    };
    fetch(pair.first);
    if (in.is_composite(pair.second)) {
        fetch(pair.second);
    }
}

} // namespace

void pipeline::find_collisions() {
    {
        ORRERY_ZONE("broad phase");
        broad_phase_.update(*next_, machine->simd_level());
        broad_phase_.find_pairs(*next_, pairs_);
        statistics.pair_tests = pairs_.tests();
        statistics.pairs = static_cast<std::uint32_t>(pairs_.size());
    }
    note_reaches();
    ORRERY_ZONE("narrow phase");
    meetings_.clear();
    const std::span<const spatial::index_pair> pairs = std::as_const(pairs_).pairs();
    for (std::size_t number = 0; number < pairs.size(); ++number) {
        if (number + places_ahead < pairs.size()) {
            fetch_places(*next_, pairs[number + places_ahead]);
            fetch_records(*next_, pairs[number + records_ahead]);
        }
        // Composites come first in a frame: of two, the second may be a particle.
        find_meeting(pairs[number].second, pairs[number].first);
    }
}

void pipeline::find_meeting(std::uint32_t a, std::uint32_t b) {
    const frame& in = *next_;
    const bool is_point = !in.is_composite(a);
    const passage how_a = passage_of(in, a);
    const passage how_b = passage_of(in, b);
    const auto find = [&](tile_choice choice) {
        return is_point ? find_contact(how_a, how_b, in.composite(b), choice)
                        : find_contact(how_a, in.composite(a), how_b, in.composite(b), choice);
    };
    std::optional<contact> at = find(tile_choice::all);
    if (!at) {
        return;
    }
    if (at->tile_b.is_virtual() || (!is_point && at->tile_a.is_virtual())) {
        block(b, at->tile_b, a);
        if (!is_point) {
            block(a, at->tile_a, b);
        }
        at = find(tile_choice::solid); // what is virtual holds nobody up
    }
    if (at) {
        meetings_.push_back(make_meeting(a, b, *at));
    }
}

meeting pipeline::make_meeting(std::uint32_t a, std::uint32_t b, const contact& at) const noexcept {
    const entity_key key_a = next_->key_of(a);
    const entity_key key_b = next_->key_of(b);
    return {a, b, at.free_until, std::min(key_a, key_b), std::max(key_a, key_b), at};
}

// A virtual tile has met something.
void pipeline::block(std::uint32_t owner, const tile& what, std::uint32_t by) {
    if (what.is_virtual()) {
        next_->fates.push_back(
            {.object = owner, .kind = fate_kind::block, .at = what.at, .by = next_->key_of(by)});
    }
}

impact_side pipeline::side_of(std::uint32_t index) const noexcept {
    const frame& in = *next_;
    const motion& how = in.motions()[index];
    const velocity_change so_far = pushes_.of(index);
    impact_side side{
        .velocity = hex_vector{how.a.velocity, how.b.velocity} + so_far.linear,
        .spin = how.turn.velocity + so_far.spin,
    };
    if (in.is_composite(index)) {
        const composite_header& made = in.composite(index).header();
        side.mass = made.mass;
        side.inertia = static_cast<double>(made.inertia);
    } else {
        side.mass = rules->object_types[in.places()[index].type].mass;
    }
    return side;
}

void pipeline::push_apart() {
    pushes_.start(next_->count);
    for (const meeting& each : meetings_) {
        // A particle meets only what it comes to first; the rest lay behind that.
        if (next_->is_composite(each.a) || (!pushes_.has(each.a) && each.time <= stops_[each.a])) {
            meet(each);
        }
    }
    pushes_.apply(next_->objects.motions());
    confirm_virtual_tiles();
}

void pipeline::meet(const meeting& what) {
    const object_type& type_a = rules->object_types[next_->places()[what.a].type];
    const object_type& type_b = rules->object_types[next_->places()[what.b].type];
    const double restitution = std::max(type_a.restitution, type_b.restitution) / 255.0;
    const double friction = (type_a.friction + type_b.friction) / 510.0;
    const impact_side side_a = side_of(what.a);
    const impact_side side_b = side_of(what.b);
    const std::optional<impact> made = resolve(what.at, side_a, side_b, restitution, friction);
    if (!made) {
        // Displacements are rounded: two that graze each other may be stopped although their velocities do
        // not approach. Without a push they would be stopped in the same place for ever.
        if (what.at.is_blocking && !pushes_.has(what.a) && !pushes_.has(what.b)) {
            const impact least = least_impact(what.at, side_a, side_b);
            pushes_.add(what.a, least.a);
            pushes_.add(what.b, least.b);
        }
        return;
    }
    ++statistics.impacts;
    pushes_.add(what.a, made->a);
    pushes_.add(what.b, made->b);
    // The two have moved on by the end of the tick, each with its side of the point. A particle has no side.
    const bool is_told_by_a = next_->is_composite(what.a) && next_->key_of(what.a) == what.key_b;
    const hex_vector point = is_told_by_a ? next_->places()[what.a].position + what.at.arm_a
                                          : next_->places()[what.b].position + what.at.arm_b;
    report({.kind = event_kind::impact,
            .impulse = made->impulse,
            .key_a = what.key_a,
            .key_b = what.key_b,
            .point = point});
    note_damage(what.b, what.at.tile_b, what.a);
    if (next_->is_composite(what.a)) {
        note_damage(what.a, what.at.tile_a, what.b);
    } else if (type_a.is_spent_by_hits) {
        next_->fates.push_back({.object = what.a, .kind = fate_kind::spend, .by = next_->key_of(what.b)});
    }
}

void pipeline::note_damage(std::uint32_t target, const tile& hit, std::uint32_t by) {
    const std::uint8_t amount = rules->object_types[next_->places()[by].type].damage;
    if (amount != 0) {
        next_->fates.push_back({.object = target,
                                .kind = fate_kind::damage,
                                .at = hit.at,
                                .amount = amount,
                                .by = next_->key_of(by)});
    }
}

void pipeline::confirm_virtual_tiles() {
    if (!has_virtual_tiles_) {
        return;
    }
    for (std::uint32_t index = 0; index < next_->composite_count; ++index) {
        if (next_->has_new_record(index) && next_->composite(index).header().virtual_count != 0) {
            next_->fates.push_back({.object = index, .kind = fate_kind::confirm});
        }
    }
    has_virtual_tiles_ = false;
}

} // namespace orrery::hex::detail
