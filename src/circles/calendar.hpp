// Whose turn it is: who has the earliest meeting. An update is cut into as many slices of time as there are
// circles; those of later slices wait in lists, and only those of the slice at hand are in order. Nothing
// takes more than a few nanoseconds.
#pragma once

#include "circles/mover.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace orrery::circles::detail {

class calendar {
public:
    // For so many circles, none of which is waiting, over so many seconds.
    void open(std::size_t count, scalar seconds) {
        slices_ = static_cast<std::uint32_t>(std::max<std::size_t>(count, 1));
        per_second_ = static_cast<scalar>(slices_) / seconds;
        heads_.assign(slices_, nobody);
        links_.assign(count, {});
        at_ = 0;
        turns_.clear();
    }

    // Puts a circle in its place by what it meets, and takes it from where it was before. `order` says who
    // comes first of those that meet at the same time.
    void put(std::uint32_t who, scalar time, std::uint64_t order) {
        take_out(who);
        link& mine = links_[who];
        ++mine.ticket;
        if (!(time < never)) {
            return;
        }
        const std::uint32_t slice = slice_of(time);
        if (slice <= at_) {
            turns_.push_back({time, order, who, mine.ticket});
            std::ranges::push_heap(turns_, is_later);
            return;
        }
        mine.slice = slice;
        mine.next = heads_[slice];
        mine.order = order;
        mine.time = time;
        if (mine.next != nobody) {
            links_[mine.next].previous = who;
        }
        mine.previous = nobody;
        heads_[slice] = who;
    }

    // Who meets something first. It is no longer waiting.
    [[nodiscard]] std::optional<std::uint32_t> take() {
        for (;;) {
            while (turns_.empty()) {
                if (!begin_next_slice()) {
                    return std::nullopt;
                }
            }
            std::ranges::pop_heap(turns_, is_later);
            const turn first = turns_.back();
            turns_.pop_back();
            if (links_[first.who].ticket == first.ticket) {
                return first.who;
            }
        }
    }

private:
    static constexpr std::uint32_t none = 0;

    struct link {
        std::uint32_t next = nobody;
        std::uint32_t previous = nobody;
        std::uint32_t slice = none; // none: in no list
        std::uint32_t ticket = 0;   // of its last turn
        std::uint64_t order = 0;
        scalar time = 0;
    };

    struct turn {
        scalar time;
        std::uint64_t order;
        std::uint32_t who;
        std::uint32_t ticket;
    };

    static bool is_later(const turn& a, const turn& b) noexcept {
        return std::tie(a.time, a.order) > std::tie(b.time, b.order);
    }

    [[nodiscard]] std::uint32_t slice_of(scalar time) const noexcept {
        const scalar slice = time * per_second_;
        return slice < static_cast<scalar>(slices_) ? static_cast<std::uint32_t>(slice) : slices_ - 1;
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
            turns_.push_back({mine.time, mine.order, who, mine.ticket});
            mine.slice = none;
            who = mine.next;
        }
        heads_[at_] = nobody;
        std::ranges::make_heap(turns_, is_later);
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
