// Sorts indices by whole keys, by counting: how many there are of each key says where the first one goes.
// Stable, so equal keys stay in the order they came in, and the result is the same however the work is cut
// into tasks. Large keys are sorted digit by digit, lowest first; about 1 ns for each item and digit.
#pragma once

#include <orrery/core/scheduler.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

struct keyed_index {
    std::uint32_t key = 0;
    std::uint32_t index = 0;
};

class radix_sorter {
public:
    // Sorts by the lowest key_bits of the keys; the others must be equal in all items.
    void sort(std::vector<keyed_index>& items, int key_bits, scheduler& jobs);

    // Sorts keys below key_count with one counter for each. Afterwards ends()[key] is the place behind the
    // last item with that key.
    void sort_densely(std::vector<keyed_index>& items, std::size_t key_count, scheduler& jobs);

    [[nodiscard]] std::span<const std::uint32_t> ends() const noexcept { return ends_; }

private:
    // Appends to `to` what is in `from` by the digit key >> shift, taken modulo digit_count, a power of two
    // unless all keys are smaller.
    void sort_by_digit(std::span<const keyed_index> from, std::span<keyed_index> to, int shift,
                       std::size_t digit_count, std::size_t most_tasks, scheduler& jobs);

    std::vector<keyed_index> other_;
    std::vector<std::uint32_t> places_; // by task, then digit: how many there are, then where they go
    std::span<const std::uint32_t> ends_;
};

} // namespace orrery::spatial::detail
