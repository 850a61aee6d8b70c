// What people and scripts have done to a world, and when: the one truth from which, with the first frame,
// every other frame follows. A journal is a value: copies share what they have in common, so that each
// version of the past keeps its own. An entry acts in every step of its interval; within a step the order is
// (author, sequence).
//
// Cost: a copy is one reference; a change copies the entries of 64 frames and a list of as many pointers as
// there are such groups.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::time {

// Who said it, and as what of all that they said: the name of an entry, the same in every copy of the
// journal.
struct entry_id {
    std::uint32_t author = 0;
    std::uint32_t sequence = 0;

    friend constexpr auto operator<=>(const entry_id&, const entry_id&) = default;
};

template <typename Input>
struct journal_entry {
    entry_id id{};
    // The steps that leave these frames are given the input.
    frame_range when{};
    Input input{};

    friend bool operator==(const journal_entry&, const journal_entry&) = default;
};

template <typename Input>
class journal {
public:
    using entry = journal_entry<Input>;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    // Adds an entry. Its interval must not be empty, and no entry may have its id and begin in the same
    // frame.
    void add(const entry& what) {
        ORRERY_CHECK(what.when.size() > 0, "a journal entry must act in at least one frame");
        std::vector<entry>& group = writable(what.when.first / frames_a_group);
        const auto place = std::ranges::lower_bound(group, order_of(what), {}, order_of);
        ORRERY_CHECK(place == group.end() || order_of(*place) != order_of(what),
                     "the journal already has an entry of this author with this sequence number");
        group.insert(place, what);
        longest_ = std::max(longest_, what.when.size());
        ++size_;
    }

    // The entry with the same id that begins in the same frame, or null.
    [[nodiscard]] const entry* find(const entry& what) const {
        const std::vector<entry>& all = *group(what.when.first / frames_a_group);
        const auto place = std::ranges::lower_bound(all, order_of(what), {}, order_of);
        return place != all.end() && order_of(*place) == order_of(what) ? &*place : nullptr;
    }

    // Takes an entry out; false if it is not there.
    bool remove(const entry& what) {
        const std::uint64_t number = what.when.first / frames_a_group;
        if (find(what) == nullptr) {
            return false;
        }
        std::vector<entry>& group = writable(number);
        group.erase(std::ranges::lower_bound(group, order_of(what), {}, order_of));
        --size_;
        return true;
    }

    // The inputs of the step that leaves a frame, in their order.
    void inputs_at(std::uint64_t frame, std::vector<entry>& out) const {
        out.clear();
        each({frame, frame + 1}, [&](const entry& what) { out.push_back(what); });
        std::ranges::sort(out, {}, &entry::id); // total order: an id is given once
    }

    // Calls visit(entry) for each entry that acts in the range, by the frame in which it begins.
    template <typename Visit>
    void each(frame_range range, Visit visit) const {
        const std::uint64_t earliest = range.first - std::min(range.first, longest_);
        for (std::uint64_t number = earliest / frames_a_group;
             number < group_count() && number * frames_a_group < range.end; ++number) {
            if ((*groups_)[number] == nullptr) {
                continue;
            }
            for (const entry& what : *(*groups_)[number]) {
                if (what.when.first < range.end && what.when.end > range.first) {
                    visit(what);
                }
            }
        }
    }

    // Calls visit(entry, is_mine) for each entry that only one of the two journals has.
    template <typename Visit>
    void each_difference(const journal& other, Visit visit) const {
        for (std::uint64_t number = 0; number < std::max(group_count(), other.group_count()); ++number) {
            const std::shared_ptr<const std::vector<entry>> mine = group(number);
            const std::shared_ptr<const std::vector<entry>> theirs = other.group(number);
            if (mine == theirs) {
                continue;
            }
            const auto visit_missing = [&](const auto& from, const auto& in, bool is_mine) {
                for (const entry& what : *from) {
                    if (std::ranges::find(*in, what) == in->end()) {
                        visit(what, is_mine);
                    }
                }
            };
            visit_missing(mine, theirs, true);
            visit_missing(theirs, mine, false);
        }
    }

private:
    static constexpr std::uint64_t frames_a_group = 64;

    using group_list = std::vector<std::shared_ptr<const std::vector<entry>>>;

    struct order {
        std::uint64_t first;
        entry_id id;

        friend constexpr auto operator<=>(const order&, const order&) = default;
    };

    [[nodiscard]] static order order_of(const entry& what) noexcept { return {what.when.first, what.id}; }

    [[nodiscard]] std::uint64_t group_count() const noexcept { return groups_->size(); }

    [[nodiscard]] std::shared_ptr<const std::vector<entry>> group(std::uint64_t number) const {
        static const auto empty = std::make_shared<const std::vector<entry>>();
        return number < group_count() && (*groups_)[number] != nullptr ? (*groups_)[number] : empty;
    }

    // A group of our own, in a list of our own.
    [[nodiscard]] std::vector<entry>& writable(std::uint64_t number) {
        auto list = std::make_shared<group_list>(*groups_);
        if (number >= list->size()) {
            list->resize(number + 1);
        }
        auto own = std::make_shared<std::vector<entry>>(*group(number));
        (*list)[number] = own;
        groups_ = std::move(list);
        return *own;
    }

    std::shared_ptr<const group_list> groups_ = std::make_shared<const group_list>();
    std::uint64_t longest_ = 0; // of all intervals there ever were
    std::size_t size_ = 0;
};

} // namespace orrery::time
