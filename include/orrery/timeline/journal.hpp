// What people and scripts have done to a world, and when: the one truth from which, with the first frame,
// every other frame follows. A journal is a value: copies share what they have in common, so that each
// version of the past keeps its own. An entry acts in every step of its interval; within a step the order is
// (author, sequence).
//
// Cost: a copy is one reference; a change copies the entries of 64 frames and a list of as many pointers as
// there are such groups.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/result.hpp>
#include <orrery/timeline/answer.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
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

// The entry that was put into a journal, or the reason why it was refused. Unlike a result it need not be
// looked at: what was refused has changed nothing.
template <typename Input>
struct addition : result<journal_entry<Input>> {
    using result<journal_entry<Input>>::result;
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
        std::vector<entry>& all = writable(what.when.first / frames_a_group);
        const auto place = std::ranges::lower_bound(all, order_of(what), {}, order_of);
        ORRERY_CHECK(place == all.end() || order_of(*place) != order_of(what),
                     "the journal already has an entry of this author with this sequence number");
        all.insert(place, what);
        longest_ = std::max(longest_, what.when.size());
        ++size_;
    }

    // The entry with the same id that begins in the same frame, or null.
    [[nodiscard]] const entry* find(const entry& what) const {
        const entry_list entries = entries_of(what.when.first / frames_a_group);
        const std::vector<entry>& all = *entries;
        const auto place = std::ranges::lower_bound(all, order_of(what), {}, order_of);
        return place != all.end() && order_of(*place) == order_of(what) ? &*place : nullptr;
    }

    // Takes an entry out; false if it is not there.
    bool remove(const entry& what) {
        const std::uint64_t number = what.when.first / frames_a_group;
        if (find(what) == nullptr) {
            return false;
        }
        std::vector<entry>& all = writable(number);
        all.erase(std::ranges::lower_bound(all, order_of(what), {}, order_of));
        --size_;
        return true;
    }

    // The inputs of the step that leaves a frame, in their order.
    void inputs_at(std::uint64_t frame, std::vector<entry>& out) const {
        out.clear();
        each({frame, frame + 1}, [&](const entry& what) { out.push_back(what); });
        const auto order_in_step = [](const entry& what) { return std::pair(what.id, what.when.first); };
        std::ranges::sort(out, {}, order_in_step); // total order: from one frame on, an id is given once
    }

    // Calls visit(entry) for each entry that acts in the range, by the frame in which it begins.
    template <typename Visit>
    void each(frame_range range, Visit visit) const {
        const std::uint64_t earliest = range.first - std::min(range.first, longest_);
        for (auto part = place_of(*groups_, earliest / frames_a_group);
             part != groups_->end() && part->number * frames_a_group < range.end; ++part) {
            for (const entry& what : *part->entries) {
                if (what.when.first < range.end && what.when.end > range.first) {
                    visit(what);
                }
            }
        }
    }

    // Takes out what acts in no step from a frame on.
    void forget_before(std::uint64_t frame) {
        auto list = std::make_shared<group_list>();
        size_ = 0;
        for (const group& each : *groups_) {
            const auto is_over = [=](const entry& what) { return what.when.end <= frame; };
            if (each.number * frames_a_group >= frame || std::ranges::none_of(*each.entries, is_over)) {
                list->push_back(each);
            } else if (auto kept = std::make_shared<std::vector<entry>>(*each.entries);
                       std::erase_if(*kept, is_over), !kept->empty()) {
                list->push_back({each.number, std::move(kept)});
            } else {
                continue;
            }
            size_ += list->back().entries->size();
        }
        groups_ = std::move(list);
    }

    // Calls visit(entry, is_mine) for each entry that only one of the two journals has.
    template <typename Visit>
    void each_difference(const journal& other, Visit visit) const {
        const auto visit_missing = [&](const std::vector<entry>& from, const std::vector<entry>& in,
                                       bool is_mine) {
            for (const entry& what : from) {
                if (std::ranges::find(in, what) == in.end()) {
                    visit(what, is_mine);
                }
            }
        };
        each_other_group(other, [&](std::uint64_t, const auto& mine, const auto& theirs) {
            visit_missing(mine, theirs, true);
            visit_missing(theirs, mine, false);
        });
    }

    // Calls visit(frames, entries) for each group of frames in which the entries that begin there may be
    // others than in this journal, with those of the other.
    template <typename Visit>
    void each_changed_group(const journal& other, Visit visit) const {
        each_other_group(other, [&](std::uint64_t number, const auto&, const std::vector<entry>& theirs) {
            visit(frame_range{number * frames_a_group, (number + 1) * frames_a_group},
                  std::span<const entry>(theirs));
        });
    }

private:
    static constexpr std::uint64_t frames_a_group = 64;
    static constexpr std::uint64_t none_left = std::numeric_limits<std::uint64_t>::max();

    using entry_list = std::shared_ptr<const std::vector<entry>>;

    struct group {
        std::uint64_t number = 0;
        entry_list entries;
    };

    using group_list = std::vector<group>; // by number, where there is something

    struct order {
        std::uint64_t first;
        entry_id id;

        friend constexpr auto operator<=>(const order&, const order&) = default;
    };

    [[nodiscard]] static order order_of(const entry& what) noexcept { return {what.when.first, what.id}; }

    template <typename List>
    [[nodiscard]] static auto place_of(List& list, std::uint64_t number) {
        return std::ranges::lower_bound(list, number, {}, &group::number);
    }

    [[nodiscard]] entry_list entries_of(std::uint64_t number) const {
        static const auto empty = std::make_shared<const std::vector<entry>>();
        const auto place = place_of(*groups_, number);
        return place != groups_->end() && place->number == number ? place->entries : empty;
    }

    // Calls visit(number, my entries, their entries) for each group that the two do not share.
    template <typename Visit>
    void each_other_group(const journal& other, Visit visit) const {
        auto my_place = groups_->begin();
        auto their_place = other.groups_->begin();
        while (my_place != groups_->end() || their_place != other.groups_->end()) {
            const std::uint64_t number =
                std::min(my_place != groups_->end() ? my_place->number : none_left,
                         their_place != other.groups_->end() ? their_place->number : none_left);
            const entry_list mine = entries_of(number);
            const entry_list theirs = other.entries_of(number);
            if (mine != theirs) {
                visit(number, *mine, *theirs);
            }
            my_place += my_place != groups_->end() && my_place->number == number ? 1 : 0;
            their_place += their_place != other.groups_->end() && their_place->number == number ? 1 : 0;
        }
    }

    // Entries of our own, in a list of our own.
    [[nodiscard]] std::vector<entry>& writable(std::uint64_t number) {
        auto list = std::make_shared<group_list>(*groups_);
        auto own = std::make_shared<std::vector<entry>>(*entries_of(number));
        std::vector<entry>& result = *own;
        const auto place = place_of(*list, number);
        if (place != list->end() && place->number == number) {
            place->entries = std::move(own);
        } else {
            list->insert(place, {number, std::move(own)});
        }
        groups_ = std::move(list);
        return result;
    }

    std::shared_ptr<const group_list> groups_ = std::make_shared<const group_list>();
    std::uint64_t longest_ = 0; // of all intervals there ever were
    std::size_t size_ = 0;
};

} // namespace orrery::time
