// What people and scripts have done to a world, and when: the one truth from which, with the first frame,
// every other frame follows. A journal is a value: copies share what they have in common, so that each
// version of the past keeps its own. An entry acts in every step of its interval; within a step the order is
// (author, sequence).
//
// A journal also has definitions that inputs refer to by id. They hold in all frames and stay for good.
//
// Cost: a copy is one reference; a change copies references to the entries of 64 frames and a list of as many
// pointers as there are such groups.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/detail/journal_log.hpp>
#include <orrery/timeline/entry_id.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

template <typename Input>
struct journal_entry {
    entry_id id{};
    // The steps that leave these frames are given the input.
    frame_range when{};
    Input input{};

    friend bool operator==(const journal_entry&, const journal_entry&) = default;
};

// The entry that was put into a journal, or the reason why it was refused. Unlike a result it need not be
// looked at: what was refused has changed nothing.
template <typename Input>
struct addition : result<journal_entry<Input>> {
    using result<journal_entry<Input>>::result;
};

namespace detail {

template <typename Input>
[[nodiscard]] const journal_entry<Input>& entry_of(const journal_item& item) noexcept {
    return *static_cast<const journal_entry<Input>*>(item.entry.get());
}

template <typename Input>
[[nodiscard]] journal_item item_of(const journal_entry<Input>& entry) {
    return {entry.id, entry.when, std::make_shared<const journal_entry<Input>>(entry)};
}

template <typename Definition>
[[nodiscard]] const Definition& definition_in(const definition_item& item) noexcept {
    return *static_cast<const Definition*>(item.content.get());
}

template <typename Definition>
[[nodiscard]] definition_item item_of_definition(const Definition& what) {
    if constexpr (std::same_as<Definition, no_definition>) {
        return {};
    } else {
        return {definition_id(what), std::make_shared<const Definition>(what)};
    }
}

// Those that cannot be compared are equal if they are one and the same.
template <typename Input>
[[nodiscard]] bool are_equal_entries(const void* a, const void* b) {
    if constexpr (std::equality_comparable<Input>) {
        return a == b ||
               *static_cast<const journal_entry<Input>*>(a) == *static_cast<const journal_entry<Input>*>(b);
    } else {
        return a == b;
    }
}

} // namespace detail

template <typename Input>
class journal {
public:
    using entry = journal_entry<Input>;

    journal() noexcept
        : log_(&detail::are_equal_entries<Input>) {}

    explicit journal(detail::journal_log log) noexcept
        : log_(std::move(log)) {}

    [[nodiscard]] const detail::journal_log& log() const noexcept { return log_; }

    [[nodiscard]] std::size_t size() const noexcept { return log_.size(); }

    // Adds an entry. Its interval must not be empty, and no entry may have its id and begin in the same
    // frame.
    void add(const entry& what) { log_.add(detail::item_of(what)); }

    // The entry with the same id that begins in the same frame, or null.
    [[nodiscard]] const entry* find(const entry& what) const {
        const detail::journal_item* const found = log_.find(what.id, what.when.first);
        return found != nullptr ? &detail::entry_of<Input>(*found) : nullptr;
    }

    // Takes an entry out; false if it is not there.
    bool remove(const entry& what) { return log_.remove({what.id, what.when}); }

    // The inputs of the step that leaves a frame, in their order.
    void inputs_at(std::uint64_t frame, std::vector<entry>& out) const {
        std::vector<detail::journal_item> items;
        log_.inputs_at(frame, items);
        out.clear();
        for (const detail::journal_item& each : items) {
            out.push_back(detail::entry_of<Input>(each));
        }
    }

    // Calls visit(entry) for each entry that acts in the range, by the frame in which it begins.
    template <typename Visit>
    void each(frame_range range, Visit visit) const {
        log_.each(range, [&](const detail::journal_item& each) { visit(detail::entry_of<Input>(each)); });
    }

    // In the order in which they were defined.
    template <typename Definition, typename Visit>
    void each_definition(Visit visit) const {
        for (const detail::definition_item& each : log_.definitions().items()) {
            visit(detail::definition_in<Definition>(each));
        }
    }

    // Calls visit(definition, is_mine) for each definition that only one of the two journals has.
    template <typename Definition, typename Visit>
    void each_definition_difference(const journal& other, Visit visit) const {
        log_.each_definition_difference(other.log_, [&](const detail::definition_item& each, bool is_mine) {
            visit(detail::definition_in<Definition>(each), is_mine);
        });
    }

    // Takes out what acts in no step from a frame on.
    void forget_before(std::uint64_t frame) { log_.forget_before(frame); }

    // Calls visit(entry, is_mine) for each entry that only one of the two journals has.
    template <typename Visit>
    void each_difference(const journal& other, Visit visit) const {
        log_.each_difference(other.log_, [&](const detail::journal_item& each, bool is_mine) {
            visit(detail::entry_of<Input>(each), is_mine);
        });
    }

    // Calls visit(frames, entries) for each group of frames in which the entries that begin there may be
    // others than in this journal, with those of the other.
    template <typename Visit>
    void each_changed_group(const journal& other, Visit visit) const {
        log_.each_changed_group(other.log_,
                                [&](frame_range frames, std::span<const detail::journal_item> items) {
                                    std::vector<entry> entries;
                                    for (const detail::journal_item& each : items) {
                                        entries.push_back(detail::entry_of<Input>(each));
                                    }
                                    visit(frames, std::span<const entry>(entries));
                                });
    }

private:
    detail::journal_log log_;
};

} // namespace orrery::time
