// Brings an array into another order and back within its own memory, along the cycles of the permutation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace orrery::spatial::detail {

// items[order[place]] goes to `place`, for every place. Indices are below 2^31; the highest bit marks those
// that are done.
template <typename T>
void permute(std::span<std::uint32_t> order, std::span<T> items) {
    constexpr std::uint32_t is_done = 0x8000'0000;
    for (std::uint32_t start = 0; start < order.size(); ++start) {
        if ((order[start] & is_done) != 0) {
            continue;
        }
        T first = std::move(items[start]);
        std::uint32_t place = start;
        while (order[place] != start) {
            const std::uint32_t from = order[place];
            items[place] = std::move(items[from]);
            order[place] |= is_done;
            place = from;
        }
        items[place] = std::move(first);
        order[place] |= is_done;
    }
    for (std::uint32_t& index : order) {
        index &= ~is_done;
    }
}

// The other way: the item at `place` goes to order[place]. Uses the order up.
template <typename T>
void permute_back(std::span<std::uint32_t> order, std::span<T> items) {
    using std::swap;
    for (std::uint32_t place = 0; place < order.size(); ++place) {
        while (order[place] != place) { // each exchange brings one item home
            const std::uint32_t home = order[place];
            swap(items[place], items[home]);
            swap(order[place], order[home]);
        }
    }
}

} // namespace orrery::spatial::detail
