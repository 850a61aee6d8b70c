// Who was there in frames of a history, and how far each can have felt others: what a change of the past
// looks at. Included by history.hpp.
#pragma once

#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::time {

template <typename World>
template <typename Visit>
void history<World>::each_reach(frame_range range, Visit visit) const {
    const auto begin = std::ranges::upper_bound(*stretches, range.first, {},
                                                [](const stretch& each) { return each.frames.end; });
    const bool reads_fresh = !fresh.is_empty() && range.end > fresh.frames().first;
    for (auto each = begin; each != stretches->end() && each->frames.first < range.end; ++each) {
        if (each->tracks != nullptr) {
            each->tracks->each_reach(visit);
        }
    }
    if (reads_fresh) {
        const bool is_all_told = each_fresh_reach(range, visit);
        // Who has not moved in the fresh frames is where the last segment left it.
        if (!is_all_told && begin == stretches->end() && !stretches->empty() &&
            stretches->back().tracks != nullptr) {
            stretches->back().tracks->each_reach(visit);
        }
    }
}

template <typename World>
template <typename Visit>
void history<World>::each_arrival(std::uint64_t frame, Visit visit) const {
    if (frame == tail()) {
        return;
    }
    if (fresh.frames().contains(frame)) {
        time::each_reach(fresh.at(frame), visit);
    } else if (const stretch& sealed = stretch_of(frame);
               sealed.frames.first == frame && sealed.tracks != nullptr) {
        sealed.tracks->each_reach(visit);
    }
}

// Whoever is there when the range begins is told of from when it last moved until then, because it is still
// there, wherever it goes later. False if somebody did before the fresh frames.
template <typename World>
template <typename Visit>
bool history<World>::each_fresh_reach(frame_range range, Visit& visit) const {
    const auto records = fresh.records();
    const frame_range here = common(range, fresh.frames());
    const auto first = static_cast<std::size_t>(here.first - fresh.frames().first);
    for (std::size_t number = first; number < first + here.size(); ++number) {
        time::each_reach(*records[number], visit);
    }
    const census<form>& who = *records[first]->who;
    std::vector<std::uint8_t> is_told(who.keys.size(), 0);
    std::size_t untold = who.keys.size();
    for (std::size_t number = first + 1; number-- > 0 && untold > 0;) {
        const frame_record<World>& each = *records[number];
        for (std::size_t index = 0; index < each.moved.size(); ++index) {
            const entity_key key = each.who->keys[each.moved[index]];
            const std::size_t row = each.who.get() == &who ? each.moved[index] : place_of(who.keys, key);
            if (row < is_told.size() && is_told[row] == 0) {
                is_told[row] = 1;
                --untold;
                if (number < first) {
                    visit(key, each.reaches[index]);
                }
            }
        }
    }
    return untold == 0;
}

template <typename World>
template <typename Visit>
void history<World>::each_census(frame_range range, Visit visit) const {
    for (const stretch& each : *stretches) {
        if (each.tracks != nullptr && each.frames.first < range.end && each.frames.end > range.first) {
            const census<form>* last = nullptr;
            for (std::uint64_t frame = each.frames.first; frame < each.frames.end; ++frame) {
                if (each.tracks->who(frame).get() != last) {
                    last = each.tracks->who(frame).get();
                    visit(*last);
                }
            }
        }
    }
    const census<form>* last = nullptr;
    for (const auto& each : fresh.records()) {
        if (range.contains(each->frame) && each->who.get() != last) {
            last = each->who.get();
            visit(*last);
        }
    }
}

} // namespace orrery::time
