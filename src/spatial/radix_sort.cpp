#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/radix_sort.hpp>

#include <algorithm>
#include <bit>

namespace orrery::spatial::detail {

namespace {

// More would not stay in the first-level cache while entries are spread over them.
constexpr int largest_digit_bits = 11;

constexpr std::size_t smallest_task = 16384;

// For so few, comparing is quicker than counting.
constexpr std::size_t few = 256;

} // namespace

template <std::unsigned_integral Key>
void radix_sorter<Key>::sort(std::vector<entry>& entries, scheduler& jobs, int key_bits) {
    if (entries.size() <= few) {
        std::sort(entries.begin(), entries.end()); // total order: by key and then by index
        return;
    }
    const int digits = (key_bits + largest_digit_bits - 1) / largest_digit_bits;
    const int digit_bits = (key_bits + digits - 1) / digits;
    other_.resize(entries.size());
    for (int number = 0; number < digits; ++number) {
        const digit by{number * digit_bits, std::size_t{1} << digit_bits, 16};
        sort_by_digit(entries, other_, by, jobs);
        entries.swap(other_);
    }
}

template <std::unsigned_integral Key>
void radix_sorter<Key>::sort_densely(std::vector<entry>& entries, std::size_t key_count, scheduler& jobs) {
    key_count_ = key_count;
    other_.resize(entries.size());
    // Every task has a counter for each key: few tasks.
    sort_by_digit(entries, other_, {0, key_count, 4}, jobs);
    entries.swap(other_);
}

template <std::unsigned_integral Key>
void radix_sorter<Key>::sort_by_digit(std::span<const entry> from, std::span<entry> to, const digit& by,
                                      scheduler& jobs) {
    const int shift = by.shift;
    const auto mask = static_cast<Key>(std::bit_ceil(by.count) - 1);
    const chunks pieces = chunks::at_most(by.most_tasks, from.size(), smallest_task);
    const std::size_t task_count = std::max<std::size_t>(pieces.size(), 1);
    places_.assign(task_count * by.count, 0);
    const auto places_of = [&](std::size_t task) { return places_.data() + task * by.count; };

    parallel_for(jobs, pieces.size(), 1, [&](std::size_t task) {
        const index_range range = pieces[static_cast<std::uint32_t>(task)];
        const entry* const entries = from.data();
        std::uint32_t* const counts = places_of(task);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            ++counts[entries[i].key() >> shift & mask];
        }
    });

    // Tasks put their entries behind those of the task before, so those of the last one end up at the ends.
    std::uint32_t place = 0;
    for (std::size_t value = 0; value < by.count; ++value) {
        for (std::size_t task = 0; task < task_count; ++task) {
            std::uint32_t& count = places_of(task)[value];
            const std::uint32_t next = place + count;
            count = place;
            place = next;
        }
    }

    parallel_for(jobs, pieces.size(), 1, [&](std::size_t task) {
        const index_range range = pieces[static_cast<std::uint32_t>(task)];
        const entry* const entries = from.data();
        entry* const sorted = to.data();
        std::uint32_t* const next = places_of(task);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const entry each = entries[i];
            sorted[next[each.key() >> shift & mask]++] = each;
        }
    });
}

template class radix_sorter<std::uint32_t>;
template class radix_sorter<std::uint64_t>;

} // namespace orrery::spatial::detail
