#include "hex/step/drop_changes.hpp"

#include <algorithm>
#include <span>

namespace orrery::hex::detail {

namespace {

// What one change with all its parts, or one birth, needs.
struct demand {
    entity_key key = entity_key::none;
    change* whole = nullptr; // none: a birth
    std::uint32_t birth = 0;
    std::uint32_t grains = 0;
};

[[nodiscard]] std::uint32_t grains_of(std::uint32_t record, const record_stage& records) {
    return record == record_stage::none ? 0u : std::uint32_t{records.at(record).header().grains};
}

// In the order of keys.
[[nodiscard]] std::vector<demand> list_demands(object_changes& objects) {
    std::vector<demand> demands;
    for (change& each : objects.changes.all()) {
        if (each.record != record_stage::none) {
            demands.push_back({each.key, &each, 0, grains_of(each.record, objects.records)});
        }
    }
    for (std::uint32_t index = 0; index < objects.births.size(); ++index) {
        const birth& each = objects.births[index];
        const std::uint32_t grains = grains_of(each.record, objects.records);
        if (each.is_part) {
            const change* const whole = &objects.changes[each.change];
            std::ranges::find(demands, whole, &demand::whole)->grains += grains;
        } else if (each.record != record_stage::none) {
            demands.push_back({each.key, nullptr, index, grains});
        }
    }
    std::ranges::sort(demands, {}, &demand::key); // total order: keys differ
    return demands;
}

void erase_dropped(std::span<const std::uint8_t> is_dropped, std::vector<birth>& births) {
    std::size_t kept = 0;
    for (std::size_t index = 0; index < births.size(); ++index) {
        if (is_dropped[index] == 0) {
            births[kept++] = births[index];
        }
    }
    births.resize(kept);
}

} // namespace

void drop_changes_without_room(const frame& before, std::uint32_t free_grains, object_changes& objects,
                               std::vector<event>& events) {
    std::vector<birth>& births = objects.births;
    std::vector<std::uint8_t> is_dropped(births.size(), 0);
    for (const demand& each : list_demands(objects)) {
        if (each.grains <= free_grains) {
            free_grains -= each.grains;
            continue;
        }
        events.push_back({.kind = event_kind::overfull, .key_a = each.key, .amount = each.grains});
        if (each.whole == nullptr) {
            is_dropped[each.birth] = 1;
            continue;
        }
        each.whole->record = record_stage::none;
        each.whole->what = before.at(each.whole->index);
        for (std::uint32_t index = 0; index < births.size(); ++index) {
            if (births[index].is_part && &objects.changes[births[index].change] == each.whole) {
                is_dropped[index] = 1;
            }
        }
    }
    erase_dropped(is_dropped, births);
}

} // namespace orrery::hex::detail
