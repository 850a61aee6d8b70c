// Where the records go that a tick has written: behind those of the frame before, and if there is no room, to
// another arena together with those that are still needed. What has no room there either is left out.
#include "hex/step/pipeline.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::hex::detail {

void pipeline::make_room_for_records() {
    arena_ = current->arena;
    first_new_grain_ = extended_arena::capacity;
    has_collected_ = false;
    if (stage_.size() == 0) {
        return;
    }
    std::uint16_t first = arena_->allocate(stage_.size());
    if (first == 0) {
        collect_records();
        if (grains_to_place() > arena_->free()) {
            drop_what_has_no_room(arena_->free());
        }
        for (change& each : changes_.all()) {
            if (each.record == record_stage::none && current->is_composite(each.index)) {
                each.what.place.extended = forwarded_[each.what.place.extended];
            }
        }
        first = arena_->allocate(grains_to_place());
    }
    place_records(first);
    first_new_grain_ = first;
}

template <typename Visit>
void pipeline::each_new_record(Visit visit) {
    for (change& each : changes_.all()) {
        if (each.record != record_stage::none) {
            visit(each.record, each.what.place);
        }
    }
    for (birth& each : births_) {
        if (each.record != record_stage::none) {
            visit(each.record, each.what.place);
        }
    }
}

std::uint32_t pipeline::grains_to_place() {
    std::uint32_t sum = 0;
    each_new_record([&](std::uint32_t record, place&) { sum += stage_.at(record).header().grains; });
    return sum;
}

void pipeline::place_records(std::uint32_t first) {
    each_new_record([&](std::uint32_t record, place& where) {
        const composite_view what = stage_.at(record);
        where.extended = static_cast<std::uint16_t>(first);
        std::memcpy(arena_->at(where.extended), what.bytes().data(), what.bytes().size());
        first += what.header().grains;
    });
}

// Copies the records that are still needed to a new arena. Those that several objects share stay shared.
void pipeline::collect_records() {
    statistics.has_collected = true;
    has_collected_ = true;
    forwarded_.assign(extended_arena::capacity, 0);
    const auto fresh = std::make_shared<extended_arena>();
    for (std::uint32_t index = 0; index < current->composite_count; ++index) {
        const std::uint16_t old = current->places()[index].extended;
        if (forwarded_[old] == 0) {
            const composite_view what = current->composite(index);
            forwarded_[old] = fresh->allocate(what.header().grains);
            std::memcpy(fresh->at(forwarded_[old]), what.bytes().data(), what.bytes().size());
        }
    }
    arena_ = fresh;
}

void pipeline::forward_records() noexcept {
    place* const places = next_->objects.places();
    for (std::uint32_t index = 0; index < next_->composite_count; ++index) {
        places[index].extended = forwarded_[places[index].extended];
    }
}

// Whole changes, the lowest keys first: a composite that comes apart does so completely or not at all.
void pipeline::drop_what_has_no_room(std::uint32_t free_grains) {
    const auto grains_of = [&](std::uint32_t record) {
        return record == record_stage::none ? 0u : std::uint32_t{stage_.at(record).header().grains};
    };

    struct demand {
        entity_key key;
        change* whole;
        std::uint32_t birth;
        std::uint32_t grains;
    };

    std::vector<demand> demands;
    for (change& each : changes_.all()) {
        if (each.record != record_stage::none) {
            demands.push_back({each.key, &each, 0, grains_of(each.record)});
        }
    }
    for (std::uint32_t place = 0; place < births_.size(); ++place) {
        const birth& each = births_[place];
        if (each.is_part) {
            const change* const whole = &changes_[each.change];
            std::ranges::find(demands, whole, &demand::whole)->grains += grains_of(each.record);
        } else if (each.record != record_stage::none) {
            demands.push_back({each.key, nullptr, place, grains_of(each.record)});
        }
    }
    std::ranges::sort(demands, {}, &demand::key); // total order: keys differ
    std::vector<std::uint8_t> is_dropped(births_.size(), 0);
    for (const demand& each : demands) {
        if (each.grains <= free_grains) {
            free_grains -= each.grains;
            continue;
        }
        report({.kind = event_kind::overfull, .key_a = each.key, .amount = each.grains});
        if (each.whole == nullptr) {
            is_dropped[each.birth] = 1;
            continue;
        }
        each.whole->record = record_stage::none;
        each.whole->what = current->at(each.whole->index);
        for (std::uint32_t place = 0; place < births_.size(); ++place) {
            if (births_[place].is_part && &changes_[births_[place].change] == each.whole) {
                is_dropped[place] = 1;
            }
        }
    }
    std::size_t kept = 0;
    for (std::size_t place = 0; place < births_.size(); ++place) {
        if (is_dropped[place] == 0) {
            births_[kept++] = births_[place];
        }
    }
    births_.resize(kept);
}

} // namespace orrery::hex::detail
