// Objects that are put into a frame from outside, before a world goes on from it.
#include "hex/step/pipeline.hpp"
#include "hex/step/record_book.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <cstring>

namespace orrery::hex::detail {

namespace {

constexpr std::size_t most_objects = std::size_t{max_id} + 1;

[[nodiscard]] std::string describe(std::size_t place, std::size_t count) {
    return count == 1 ? std::string() : text("object ", place, ": ");
}

[[nodiscard]] status check_keys(const frame& in, std::span<const object_definition> all) {
    std::vector<std::pair<entity_key, std::size_t>> keys;
    keys.reserve(all.size());
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (all[place].key == entity_key::none) {
            return error{text(describe(place, all.size()), "an object needs a key other than 0")};
        }
        keys.emplace_back(all[place].key, place);
    }
    std::ranges::sort(keys); // total order: places differ
    const auto taken = [&](std::size_t place) {
        return error{text(describe(place, all.size()), "there is already an object with the key ",
                          static_cast<std::uint64_t>(all[place].key))};
    };
    for (std::size_t place = 1; place < keys.size(); ++place) {
        if (keys[place].first == keys[place - 1].first) {
            return taken(keys[place].second);
        }
    }
    for (const entity_key key : in.roster->keys) {
        const auto found =
            std::ranges::lower_bound(keys, key, {}, [](const auto& each) { return each.first; });
        if (key != entity_key::none && found != keys.end() && found->first == key) {
            return taken(found->second);
        }
    }
    return {};
}

} // namespace

status pipeline::add(std::span<const object_definition> all) {
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (const status answer = check(all[place], *rules); !answer) {
            return error{text(describe(place, all.size()), answer.reason().message)};
        }
    }
    if (const status answer = check_keys(*current, all); !answer) {
        return answer;
    }
    if (current->count + all.size() > most_objects) {
        return error{text("the world would have ", current->count + all.size(), " objects, and can have ",
                          most_objects)};
    }
    const auto composites = static_cast<std::size_t>(std::ranges::count_if(all, [&](const auto& each) {
        return rules->object_types[each.type].kind == object_kind::composite;
    }));
    if (current->composite_count + composites > extended_arena::max_grains) {
        return error{text("the world would have ", current->composite_count + composites,
                          " objects with extended data, and can have ", extended_arena::max_grains)};
    }
    for (const object_definition& each : all) {
        births_.push_back(
            {.key = each.key, .is_composite = rules->object_types[each.type].kind == object_kind::composite});
        birth& made = births_.back();
        made.what.place = {
            .position = each.position, .angle = each.angle, .group = each.group, .type = each.type};
        made.what.motion = {.a = each.a, .b = each.b, .turn = each.turn};
        if (made.is_composite) {
            made.record = stage_.add(each.tiles, *rules);
        }
        prepare(made);
    }
    const status answer = put_records();
    if (answer) {
        put_births();
    }
    births_.clear();
    stage_.clear();
    events.clear();
    return answer;
}

// Equal records are written once.
status pipeline::put_records() {
    arena_ = current->arena;
    has_collected_ = false;
    // Records of the arena go by their pointers, those of the stage by numbers above.
    const auto record_at = [&](std::uint32_t number) {
        return number < extended_arena::capacity
                   ? composite_view(arena_->at(static_cast<std::uint16_t>(number)))
                   : stage_.at(number - extended_arena::capacity);
    };
    record_book book(record_at, current->composite_count + births_.size());
    for (std::uint32_t index = 0; index < current->composite_count; ++index) {
        book.find_or_add(current->places()[index].extended);
    }
    std::uint32_t grains = 0;
    std::vector<std::uint32_t> record_of(births_.size(), 0);
    for (std::size_t place = 0; place < births_.size(); ++place) {
        if (births_[place].is_composite) {
            const std::uint32_t number = births_[place].record + extended_arena::capacity;
            record_of[place] = book.find_or_add(number);
            grains += record_of[place] == number ? record_at(number).header().grains : 0;
        }
    }
    if (grains > arena_->free()) {
        collect_records();
    }
    std::uint32_t next = grains == 0 ? 0 : arena_->allocate(grains);
    if (grains != 0 && next == 0) {
        return error{text("the records of the composites would take ",
                          std::size_t{grains} * extended_arena::grain, " bytes, and of the ",
                          std::size_t{extended_arena::max_grains} * extended_arena::grain, " of the arena ",
                          std::size_t{arena_->free()} * extended_arena::grain, " are free")};
    }
    std::vector<std::uint16_t> placed(stage_.size(), 0);
    for (std::size_t place = 0; place < births_.size(); ++place) {
        std::uint16_t& where = births_[place].what.place.extended;
        if (!births_[place].is_composite) {
            continue;
        }
        if (record_of[place] < extended_arena::capacity) {
            where =
                has_collected_ ? forwarded_[record_of[place]] : static_cast<std::uint16_t>(record_of[place]);
            continue;
        }
        const std::uint32_t staged = record_of[place] - extended_arena::capacity;
        if (placed[staged] == 0) {
            const composite_view what = stage_.at(staged);
            placed[staged] = static_cast<std::uint16_t>(next);
            std::memcpy(arena_->at(placed[staged]), what.bytes().data(), what.bytes().size());
            next += what.header().grains;
        }
        where = placed[staged];
    }
    return {};
}

// The same frame with those who come, in memory of its own.
void pipeline::put_births() {
    next_ = pool->take(current->count + births_.size());
    next_->number = current->number;
    next_->composite_count = current->composite_count;
    next_->count = current->count;
    next_->roster = current->roster;
    next_->arena = arena_;
    next_->first_new_grain = current->first_new_grain;
    next_->fates = current->fates;
    std::ranges::copy(current->places(), next_->objects.places());
    std::ranges::copy(current->motions(), next_->objects.motions());
    if (has_collected_) {
        forward_records();
    }
    const std::uint32_t composites_before = next_->composite_count;
    welcome();
    // Particles that made room for composites are not meant by any fate but their own.
    for (fate& each : next_->fates) {
        if (each.object >= composites_before && each.object < next_->composite_count) {
            const std::uint32_t id = current->motions()[each.object].id();
            const auto found = std::ranges::find(next_->motions(), id, &motion::id);
            each.object = static_cast<std::uint32_t>(found - next_->motions().begin());
        }
    }
    current = frame_reference(next_);
    next_ = nullptr;
    new_roster_.reset();
}

} // namespace orrery::hex::detail
