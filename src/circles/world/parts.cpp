// Frames of some circles, and frames put together again. A contact belongs to both of its circles: it is in a
// part that has both, and stays in the rest while one of them does.
#include "circles/walls/terrain.hpp"

#include <orrery/circles/world.hpp>

#include <algorithm>
#include <vector>

namespace orrery::circles {

namespace {

constexpr std::uint32_t left_out = 0xffff'ffff;

constexpr auto is_any = [](const contact&) { return true; };

// A frame that is put together from circles of others, in ascending order of keys.
class frame_builder {
public:
    explicit frame_builder(std::uint64_t number) { made_->number = number; }

    // Notes in `new_places` where the circle has come to.
    void add(const frame& from, std::uint32_t place, std::vector<std::uint32_t>& new_places) {
        new_places[place] = static_cast<std::uint32_t>(made_->motions.size());
        who_->keys.push_back(from.roster->keys[place]);
        who_->forms.push_back(from.roster->forms[place]);
        made_->motions.push_back(from.motions[place]);
    }

    // Those that are wanted, of circles that have a new place.
    template <typename IsWanted>
    void add_contacts(const frame& from, const std::vector<std::uint32_t>& new_places, IsWanted is_wanted) {
        for (contact each : from.contacts) {
            if (!is_wanted(each)) {
                continue;
            }
            each.a = new_places[each.a];
            each.b = each.is_with_wall() ? each.b : new_places[each.b];
            if (each.a != left_out && each.b != left_out) {
                made_->contacts.push_back(each);
            }
        }
    }

    [[nodiscard]] world_snapshot finish(const world_snapshot& in_world_of) {
        std::ranges::sort(made_->contacts, is_before); // total order: of a pair there is one contact
        made_->roster = std::move(who_);
        return {std::move(made_), in_world_of.terrain()};
    }

private:
    std::shared_ptr<frame> made_ = std::make_shared<frame>();
    std::shared_ptr<roster> who_ = std::make_shared<roster>();
};

} // namespace

world_snapshot part_of(const world_snapshot& whole, std::span<const entity_key> keys) {
    const frame& from = whole.state();
    frame_builder part(from.number);
    std::vector<std::uint32_t> new_places(from.size(), left_out);
    for (std::uint32_t place = 0; place < from.size(); ++place) {
        if (std::ranges::binary_search(keys, from.roster->keys[place])) {
            part.add(from, place, new_places);
        }
    }
    part.add_contacts(from, new_places, is_any);
    return part.finish(whole);
}

world_snapshot with_part(const world_snapshot& whole, std::span<const entity_key> keys,
                         const world_snapshot& part) {
    const frame& rest = whole.state();
    const frame& changed = part.state();
    frame_builder made(rest.number);
    std::vector<std::uint32_t> places_of_rest(rest.size(), left_out);
    std::vector<std::uint32_t> places_of_changed(changed.size(), left_out);
    std::uint32_t next = 0;
    std::vector<std::uint32_t> replaced; // places in the rest
    const auto add_changed_before = [&](entity_key key) {
        for (; next < changed.size() && changed.roster->keys[next] < key; ++next) {
            made.add(changed, next, places_of_changed);
        }
    };
    for (std::uint32_t place = 0; place < rest.size(); ++place) {
        const entity_key key = rest.roster->keys[place];
        if (std::ranges::binary_search(keys, key)) {
            replaced.push_back(place);
        } else {
            add_changed_before(key);
            made.add(rest, place, places_of_rest);
        }
    }
    for (; next < changed.size(); ++next) {
        made.add(changed, next, places_of_changed);
    }
    for (const std::uint32_t place : replaced) {
        if (const auto there = changed.roster->find(rest.roster->keys[place])) {
            places_of_rest[place] = places_of_changed[*there];
        }
    }
    const auto is_replaced = [&](std::uint32_t place) { return std::ranges::binary_search(replaced, place); };
    made.add_contacts(rest, places_of_rest, [&](const contact& each) {
        return !is_replaced(each.a) || (!each.is_with_wall() && !is_replaced(each.b));
    });
    made.add_contacts(changed, places_of_changed, is_any);
    return made.finish(whole);
}

} // namespace orrery::circles
