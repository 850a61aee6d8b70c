#include "hex/step/drop_changes.hpp"
#include "hex/step/record_book.hpp"
#include "hex/step/record_placer.hpp"

#include <orrery/core/text.hpp>

#include <cstring>

namespace orrery::hex::detail {

namespace {

// Calls visit(record, place) for all that were written in this tick.
template <typename Visit>
void for_each_new_record(object_changes& objects, Visit visit) {
    for (change& each : objects.changes.all()) {
        if (each.record != record_stage::none) {
            visit(each.record, each.what.place);
        }
    }
    for (birth& each : objects.births) {
        if (each.record != record_stage::none) {
            visit(each.record, each.what.place);
        }
    }
}

[[nodiscard]] std::uint32_t count_grains(object_changes& objects) {
    std::uint32_t sum = 0;
    for_each_new_record(
        objects, [&](std::uint32_t record, place&) { sum += objects.records.at(record).header().grains; });
    return sum;
}

void copy_record(composite_view from, extended_arena& to, std::uint16_t pointer) {
    std::memcpy(to.at(pointer), from.bytes().data(), from.bytes().size());
}

// Which record each birth is to have. Records of the arena go by their pointers, new ones by their numbers
// and the capacity of the arena.
struct shared_records {
    std::vector<std::uint32_t> record_of; // by birth
    std::uint32_t grains = 0;             // of all new ones
};

[[nodiscard]] shared_records share_records(const frame& before, const object_changes& objects) {
    const extended_arena& arena = *before.arena;
    const auto record_at = [&](std::uint32_t number) {
        return number < extended_arena::capacity
                   ? composite_view(arena.at(static_cast<std::uint16_t>(number)))
                   : objects.records.at(number - extended_arena::capacity);
    };
    record_book book(record_at, before.composite_count + objects.births.size());
    for (std::uint32_t index = 0; index < before.composite_count; ++index) {
        book.find_or_add(before.places()[index].extended);
    }
    shared_records shared{.record_of = std::vector<std::uint32_t>(objects.births.size(), 0)};
    for (std::size_t index = 0; index < objects.births.size(); ++index) {
        if (objects.births[index].is_composite) {
            const std::uint32_t number = objects.births[index].record + extended_arena::capacity;
            shared.record_of[index] = book.find_or_add(number);
            shared.grains += shared.record_of[index] == number ? record_at(number).header().grains : 0;
        }
    }
    return shared;
}

} // namespace

void record_placer::place(const frame& before, object_changes& objects, std::vector<event>& events) {
    arena_ = before.arena;
    first_new_grain_ = extended_arena::capacity;
    has_collected_ = false;
    if (objects.records.size() == 0) {
        return;
    }
    std::uint32_t next = arena_->allocate(objects.records.size());
    if (next == 0) {
        collect(before);
        if (count_grains(objects) > arena_->free()) {
            drop_changes_without_room(before, arena_->free(), objects, events);
        }
        for (change& each : objects.changes.all()) {
            if (each.record == record_stage::none && before.is_composite(each.index)) {
                each.what.place.extended = forwarded_[each.what.place.extended];
            }
        }
        next = arena_->allocate(count_grains(objects));
    }
    first_new_grain_ = next;
    for_each_new_record(objects, [&](std::uint32_t record, hex::place& where) {
        const composite_view what = objects.records.at(record);
        where.extended = static_cast<std::uint16_t>(next);
        copy_record(what, *arena_, where.extended);
        next += what.header().grains;
    });
}

// Copies the records that are still needed to a new arena. Those that several objects share stay shared.
void record_placer::collect(const frame& before) {
    has_collected_ = true;
    forwarded_.assign(extended_arena::capacity, 0);
    const auto fresh = std::make_shared<extended_arena>();
    for (std::uint32_t index = 0; index < before.composite_count; ++index) {
        const std::uint16_t old = before.places()[index].extended;
        if (forwarded_[old] == 0) {
            const composite_view what = before.composite(index);
            forwarded_[old] = fresh->allocate(what.header().grains);
            copy_record(what, *fresh, forwarded_[old]);
        }
    }
    arena_ = fresh;
}

void record_placer::forward(frame& next) const noexcept {
    if (!has_collected_) {
        return;
    }
    hex::place* const places = next.objects.places();
    for (std::uint32_t index = 0; index < next.composite_count; ++index) {
        places[index].extended = forwarded_[places[index].extended];
    }
}

status record_placer::place_added(const frame& before, object_changes& objects) {
    arena_ = before.arena;
    first_new_grain_ = before.first_new_grain;
    has_collected_ = false;
    const shared_records shared = share_records(before, objects);
    if (shared.grains > arena_->free()) {
        collect(before);
    }
    std::uint32_t next = shared.grains == 0 ? 0 : arena_->allocate(shared.grains);
    if (shared.grains != 0 && next == 0) {
        return error{text("the records of the composites would take ",
                          std::size_t{shared.grains} * extended_arena::grain, " bytes, and of the ",
                          std::size_t{extended_arena::max_grains} * extended_arena::grain, " of the arena ",
                          std::size_t{arena_->free()} * extended_arena::grain, " are free")};
    }
    std::vector<std::uint16_t> placed(objects.records.size(), 0);
    for (std::size_t index = 0; index < objects.births.size(); ++index) {
        if (!objects.births[index].is_composite) {
            continue;
        }
        std::uint16_t& where = objects.births[index].what.place.extended;
        const std::uint32_t record = shared.record_of[index];
        if (record < extended_arena::capacity) {
            where = has_collected_ ? forwarded_[record] : static_cast<std::uint16_t>(record);
            continue;
        }
        const std::uint32_t staged = record - extended_arena::capacity;
        if (placed[staged] == 0) {
            const composite_view what = objects.records.at(staged);
            placed[staged] = static_cast<std::uint16_t>(next);
            copy_record(what, *arena_, placed[staged]);
            next += what.header().grains;
        }
        where = placed[staged];
    }
    return {};
}

} // namespace orrery::hex::detail
