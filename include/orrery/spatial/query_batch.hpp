// Many queries at once on the threads of a scheduler. The results lie in the order of the queries, and those
// of one query as it found them: the same on any number of threads.
//
//   spatial::query_batch<std::uint32_t> seen;
//   seen.run(engine.jobs(), windows.size(), [&](std::size_t query, auto add) {
//       spatial::for_each_intersecting(tree, windows[query], [&](std::uint32_t i, const auto&) { add(i); });
//   });
//   for (const std::uint32_t index : seen[0]) { ... }
#pragma once

#include <orrery/core/jobs/parallel_for.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

template <typename Result>
class query_batch {
public:
    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }

    // What the query with this number found.
    [[nodiscard]] std::span<const Result> operator[](std::size_t query) const {
        ORRERY_CHECK(query < size(), "there was no query with this number");
        const std::size_t begin = query == 0 ? 0 : ends_[query - 1];
        return {results_.data() + begin, ends_[query] - begin};
    }

    // All results, those of query 0 first.
    [[nodiscard]] std::span<const Result> results() const noexcept { return results_; }

    // Calls query(number, add) for each number below count, from several threads; add(result) keeps a result.
    template <typename Query>
    void run(scheduler& jobs, std::size_t count, Query&& query) {
        const chunks pieces(count, queries_a_task);
        parts_.resize(pieces.size());
        ends_.resize(count);
        parallel_for(jobs, count, queries_a_task, [&](std::size_t begin, std::size_t end) {
            std::vector<Result>& part = parts_[begin / queries_a_task];
            part.clear();
            for (std::size_t number = begin; number < end; ++number) {
                query(number, [&](const Result& result) { part.push_back(result); });
                ends_[number] = part.size();
            }
        });
        join(pieces);
    }

private:
    static constexpr std::size_t queries_a_task = 64;

    // Puts the parts one behind another, and counts ends from the start of all.
    void join(const chunks& pieces) {
        results_.clear();
        for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
            const index_range range = pieces[piece];
            for (std::size_t number = range.begin; number < range.end; ++number) {
                ends_[number] += results_.size();
            }
            results_.insert(results_.end(), parts_[piece].begin(), parts_[piece].end());
        }
    }

    std::vector<Result> results_;
    std::vector<std::size_t> ends_; // one past the last result of each query
    std::vector<std::vector<Result>> parts_;
};

} // namespace orrery::spatial
