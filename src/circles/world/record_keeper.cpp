#include "circles/world/record_keeper.hpp"

#include <orrery/circles/world.hpp>

#include <algorithm>
#include <numeric>

namespace orrery::circles::detail {

void record_keeper::forget() noexcept {
    roster_.reset();
    census_.reset();
}

// Everybody counts as moved: whoever stands still may have pushed others.
void record_keeper::write(const frame& now, scalar skin, std::span<const aabb2> reaches,
                          std::span<const left_place> left, std::span<const event> events,
                          frame_record<world>& into) {
    if (roster_ != now.roster) {
        take_census(now.roster);
    }
    into.frame = now.number;
    into.who = census_;
    into.moved.resize(now.size());
    std::iota(into.moved.begin(), into.moved.end(), 0u);
    into.motions.assign(now.motions.begin(), now.motions.end());
    if (reaches.size() == now.size()) {
        into.reaches.assign(reaches.begin(), reaches.end());
    } else {
        into.reaches.resize(now.size());
        for (std::size_t place = 0; place < now.size(); ++place) {
            into.reaches[place] = surroundings(now.motions[place], now.roster->forms[place], skin);
        }
    }
    into.departed.clear();
    for (const left_place& each : left) {
        if (const auto place = now.roster->find(each.key)) {
            into.reaches[*place] = merge(into.reaches[*place], each.around);
        } else {
            into.departed.emplace_back(each.key, each.around);
        }
    }
    into.events.assign(events.begin(), events.end());
    into.sources.clear();
}

// Whoever is as before, or like the one beside it, shares a form.
void record_keeper::take_census(const std::shared_ptr<const roster>& of) {
    auto made = std::make_shared<census<form>>();
    made->keys = of->keys;
    made->forms.reserve(of->size());
    made->is_aloof.assign(of->size(), 0);
    std::size_t old = 0;
    for (std::size_t place = 0; place < of->size(); ++place) {
        const form& what = of->forms[place];
        const auto is_like = [&](const std::shared_ptr<const form>& known) { return *known == what; };
        if (census_ != nullptr) {
            for (; old < census_->keys.size() && census_->keys[old] < of->keys[place]; ++old) {
            }
        }
        if (census_ != nullptr && old < census_->keys.size() && census_->keys[old] == of->keys[place] &&
            is_like(census_->forms[old])) {
            made->forms.push_back(census_->forms[old]);
        } else if (!made->forms.empty() && is_like(made->forms.back())) {
            made->forms.push_back(made->forms.back());
        } else {
            made->forms.push_back(std::make_shared<const form>(what));
        }
    }
    census_ = std::move(made);
    roster_ = of;
}

} // namespace orrery::circles::detail
