// Objects that are put into a frame from outside, before a world goes on from it.
#include "hex/step/frame_draft.hpp"
#include "hex/step/pipeline.hpp"
#include "hex/step/population.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>

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

[[nodiscard]] bool is_composite(const object_definition& each, const rules& types) {
    return types.object_types[each.type].kind == object_kind::composite;
}

[[nodiscard]] status check_room(const frame& in, const rules& types, std::span<const object_definition> all) {
    if (in.count + all.size() > most_objects) {
        return error{
            text("the world would have ", in.count + all.size(), " objects, and can have ", most_objects)};
    }
    const auto composites = static_cast<std::size_t>(
        std::ranges::count_if(all, [&](const auto& each) { return is_composite(each, types); }));
    if (in.composite_count + composites > extended_arena::max_grains) {
        return error{text("the world would have ", in.composite_count + composites,
                          " objects with extended data, and can have ", extended_arena::max_grains)};
    }
    return {};
}

[[nodiscard]] birth birth_of(const object_definition& each, const rules& types, record_stage& records) {
    birth made{.key = each.key, .is_composite = is_composite(each, types)};
    made.what.place = {
        .position = each.position, .angle = each.angle, .group = each.group, .type = each.type};
    made.what.motion = {.a = each.a, .b = each.b, .turn = each.turn};
    if (made.is_composite) {
        made.record = records.add(each.tiles, types);
    }
    return made;
}

// The same frame with those who come, in memory of its own.
[[nodiscard]] frame_reference with_births(const frame& before, std::span<const birth> births,
                                          const record_placer& records, frame_pool& pool,
                                          std::vector<event>& events) {
    frame_draft draft(before, before.number, records, before.count + births.size(), pool);
    frame& next = *draft;
    next.fates = before.fates;
    std::ranges::copy(before.places(), next.objects.places());
    std::ranges::copy(before.motions(), next.objects.motions());
    records.forward(next);
    const std::uint32_t composites_before = next.composite_count;
    add_objects(births, draft, events);
    // Particles that made room for composites are not meant by any fate but their own.
    for (fate& each : next.fates) {
        if (each.object >= composites_before && each.object < next.composite_count) {
            const std::uint32_t id = before.motions()[each.object].id();
            const auto found = std::ranges::find(next.motions(), id, &motion::id);
            each.object = static_cast<std::uint32_t>(found - next.motions().begin());
        }
    }
    return draft.finish();
}

} // namespace

status pipeline::add(std::span<const object_definition> all) {
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (const status answer = check(all[index], *rules); !answer) {
            return error{text(describe(index, all.size()), answer.reason().message)};
        }
    }
    if (const status answer = check_keys(*current, all); !answer) {
        return answer;
    }
    if (const status answer = check_room(*current, *rules, all); !answer) {
        return answer;
    }
    objects_.clear();
    for (const object_definition& each : all) {
        objects_.add(birth_of(each, *rules, objects_.records), *rules, current->number);
    }
    events.clear();
    const status answer = records_.place_added(*current, objects_);
    statistics.has_collected |= records_.has_collected();
    if (answer) {
        std::vector<event> unreported; // nothing happens between two frames
        current = with_births(*current, objects_.births, records_, *pool, unreported);
    }
    return answer;
}

} // namespace orrery::hex::detail
