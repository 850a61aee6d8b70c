// Who is there from one frame to the next. Most updates leave everybody where they stand in the roster, and
// read the frame before as it lies.
#include "circles/contacts/overlaps.hpp"
#include "circles/step/pipeline.hpp"

#include <algorithm>
#include <utility>

namespace orrery::circles::detail {

void pipeline::begin() {
    events.clear();
    statistics = {};
    left_.clear();
    next_ = pool_->take();
    next_->number = current->number + 1;
    before_ = current->motions;
    touching_ = current->contacts;
}

// From here on there are copies to change.
void pipeline::begin_changes() {
    motions_ = current->motions;
    before_ = motions_;
    touching_ = current->contacts;
    newcomers_.clear();
    is_loose_.assign(motions_.size(), 0);
    is_gone_.assign(motions_.size(), 0);
    has_loose_ = false;
    has_gone_ = false;
}

roster& pipeline::own_roster() {
    if (new_roster_ == nullptr) {
        new_roster_ = std::make_shared<circles::roster>(*current->roster);
    }
    return *new_roster_;
}

void pipeline::settle_changes(std::vector<event>& told) {
    const bool has_loose = std::exchange(has_loose_, false);
    const bool has_others = std::exchange(has_gone_, false) || !newcomers_.empty();
    if (has_loose) {
        drop_loose_contacts(told);
        is_fresh_ = is_loose_;
    }
    if (has_others) {
        merge_newcomers();
        newcomers_.clear();
    }
    next_->roster = new_roster_ != nullptr ? std::move(new_roster_) : current->roster;
    new_roster_.reset();
    if (has_loose || has_others) {
        add_overlaps(told);
    }
    next_->motions.resize(next_->roster->size());
    next_->contacts.clear();
}

// Whoever was moved by hand, changed or taken away touches nobody now. If it still does where it is, that
// begins anew.
void pipeline::drop_loose_contacts(std::vector<event>& ended) {
    const roster& who = *current->roster;
    contacts_.clear();
    for (const contact& each : current->contacts) {
        const bool is_with_wall = each.is_with_wall();
        if (is_loose_[each.a] == 0 && (is_with_wall || is_loose_[each.b] == 0)) {
            contacts_.push_back(each);
            continue;
        }
        ended.push_back({.kind = event_kind::ended,
                         .wall = is_with_wall ? walls->parts()[each.wall_part()].wall : no_wall,
                         .key_a = who.keys[each.a],
                         .key_b = is_with_wall ? entity_key::none : who.keys[each.b]});
    }
    touching_ = contacts_;
}

// Both lists are in the order of keys, and so is the outcome.
void pipeline::merge_newcomers() {
    std::erase_if(newcomers_, [](const newcomer& each) { return each.is_gone; });
    std::ranges::sort(newcomers_, {}, &newcomer::key); // total order: keys differ
    const roster& from = new_roster_ != nullptr ? *new_roster_ : *current->roster;
    auto made = std::make_shared<circles::roster>();
    made->keys.reserve(from.size() + newcomers_.size());
    made->forms.reserve(from.size() + newcomers_.size());
    new_place_.resize(from.size());
    std::vector<motion> merged;
    merged.reserve(from.size() + newcomers_.size());
    is_fresh_.clear();
    const auto put = [&](entity_key key, const form& what, const motion& how, std::uint8_t is_fresh) {
        made->keys.push_back(key);
        made->forms.push_back(what);
        merged.push_back(how);
        is_fresh_.push_back(is_fresh);
    };
    auto coming = newcomers_.begin();
    for (std::uint32_t place = 0; place < from.size(); ++place) {
        for (; coming != newcomers_.end() && coming->key < from.keys[place]; ++coming) {
            put(coming->key, coming->form, coming->motion, 1);
        }
        new_place_[place] = static_cast<std::uint32_t>(merged.size());
        if (is_gone_[place] == 0) {
            put(from.keys[place], from.forms[place], motions_[place], is_loose_[place]);
        }
    }
    for (; coming != newcomers_.end(); ++coming) {
        put(coming->key, coming->form, coming->motion, 1);
    }
    std::swap(motions_, merged);
    before_ = motions_;
    own_contacts();
    for (contact& each : contacts_) { // places grow together, so the order stays
        each.a = new_place_[each.a];
        each.b = each.is_with_wall() ? each.b : new_place_[each.b];
    }
    touching_ = contacts_;
    new_roster_ = std::move(made);
}

void pipeline::own_contacts() {
    if (touching_.data() != contacts_.data()) {
        contacts_.assign(touching_.begin(), touching_.end());
        touching_ = contacts_;
    }
}

// Whoever was put into others touches them from the beginning, and is pushed out.
void pipeline::add_overlaps(std::vector<event>& told) {
    overlaps_.clear();
    find_overlaps(*next_->roster, before_, is_fresh_, *walls, overlaps_);
    if (overlaps_.empty()) {
        return;
    }
    std::ranges::sort(overlaps_, circles::is_before); // total order: equal ones are alike
    const auto repeated = std::ranges::unique(overlaps_);
    overlaps_.erase(repeated.begin(), repeated.end());
    const auto& keys = next_->roster->keys;
    for (std::size_t place = 0; place < overlaps_.size(); ++place) {
        const contact& each = overlaps_[place];
        const std::uint32_t wall = each.is_with_wall() ? walls->parts()[each.wall_part()].wall : no_wall;
        const contact* const last = place == 0 ? nullptr : &overlaps_[place - 1];
        if (last != nullptr && wall != no_wall && last->a == each.a && last->is_with_wall() &&
            walls->parts()[last->wall_part()].wall == wall) {
            continue; // another part of the same wall
        }
        told.push_back({.kind = event_kind::began,
                        .wall = wall,
                        .key_a = keys[each.a],
                        .key_b = each.is_with_wall() ? entity_key::none : keys[each.b]});
    }
    own_contacts();
    contacts_.insert(contacts_.end(), overlaps_.begin(), overlaps_.end());
    std::ranges::sort(contacts_, circles::is_before); // total order: those of fresh ones were dropped before
    touching_ = contacts_;
}

void pipeline::finish() {
    current = std::move(next_);
    next_ = nullptr;
    if (!listeners.empty()) {
        for (const event& each : events) {
            listeners.emit(each);
        }
    }
}

} // namespace orrery::circles::detail
