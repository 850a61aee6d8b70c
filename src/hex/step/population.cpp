// Who is in the next frame, and where: everything moves, some cease to be, others come into being.
#include "hex/step/pipeline.hpp"
#include "hex/step/schedule.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/environment.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <algorithm>
#include <functional>
#include <tuple>

namespace orrery::hex::detail {

void pipeline::move_objects() {
    ORRERY_ZONE("move");
    constexpr std::size_t room_for_births = 64;
    const frame& before = *current;
    next_ = pool->take(before.count + births_.size() + room_for_births);
    next_->number = before.number + 1;
    next_->composite_count = before.composite_count;
    next_->count = before.count;
    next_->roster = before.roster;
    next_->arena = arena_;
    next_->first_new_grain = first_new_grain_;
    place* const places = next_->objects.places();
    motion* const motions = next_->objects.motions();
    woken_.clear();
    advance_all(before.places(), before.motions(), before.number, machine->simd_level(),
                {places, before.count}, {motions, before.count}, woken_);
    if (has_collected_) {
        forward_records();
    }
    if (changes_.size() != 0) {
        std::erase_if(woken_, [&](std::uint32_t index) { return changes_.find(index) != nullptr; });
    }
    for (const change& each : changes_.all()) {
        if (each.is_gone) {
            depart(each.index);
            continue;
        }
        const object now = advanced(each.what, before.number);
        places[each.index] = now.place;
        motions[each.index] = now.motion;
        if (each.what.motion.alarm() == 1) {
            woken_.push_back(each.index);
        }
    }
    for (birth& each : births_) {
        each.what = advanced(each.what, before.number);
    }
}

void pipeline::depart(std::uint32_t index) {
    departures_.push_back(index);
    departed_.push_back({next_->key_of(index), swept_box(next_->places()[index], next_->motions()[index])});
    report({.kind = event_kind::destroyed,
            .key_a = next_->key_of(index),
            .point = next_->places()[index].position});
}

// The last object of its part of the frame takes the place of one that leaves; from the back to the front, so
// that the last one always stays.
void pipeline::take_leave() {
    if (departures_.empty()) {
        return;
    }
    hex::roster& who = own_roster();
    place* const places = next_->objects.places();
    motion* const motions = next_->objects.motions();
    const auto move = [&](std::uint32_t from, std::uint32_t to) {
        places[to] = places[from];
        motions[to] = motions[from];
    };
    std::ranges::sort(departures_, std::greater<>()); // total order: indices, each once
    for (const std::uint32_t index : departures_) {
        const std::uint32_t id = motions[index].id();
        who.keys[id] = entity_key::none;
        who.free_ids.push_back(id);
        std::uint32_t gap = index;
        if (next_->is_composite(index)) {
            gap = --next_->composite_count;
            move(gap, index);
        }
        move(--next_->count, gap);
    }
    departures_.clear();
}

void pipeline::prepare(birth& what) const {
    const object_type& type = rules->object_types[what.what.place.type];
    if (what.is_composite) {
        const composite_view record = stage_.at(what.record);
        what.what.place.radius = record.header().radius;
        what.what.motion.set_alarm(alarm_of(what.key, current->number, type, record, *rules));
    } else {
        const lifetime_parts life = split_lifetime(type.lifetime);
        what.what.motion.set_alarm(life.alarm);
        what.what.place.extended = life.left;
    }
}

void pipeline::welcome() {
    if (births_.empty()) {
        return;
    }
    hex::roster& who = own_roster();
    next_->objects.make_room(next_->count + births_.size(), next_->count);
    place* const places = next_->objects.places();
    motion* const motions = next_->objects.motions();
    for (const birth& each : births_) {
        const std::uint32_t id = take_id(who, each.key);
        std::uint32_t index = next_->count++;
        if (each.is_composite) { // the first particle makes room for it
            places[index] = places[next_->composite_count];
            motions[index] = motions[next_->composite_count];
            index = next_->composite_count++;
        }
        places[index] = each.what.place;
        motions[index] = each.what.motion;
        motions[index].set_id(id);
        report({.kind = each.is_part ? event_kind::split : event_kind::created,
                .key_a = each.is_part ? each.creator : each.key,
                .key_b = each.is_part ? each.key : each.creator,
                .point = each.what.place.position});
    }
}

hex::roster& pipeline::own_roster() {
    if (new_roster_ == nullptr) {
        new_roster_ = std::make_shared<hex::roster>(*next_->roster);
        next_->roster = new_roster_;
    }
    return *new_roster_;
}

std::uint32_t take_id(hex::roster& from, entity_key key) {
    if (from.free_ids.empty()) {
        from.keys.push_back(key);
        return static_cast<std::uint32_t>(from.keys.size() - 1);
    }
    const std::uint32_t id = from.free_ids.back();
    from.free_ids.pop_back();
    from.keys[id] = key;
    return id;
}

void pipeline::feel_surroundings() {
    act_on_all(rules->environment, next_->number, machine->simd_level(), next_->places(),
               {next_->objects.motions(), next_->count});
}

void pipeline::sort_objects() {
    if (!broad_phase_.wants_sort()) {
        return;
    }
    ORRERY_ZONE("sort");
    statistics.has_sorted = true;
    broad_phase_.curve_order(*next_, order_);
    sorted_.make_room(next_->objects.capacity(), 0);
    for (std::uint32_t index = 0; index < next_->count; ++index) {
        sorted_.places()[index] = next_->objects.places()[order_[index]];
        sorted_.motions()[index] = next_->objects.motions()[order_[index]];
    }
    std::swap(sorted_, next_->objects);
}

void pipeline::finish() {
    std::ranges::sort(next_->fates); // total order: equal ones do the same
    // total order: equal ones are the same
    std::ranges::sort(events, [](const event& a, const event& b) {
        const auto rank = [](const event& each) {
            return std::tuple(each.key_a, each.key_b, each.kind, each.at, each.amount, each.impulse,
                              each.point.a, each.point.b);
        };
        return rank(a) < rank(b);
    });
    current = frame_reference(next_);
    next_ = nullptr;
    new_roster_.reset();
    changes_.clear();
    births_.clear();
    stage_.clear();
}

} // namespace orrery::hex::detail
