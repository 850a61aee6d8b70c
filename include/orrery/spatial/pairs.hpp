// All pairs of intersecting boxes, within one set or between two: as a range, to a visitor, serially or on
// jobs. The order is the structure's; it is the same on any number of threads. Touching counts.
//
//   spatial::pair_list found;                     // keep it: the next frame uses its memory again
//   spatial::find_pairs(tree, engine.jobs(), found);
//   for (const auto [a, b] : found) { ... }
#pragma once

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/broad_phase.hpp>

namespace orrery::spatial {

namespace detail {

// The list becomes what append(task, buffer) appends for each task in turn.
template <typename Append>
void collect(std::uint32_t task_count, pair_list& found, Append&& append) {
    found.all().clear();
    for (std::uint32_t task = 0; task < task_count; ++task) {
        append(task, found.all());
    }
}

// The same with tasks that run at the same time, each into a buffer of its own.
template <typename Append>
void collect(std::uint32_t task_count, scheduler& jobs, pair_list& found, Append&& append) {
    if (task_count <= 1 || jobs.thread_count() <= 1) {
        return collect(task_count, found, append);
    }
    const std::span<pair_buffer> buffers = found.task_buffers(task_count);
    parallel_for(jobs, task_count, 1, [&](std::size_t task) {
        buffers[task].clear();
        append(static_cast<std::uint32_t>(task), buffers[task]);
    });
    std::size_t total = 0;
    for (const pair_buffer& part : buffers) {
        total += part.size();
    }
    found.all().clear();
    index_pair* end = found.all().room(total);
    for (const pair_buffer& part : buffers) {
        end = std::copy_n(part.pairs().data(), part.size(), end);
        found.all().add_tests(part.tests());
    }
    found.all().grow_to(end);
}

// How many boxes of the other set one task looks up.
inline constexpr std::size_t boxes_a_task = 1024;

template <box_tree Structure>
void append_pairs_between(const Structure& structure, std::span<const box_of<Structure>> others,
                          std::uint32_t task, pair_buffer& found) {
    const index_range range = chunks(others.size(), boxes_a_task)[task];
    for (std::size_t other = range.begin; other < range.end; ++other) {
        for_each_intersecting(structure, others[other], [&](std::uint32_t index, const auto&) {
            found.push_back({index, static_cast<std::uint32_t>(other)});
        });
    }
}

} // namespace detail

// Within one set.
template <broad_phase Structure>
void find_pairs(const Structure& structure, pair_list& found) {
    detail::collect(structure.pair_tasks(), found,
                    [&](std::uint32_t task, pair_buffer& out) { structure.append_pairs(task, out); });
}

template <broad_phase Structure>
void find_pairs(const Structure& structure, scheduler& jobs, pair_list& found) {
    detail::collect(structure.pair_tasks(), jobs, found,
                    [&](std::uint32_t task, pair_buffer& out) { structure.append_pairs(task, out); });
}

template <broad_phase Structure>
[[nodiscard]] pair_list pairs(const Structure& structure) {
    pair_list found;
    find_pairs(structure, found);
    return found;
}

template <broad_phase Structure>
[[nodiscard]] pair_list pairs(const Structure& structure, scheduler& jobs) {
    pair_list found;
    find_pairs(structure, jobs, found);
    return found;
}

// Calls visit(first, second) for each pair. A visitor that returns bool ends the search with false.
template <broad_phase Structure, typename Visit>
void for_each_pair(const Structure& structure, Visit&& visit) {
    pair_buffer found;
    for (std::uint32_t task = 0; task < structure.pair_tasks(); ++task) {
        found.clear();
        structure.append_pairs(task, found);
        for (const auto [first, second] : found.pairs()) {
            if (!detail::wants_more(visit, first, second)) {
                return;
            }
        }
    }
}

// Calls visit(task, first, second) from several threads: the pairs of one task come in order from one thread,
// so what a visitor collects by task number is the same on any number of threads. Tasks are below
// structure.pair_tasks().
template <broad_phase Structure, typename Visit>
void for_each_pair(const Structure& structure, scheduler& jobs, Visit&& visit) {
    parallel_for(jobs, structure.pair_tasks(), 1, [&](std::size_t index) {
        const auto task = static_cast<std::uint32_t>(index);
        pair_buffer found;
        structure.append_pairs(task, found);
        for (const auto [first, second] : found.pairs()) {
            visit(task, first, second);
        }
    });
}

// Between the structure's boxes (first) and others (second), in the order of the others.
template <box_tree Structure>
void find_pairs_between(const Structure& structure, std::span<const box_of<Structure>> others,
                        pair_list& found) {
    detail::collect(chunks(others.size(), detail::boxes_a_task).size(), found,
                    [&](std::uint32_t task, pair_buffer& out) {
                        detail::append_pairs_between(structure, others, task, out);
                    });
}

template <box_tree Structure>
void find_pairs_between(const Structure& structure, std::span<const box_of<Structure>> others,
                        scheduler& jobs, pair_list& found) {
    detail::collect(chunks(others.size(), detail::boxes_a_task).size(), jobs, found,
                    [&](std::uint32_t task, pair_buffer& out) {
                        detail::append_pairs_between(structure, others, task, out);
                    });
}

template <box_tree Structure>
[[nodiscard]] pair_list pairs_between(const Structure& structure, std::span<const box_of<Structure>> others) {
    pair_list found;
    find_pairs_between(structure, others, found);
    return found;
}

template <box_tree Structure>
[[nodiscard]] pair_list pairs_between(const Structure& structure, std::span<const box_of<Structure>> others,
                                      scheduler& jobs) {
    pair_list found;
    find_pairs_between(structure, others, jobs, found);
    return found;
}

// Calls visit(index, other) for each pair. A visitor that returns bool ends the search with false.
template <box_tree Structure, typename Visit>
void for_each_pair_between(const Structure& structure, std::span<const box_of<Structure>> others,
                           Visit&& visit) {
    bool goes_on = true;
    for (std::size_t other = 0; other < others.size() && goes_on; ++other) {
        for_each_intersecting(structure, others[other], [&](std::uint32_t index, const auto&) {
            goes_on = detail::wants_more(visit, index, static_cast<std::uint32_t>(other));
            return goes_on;
        });
    }
}

} // namespace orrery::spatial
