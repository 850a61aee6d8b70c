// Changes of a journal that take effect, and are undone, together.
#pragma once

#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/timeline/journal.hpp>
#include <orrery/timeline/journal_change.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::time {

template <typename Input, typename Definition = no_definition>
struct transaction {
    using entry = journal_entry<Input>;

    std::vector<entry> removed{};
    std::vector<entry> added{};
    std::vector<Definition> defined{};

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

    // Takes effect before the entries, and holds in all frames. One that refers to others comes after them.
    transaction& define(const Definition& what) {
        defined.push_back(what);
        return *this;
    }

    [[nodiscard]] bool is_empty() const noexcept {
        return removed.empty() && added.empty() && defined.empty();
    }

    // Whether any of its entries does.
    [[nodiscard]] bool begins_before(std::uint64_t frame) const noexcept {
        const auto is_early = [=](const entry& what) { return what.when.first < frame; };
        return std::ranges::any_of(removed, is_early) || std::ranges::any_of(added, is_early);
    }

    // What undoes it: the definitions stay.
    [[nodiscard]] transaction reversed() const { return {.removed = added, .added = removed, .defined = {}}; }
};

// The same for a timeline_core.
template <typename Input, typename Definition>
[[nodiscard]] journal_change change_of(const transaction<Input, Definition>& from) {
    journal_change made;
    for (const Definition& each : from.defined) {
        made.defined.push_back(detail::item_of_definition(each));
    }
    for (const journal_entry<Input>& each : from.removed) {
        made.removed.push_back(detail::item_of(each));
    }
    for (const journal_entry<Input>& each : from.added) {
        made.added.push_back(detail::item_of(each));
    }
    return made;
}

} // namespace orrery::time
