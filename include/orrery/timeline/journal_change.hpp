// A change of a journal, without templates: see transaction.hpp.
#pragma once

#include <orrery/timeline/detail/journal_log.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery::time {

// What is to be taken out of a journal and put into it. Definitions come before the entries that refer to
// them, and each after those that it refers to itself.
struct journal_change {
    std::vector<detail::journal_item> removed{};
    std::vector<detail::journal_item> added{};
    std::vector<detail::definition_item> defined{};

    [[nodiscard]] bool is_empty() const noexcept { return !has_entries() && defined.empty(); }

    [[nodiscard]] bool has_entries() const noexcept { return !removed.empty() || !added.empty(); }

    // Whether any of its entries does.
    [[nodiscard]] bool begins_before(std::uint64_t frame) const noexcept {
        const auto is_early = [=](const detail::journal_item& what) { return what.when.first < frame; };
        return std::ranges::any_of(removed, is_early) || std::ranges::any_of(added, is_early);
    }

    // What undoes it: the definitions stay.
    [[nodiscard]] journal_change reversed() const {
        return {.removed = added, .added = removed, .defined = {}};
    }
};

} // namespace orrery::time
