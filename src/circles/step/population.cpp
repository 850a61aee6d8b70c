#include "circles/contacts/overlaps.hpp"
#include "circles/step/population.hpp"

#include <algorithm>
#include <utility>

namespace orrery::circles::detail {

update_start population_stage::settle(const frame& before, const terrain& walls, circle_changes& changes,
                                      std::vector<event>& events) {
    update_start start{before.roster, before.motions, before.contacts};
    if (!std::exchange(changes.is_open, false)) {
        return start;
    }
    start.motions = changes.motions;
    if (changes.roster != nullptr) {
        start.roster = std::exchange(changes.roster, nullptr);
    }
    const bool has_others = changes.has_gone || !changes.newcomers.empty();
    if (changes.has_loose) {
        drop_loose_contacts(before, walls, changes, start, events);
        is_fresh_ = changes.is_loose;
    }
    if (has_others) {
        merge_newcomers(changes, start);
    }
    if (changes.has_loose || has_others) {
        add_overlaps(walls, start, events);
    }
    return start;
}

// Whoever was moved by hand, changed or taken away touches nobody now. If it still does where it is, that
// begins anew.
void population_stage::drop_loose_contacts(const frame& before, const terrain& walls,
                                           const circle_changes& changes, update_start& start,
                                           std::vector<event>& ended) {
    const roster& who = *before.roster;
    contacts_.clear();
    for (const contact& each : before.contacts) {
        const bool is_with_wall = each.is_with_wall();
        if (changes.is_loose[each.a] == 0 && (is_with_wall || changes.is_loose[each.b] == 0)) {
            contacts_.push_back(each);
            continue;
        }
        ended.push_back({.kind = event_kind::ended,
                         .wall = is_with_wall ? walls.parts()[each.wall_part()].wall : no_wall,
                         .key_a = who.keys[each.a],
                         .key_b = is_with_wall ? entity_key::none : who.keys[each.b]});
    }
    start.contacts = contacts_;
}

// Both lists are in the order of keys, and so is the outcome.
void population_stage::merge_newcomers(circle_changes& changes, update_start& start) {
    std::vector<newcomer>& newcomers = changes.newcomers;
    std::erase_if(newcomers, [](const newcomer& each) { return each.is_gone; });
    std::ranges::sort(newcomers, {}, &newcomer::key); // total order: keys differ
    const roster& from = *start.roster;
    auto made = std::make_shared<circles::roster>();
    made->keys.reserve(from.size() + newcomers.size());
    made->forms.reserve(from.size() + newcomers.size());
    new_index_.resize(from.size());
    std::vector<motion> merged;
    merged.reserve(from.size() + newcomers.size());
    is_fresh_.clear();
    const auto put = [&](entity_key key, const form& what, const motion& how, std::uint8_t is_fresh) {
        made->keys.push_back(key);
        made->forms.push_back(what);
        merged.push_back(how);
        is_fresh_.push_back(is_fresh);
    };
    auto coming = newcomers.begin();
    for (std::uint32_t index = 0; index < from.size(); ++index) {
        for (; coming != newcomers.end() && coming->key < from.keys[index]; ++coming) {
            put(coming->key, coming->form, coming->motion, 1);
        }
        new_index_[index] = static_cast<std::uint32_t>(merged.size());
        if (changes.is_gone[index] == 0) {
            put(from.keys[index], from.forms[index], changes.motions[index], changes.is_loose[index]);
        }
    }
    for (; coming != newcomers.end(); ++coming) {
        put(coming->key, coming->form, coming->motion, 1);
    }
    std::swap(changes.motions, merged);
    start.motions = changes.motions;
    own_contacts(start);
    for (contact& each : contacts_) { // indices grow together, so the order stays
        each.a = new_index_[each.a];
        each.b = each.is_with_wall() ? each.b : new_index_[each.b];
    }
    start.contacts = contacts_;
    start.roster = std::move(made);
}

void population_stage::own_contacts(update_start& start) {
    if (start.contacts.data() != contacts_.data()) {
        contacts_.assign(start.contacts.begin(), start.contacts.end());
        start.contacts = contacts_;
    }
}

// Whoever was put into others touches them from the beginning, and is pushed out.
void population_stage::add_overlaps(const terrain& walls, update_start& start, std::vector<event>& begun) {
    overlaps_.clear();
    find_overlaps(*start.roster, start.motions, is_fresh_, walls, overlaps_);
    if (overlaps_.empty()) {
        return;
    }
    std::ranges::sort(overlaps_, circles::is_before); // total order: equal ones are alike
    const auto repeated = std::ranges::unique(overlaps_);
    overlaps_.erase(repeated.begin(), repeated.end());
    const auto& keys = start.roster->keys;
    for (std::size_t index = 0; index < overlaps_.size(); ++index) {
        const contact& each = overlaps_[index];
        const std::uint32_t wall = each.is_with_wall() ? walls.parts()[each.wall_part()].wall : no_wall;
        const contact* const last = index == 0 ? nullptr : &overlaps_[index - 1];
        if (last != nullptr && wall != no_wall && last->a == each.a && last->is_with_wall() &&
            walls.parts()[last->wall_part()].wall == wall) {
            continue; // another part of the same wall
        }
        begun.push_back({.kind = event_kind::began,
                         .wall = wall,
                         .key_a = keys[each.a],
                         .key_b = each.is_with_wall() ? entity_key::none : keys[each.b]});
    }
    own_contacts(start);
    contacts_.insert(contacts_.end(), overlaps_.begin(), overlaps_.end());
    std::ranges::sort(contacts_, circles::is_before); // total order: those of fresh ones were dropped before
    start.contacts = contacts_;
}

} // namespace orrery::circles::detail
