// Whose turn it is: who has the earliest thing to do. Time is cut into slices; turns of a later one wait in
// no order, and only those of the slice at hand are in order. Who was put somewhere else since has a turn
// left over, which whoever takes it has to notice. Nothing takes more than a few nanoseconds.
#pragma once

#include "circles/impacts/mover.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace orrery::circles::detail {

struct turn {
    scalar time = 0;
    std::uint32_t who = 0;
    std::uint64_t order = 0; // who comes first of those at the same time

    friend bool operator>(const turn& a, const turn& b) noexcept {
        return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
};

class calendar {
public:
    // For so many circles, from one time to another.
    void open(std::size_t circles, scalar from, scalar to) {
        first_waiting_.assign(circles / circles_a_slice + 1, none);
        waiting_.clear();
        turns_.clear();
        from_ = from;
        per_second_ = static_cast<scalar>(first_waiting_.size()) / (to - from);
        at_ = 0;
    }

    // No earlier than the turn that was taken last.
    void put(const turn& what) {
        const scalar slice = (what.time - from_) * per_second_;
        const auto last = static_cast<scalar>(first_waiting_.size() - 1);
        const auto number = static_cast<std::size_t>(min(max(slice, scalar(0)), last));
        if (number > at_) {
            waiting_.push_back({what, first_waiting_[number]});
            first_waiting_[number] = static_cast<std::uint32_t>(waiting_.size() - 1);
            return;
        }
        turns_.push_back(what);
        std::ranges::push_heap(turns_, std::greater<>{});
    }

    // The earliest one. Whose turn comes in the slice after the next is told with fetch_later(who), and in
    // the next with fetch_soon(who), so that what they need can be on its way from memory.
    template <typename FetchLater, typename FetchSoon>
    [[nodiscard]] std::optional<turn> take(FetchLater fetch_later, FetchSoon fetch_soon) {
        while (turns_.empty()) {
            if (at_ + 1 >= first_waiting_.size()) {
                return std::nullopt;
            }
            ++at_;
            each_waiting_in(at_ + 2, fetch_later);
            each_waiting_in(at_ + 1, fetch_soon);
            for (std::uint32_t next = first_waiting_[at_]; next != none; next = waiting_[next].next) {
                turns_.push_back(waiting_[next].what);
            }
            std::ranges::make_heap(turns_, std::greater<>{});
        }
        std::ranges::pop_heap(turns_, std::greater<>{});
        const turn first = turns_.back();
        turns_.pop_back();
        return first;
    }

private:
    static constexpr std::size_t circles_a_slice = 8;
    static constexpr std::uint32_t none = 0xffff'ffffu;

    template <typename Visit>
    void each_waiting_in(std::size_t slice, Visit visit) const {
        if (slice >= first_waiting_.size()) {
            return;
        }
        for (std::uint32_t next = first_waiting_[slice]; next != none; next = waiting_[next].next) {
            visit(waiting_[next].what.who);
        }
    }

    struct waiting_turn {
        turn what{};
        std::uint32_t next = none; // of the same slice
    };

    scalar from_ = 0;
    scalar per_second_ = 1;
    std::size_t at_ = 0;                       // the slice at hand
    std::vector<std::uint32_t> first_waiting_; // of each slice
    std::vector<waiting_turn> waiting_;
    std::vector<turn> turns_; // of the slice at hand: a heap
};

} // namespace orrery::circles::detail
