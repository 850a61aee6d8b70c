// Sums, bounds and other reductions over a range, on the threads of a scheduler.
// The order of the reduction is fixed by the range and the grain: pieces are mapped on their own and combined
// from first to last, so a floating-point sum has the same bits on any number of threads. The range is cut
// into at most 256 pieces, whose values wait on the stack: nothing is allocated.
#pragma once

#include <orrery/core/jobs/parallel_for.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace orrery {
namespace detail {

inline constexpr std::size_t max_reduction_pieces = 256;

// Room for one value a piece, each made by the task that computes it.
template <typename T>
struct uninitialised {
    union {
        T value;
    };

    uninitialised() noexcept {}

    ~uninitialised() {}
};

} // namespace detail

// combine(... combine(combine(initial, piece 0), piece 1) ..., last piece), where a piece is the value of
// map(begin, end). A piece has `grain` indices, or the multiple of `grain` that keeps them at 256 pieces.
template <typename T, typename Map, typename Combine>
    requires std::convertible_to<std::invoke_result_t<Map&, std::size_t, std::size_t>, T> &&
             std::convertible_to<std::invoke_result_t<Combine&, T, T>, T>
[[nodiscard]] T parallel_reduce(scheduler& jobs, std::size_t count, std::size_t grain, T initial, Map&& map,
                                Combine&& combine) {
    const chunks pieces = chunks::at_most(detail::max_reduction_pieces, count, grain);
    std::array<detail::uninitialised<T>, detail::max_reduction_pieces> values;
    auto map_piece = [&](std::uint32_t piece) {
        const index_range range = pieces[piece];
        std::construct_at(&values[piece].value, map(range.begin, range.end));
    };
    detail::run_tasks(jobs, pieces.size(), map_piece);

    T total = std::move(initial);
    for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
        total = combine(std::move(total), std::move(values[piece].value));
        std::destroy_at(&values[piece].value);
    }
    return total;
}

} // namespace orrery
