// Sorts entries by their keys, by counting: how many there are of each key says where the first one goes.
// Entries must come in ascending order of their indices; equal keys keep it, so the result is in the order by
// key and then by index, however the work is cut into tasks. Keys are sorted digit by digit, lowest first;
// about 1 ns for each entry and digit. Memory is kept for the next sort.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/spatial/detail/sort_entry.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

template <std::unsigned_integral Key>
class radix_sorter {
public:
    using entry = sort_entry<Key>;

    // Sorts by the lowest key_bits of the keys; the others must be equal in all entries.
    void sort(std::vector<entry>& entries, scheduler& jobs, int key_bits = entry::key_bits);

    // Sorts keys below key_count with one counter for each. Afterwards ends()[key] is the place behind the
    // last entry with that key.
    void sort_densely(std::vector<entry>& entries, std::size_t key_count, scheduler& jobs);

    [[nodiscard]] std::span<const std::uint32_t> ends() const noexcept {
        return std::span(places_).last(key_count_);
    }

private:
    // One digit of the keys: key >> shift, modulo a power of two unless all keys are smaller.
    struct digit {
        int shift = 0;
        std::size_t count = 0; // of its values
        std::size_t most_tasks = 1;
    };

    // Writes to `to` what is in `from`.
    void sort_by_digit(std::span<const entry> from, std::span<entry> to, const digit& by, scheduler& jobs);

    std::vector<entry> other_;
    std::vector<std::uint32_t> places_; // by task, then value: how many there are, then where they go
    std::size_t key_count_ = 0;
};

extern template class radix_sorter<std::uint32_t>;
extern template class radix_sorter<std::uint64_t>;

} // namespace orrery::spatial::detail
