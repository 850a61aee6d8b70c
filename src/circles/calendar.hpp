// Whose turn it is: who has the earliest thing to do. Time is cut into slices; turns of a later one wait in
// no order, and only those of the slice at hand are in order. Who was put somewhere else since has a turn
// left over, which whoever takes it has to notice. Nothing takes more than a few nanoseconds.
#pragma once

#include "circles/mover.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
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
        for (std::size_t slice = at_; slice < count_; ++slice) {
            slices_[slice].clear();
        }
        turns_.clear();
        count_ = circles / circles_a_slice + 1;
        slices_.resize(std::max(count_, slices_.size()));
        from_ = from;
        per_second_ = static_cast<scalar>(count_) / (to - from);
        at_ = 0;
    }

    // No earlier than the turn that was taken last.
    void put(const turn& what) {
        const scalar slice = (what.time - from_) * per_second_;
        const auto last = static_cast<scalar>(count_ - 1);
        const auto number = static_cast<std::size_t>(min(max(slice, scalar(0)), last));
        if (number > at_) {
            slices_[number].push_back(what);
            return;
        }
        turns_.push_back(what);
        std::ranges::push_heap(turns_, std::greater<>{});
    }

    // The earliest one.
    [[nodiscard]] std::optional<turn> take() {
        while (turns_.empty()) {
            if (at_ + 1 >= count_) {
                return std::nullopt;
            }
            std::swap(turns_, slices_[++at_]);
            std::ranges::make_heap(turns_, std::greater<>{});
        }
        std::ranges::pop_heap(turns_, std::greater<>{});
        const turn first = turns_.back();
        turns_.pop_back();
        return first;
    }

private:
    static constexpr std::size_t circles_a_slice = 8;

    scalar from_ = 0;
    scalar per_second_ = 1;
    std::size_t count_ = 0;
    std::size_t at_ = 0;                    // the slice at hand
    std::vector<std::vector<turn>> slices_; // empty ones up to the one at hand
    std::vector<turn> turns_;               // of that one: a heap
};

} // namespace orrery::circles::detail
