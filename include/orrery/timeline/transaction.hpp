// Changes of a journal that take effect, and are undone, together.
#pragma once

#include <orrery/timeline/journal.hpp>
#include <orrery/timeline/journal_change.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::time {

template <typename Input>
struct transaction {
    using entry = journal_entry<Input>;

    std::vector<entry> removed;
    std::vector<entry> added;

    transaction& add(const entry& what) {
        added.push_back(what);
        return *this;
    }

    transaction& remove(const entry& what) {
        removed.push_back(what);
        return *this;
    }

    // To other frames.
    transaction& move(const entry& what, frame_range when) {
        entry moved = what;
        moved.when = when;
        return remove(what).add(moved);
    }

    [[nodiscard]] bool is_empty() const noexcept { return removed.empty() && added.empty(); }

    // Whether any of its entries does.
    [[nodiscard]] bool begins_before(std::uint64_t frame) const noexcept {
        const auto is_early = [=](const entry& what) { return what.when.first < frame; };
        return std::ranges::any_of(removed, is_early) || std::ranges::any_of(added, is_early);
    }

    // What undoes it.
    [[nodiscard]] transaction reversed() const { return {.removed = added, .added = removed}; }
};

// The same for a timeline_core.
template <typename Input>
[[nodiscard]] journal_change change_of(const transaction<Input>& from) {
    journal_change made;
    for (const journal_entry<Input>& each : from.removed) {
        made.removed.push_back(detail::item_of(each));
    }
    for (const journal_entry<Input>& each : from.added) {
        made.added.push_back(detail::item_of(each));
    }
    return made;
}

} // namespace orrery::time
