// Whose turn it is: who has the earliest meeting. Time is cut into slices; those whose meeting is in a later
// one wait in lists, and only those of the slice at hand are in order. Nothing takes more than a few
// nanoseconds.
#pragma once

#include "circles/mover.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace orrery::circles::detail {

class calendar {
public:
    // For so many circles, none of which is waiting, up to a time.
    void open(std::size_t count, scalar end) {
        slices_ = static_cast<std::uint32_t>(count / turns_a_slice + 1);
        per_second_ = static_cast<scalar>(slices_) / end;
        heads_.assign(slices_, nobody);
        links_.assign(count, {});
        at_ = 0;
        turns_.clear();
    }

    // Puts a circle in its place by when it meets something, and takes it from where it was before. `order`
    // says who comes first of those that meet at the same time.
    void put(std::uint32_t who, scalar time, std::uint64_t order) {
        take_out(who);
        link& mine = links_[who];
        mine.time = time;
        mine.order = order;
        if (!(time < never)) {
            return;
        }
        const std::uint32_t slice = slice_of(time);
        if (slice <= at_) {
            turns_.push_back({time, order, who});
            std::ranges::push_heap(turns_, std::greater<>{});
            return;
        }
        mine.slice = slice;
        mine.next = heads_[slice];
        mine.previous = nobody;
        if (mine.next != nobody) {
            links_[mine.next].previous = who;
        }
        heads_[slice] = who;
    }

    struct turn {
        scalar time = 0;
        std::uint64_t order = 0;
        std::uint32_t who = 0;

        friend bool operator>(const turn& a, const turn& b) noexcept {
            return a.time != b.time ? a.time > b.time : a.order > b.order;
        }
    };

    // Whose turn is first. It is no longer waiting.
    [[nodiscard]] std::optional<turn> take() {
        for (;;) {
            while (turns_.empty()) {
                if (!begin_next_slice()) {
                    return std::nullopt;
                }
            }
            std::ranges::pop_heap(turns_, std::greater<>{});
            const turn first = turns_.back();
            turns_.pop_back();
            // Whoever was put somewhere else since has another turn.
            const link& mine = links_[first.who];
            if (mine.time == first.time && mine.order == first.order) {
                return first;
            }
        }
    }

private:
    static constexpr std::size_t turns_a_slice = 8;
    static constexpr std::uint32_t none = 0;

    struct link {
        std::uint32_t next = nobody;
        std::uint32_t previous = nobody;
        std::uint32_t slice = none; // none: in no list; those of the first slice never are
        scalar time = never;
        std::uint64_t order = 0;
    };

    [[nodiscard]] std::uint32_t slice_of(scalar time) const noexcept {
        const scalar slice = time * per_second_;
        return slice < static_cast<scalar>(slices_ - 1) ? static_cast<std::uint32_t>(max(slice, scalar(0)))
                                                        : slices_ - 1;
    }

    void take_out(std::uint32_t who) noexcept {
        link& mine = links_[who];
        if (mine.slice == none) {
            return;
        }
        (mine.previous == nobody ? heads_[mine.slice] : links_[mine.previous].next) = mine.next;
        if (mine.next != nobody) {
            links_[mine.next].previous = mine.previous;
        }
        mine.slice = none;
    }

    [[nodiscard]] bool begin_next_slice() {
        do {
            if (++at_ >= slices_) {
                at_ = slices_ - 1;
                return false;
            }
        } while (heads_[at_] == nobody);
        for (std::uint32_t who = heads_[at_]; who != nobody;) {
            link& mine = links_[who];
            turns_.push_back({mine.time, mine.order, who});
            mine.slice = none;
            who = mine.next;
        }
        heads_[at_] = nobody;
        std::ranges::make_heap(turns_, std::greater<>{});
        return true;
    }

    std::uint32_t slices_ = 1;
    scalar per_second_ = 1;
    std::uint32_t at_ = 0; // the slice at hand
    std::vector<std::uint32_t> heads_;
    std::vector<link> links_;
    std::vector<turn> turns_; // a heap
};

} // namespace orrery::circles::detail
