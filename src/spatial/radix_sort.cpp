#include <orrery/spatial/detail/radix_sort.hpp>

#include <orrery/core/parallel_for.hpp>

#include <bit>

namespace orrery::spatial::detail {

namespace {

// More would not stay in the first-level cache while items are spread over them.
constexpr int largest_digit_bits = 11;

constexpr std::size_t smallest_task = 16384;

} // namespace

void radix_sorter::sort(std::vector<keyed_index>& items, int key_bits, scheduler& jobs) {
    if (items.size() < 2 || key_bits <= 0) {
        return;
    }
    const int digits = (key_bits + largest_digit_bits - 1) / largest_digit_bits;
    const int digit_bits = (key_bits + digits - 1) / digits;
    other_.resize(items.size());
    for (int digit = 0; digit < digits; ++digit) {
        sort_by_digit(items, other_, digit * digit_bits, std::size_t{1} << digit_bits, 16, jobs);
        items.swap(other_);
    }
}

void radix_sorter::sort_densely(std::vector<keyed_index>& items, std::size_t key_count, scheduler& jobs) {
    other_.resize(items.size());
    // Every task has a counter for each key: few tasks.
    sort_by_digit(items, other_, 0, key_count, 4, jobs);
    items.swap(other_);
    // Tasks put their items behind those of the task before.
    ends_ = std::span<const std::uint32_t>(places_).last(key_count);
}

void radix_sorter::sort_by_digit(std::span<const keyed_index> from, std::span<keyed_index> to, int shift,
                                 std::size_t digit_count, std::size_t most_tasks, scheduler& jobs) {
    const auto mask = static_cast<std::uint32_t>(std::bit_ceil(digit_count) - 1);
    const chunks pieces = chunks::at_most(most_tasks, from.size(), smallest_task);
    const std::size_t task_count = std::max<std::size_t>(pieces.size(), 1);
    places_.assign(task_count * digit_count, 0);
    const auto places_of = [&](std::size_t task) { return places_.data() + task * digit_count; };

    parallel_for(jobs, pieces.size(), 1, [&](std::size_t task) {
        const index_range range = pieces[static_cast<std::uint32_t>(task)];
        const keyed_index* const items = from.data();
        std::uint32_t* const counts = places_of(task);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            ++counts[items[i].key >> shift & mask];
        }
    });

    std::uint32_t place = 0;
    for (std::size_t digit = 0; digit < digit_count; ++digit) {
        for (std::size_t task = 0; task < task_count; ++task) {
            std::uint32_t& count = places_of(task)[digit];
            const std::uint32_t next = place + count;
            count = place;
            place = next;
        }
    }

    parallel_for(jobs, pieces.size(), 1, [&](std::size_t task) {
        const index_range range = pieces[static_cast<std::uint32_t>(task)];
        const keyed_index* const items = from.data();
        keyed_index* const sorted = to.data();
        std::uint32_t* const next = places_of(task);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const keyed_index item = items[i];
            sorted[next[item.key >> shift & mask]++] = item;
        }
    });
}

} // namespace orrery::spatial::detail
