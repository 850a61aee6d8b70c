// Other timelines with the same past, and what was done to them.
#include <orrery/core/text.hpp>
#include <orrery/timeline/timeline_core.hpp>

#include <optional>
#include <utility>

namespace orrery::time {
namespace {

// An entry of a branch under the name that it has in a journal, or else under one that is free there.
[[nodiscard]] std::optional<detail::journal_item> named_for(const detail::journal_log& journal,
                                                            const simulation_interface& world,
                                                            const detail::journal_item& what) {
    std::optional<detail::journal_item> free;
    if (journal.find(what.id, what.when.first) == nullptr) {
        free = what;
    }
    for (std::uint32_t count = 0; count < detail::names_of_number; ++count) {
        detail::journal_item named = world.renamed(what, detail::name_of(what.id, count));
        const detail::journal_item* const there = journal.find(named.id, named.when.first);
        if (there != nullptr && journal.are_equal(*there, named)) {
            return named;
        }
        if (there == nullptr && !free) {
            free = named;
        }
    }
    return free;
}

} // namespace

timeline_core timeline_core::branch(std::uint64_t frame) const {
    now_.check_known(frame);
    detail::history_parts past = now_;
    if (frame < head()) {
        past.cut_after(frame);
    }
    timeline_core made(std::move(past), settings_, make_history_);
    made.parted_journal_ = now_.journal;
    made.numbers_ = numbers_;
    return made;
}

status timeline_core::merge(const timeline_core& other) {
    const detail::sequence_numbers before = numbers_;
    const status merged = merge_entries(other);
    if (!merged) {
        numbers_ = before;
    }
    return merged;
}

status timeline_core::merge_entries(const timeline_core& other) {
    const std::span<const detail::definition_item> defined = other.now_.journal.definitions().items();
    journal_change changes{.defined = {defined.begin(), defined.end()}};
    // No other name may become that of one that comes along.
    other.now_.journal.each_difference(other.parted_journal_,
                                       [&](const journal_item& what, bool) { numbers_.note(what.id); });
    detail::journal_log trial = now_.journal;
    std::vector<journal_item> newcomers;
    other.now_.journal.each_difference(other.parted_journal_, [&](const journal_item& what, bool is_new) {
        const journal_item* const mine = trial.find(what.id, what.when.first);
        if (is_new) {
            newcomers.push_back(what);
        } else if (mine != nullptr && trial.are_equal(*mine, what)) {
            changes.removed.push_back(what);
            trial.remove(what);
        }
    });
    for (const journal_item& each : newcomers) {
        const std::optional<journal_item> named = named_for(trial, *now_.prototype, each);
        if (!named) {
            return error{text("too many branches have an entry of author ", each.id.author,
                              " with sequence number ", detail::name_of(each.id, 0).sequence, " in frame ",
                              each.when.first)};
        }
        if (trial.find(named->id, named->when.first) == nullptr) {
            changes.added.push_back(*named);
            trial.add(*named);
        }
    }
    return changes.is_empty() ? status{} : apply(changes);
}

} // namespace orrery::time
