// The k elements nearest to a point, and all others at exactly the distance of the k-th. The point may be
// anywhere. The distance is the square of that to the box, or the program's own:
//
//   float distance(std::uint32_t index, const aabb2f& box, float least)
//
// may measure to what is inside the box, as long as it is not less than `least`, the value for the box. For
// another metric altogether give the bound as well, a function of a box that is never larger for a box around
// it. Distances of whole coordinates are doubles: exact up to 2^53.
#pragma once

#include <orrery/spatial/traverse.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace orrery::spatial {

template <real T>
struct neighbor {
    T distance = 0;
    std::uint32_t index = 0;

    // By distance, then by index: the order of all lists of neighbours.
    friend auto operator<=>(const neighbor&, const neighbor&) = default;
};

template <typename Structure>
using neighbor_of = neighbor<real_of<box_of<Structure>>>;

// The distance is that of the box itself.
struct distance_of_box {
    template <any_box Box>
    [[nodiscard]] constexpr real_of<Box> operator()(std::uint32_t, const Box&,
                                                    real_of<Box> least) const noexcept {
        return least;
    }
};

namespace detail {

// The k best so far and behind them those that are tied with the k-th. A few are kept sorted, where inserting
// moves what is farther; of many, twice as many are collected before the list is sorted and cut again.
template <typename Neighbor>
class nearest_so_far {
public:
    using real = decltype(Neighbor::distance);

    nearest_so_far(std::vector<Neighbor>& list, std::size_t k, real farthest)
        : list_(list)
        , k_(k)
        , limit_(farthest)
        , next_cut_(2 * std::min(k, std::numeric_limits<std::size_t>::max() / 2)) {
        list_.clear();
    }

    // Nothing beyond it is of interest.
    [[nodiscard]] real limit() const noexcept { return limit_; }

    void add(Neighbor found) {
        if (!(found.distance <= limit_)) {
            return;
        }
        list_.push_back(found);
        if (k_ <= most_kept_sorted) {
            sink_last();
            cut();
        } else if (list_.size() >= next_cut_) {
            sort_and_cut();
        }
    }

    // Leaves the list sorted and free of all others.
    void finish() {
        if (k_ > most_kept_sorted) {
            sort_and_cut();
        }
    }

private:
    static constexpr std::size_t most_kept_sorted = 64;

    void sink_last() {
        const Neighbor found = list_.back();
        std::size_t place = list_.size() - 1;
        for (; place > 0 && found < list_[place - 1]; --place) {
            list_[place] = list_[place - 1];
        }
        list_[place] = found;
    }

    void sort_and_cut() {
        std::sort(list_.begin(), list_.end()); // total order: distance and index, and an index comes once
        cut();
        next_cut_ = 2 * list_.size(); // with many tied there may be more than k
    }

    void cut() {
        if (list_.size() >= k_) {
            limit_ = list_[k_ - 1].distance;
            while (limit_ < list_.back().distance) {
                list_.pop_back();
            }
        }
    }

    std::vector<Neighbor>& list_;
    std::size_t k_;
    real limit_;
    std::size_t next_cut_;
};

} // namespace detail

// Replaces `found` by the neighbours, nearest first. bound(box) must not exceed distance(index, box, least)
// for anything inside the box; nothing farther than `farthest` is found.
template <box_tree Structure, typename Bound, typename Distance>
void find_nearest_by(const Structure& structure, std::size_t k, std::vector<neighbor_of<Structure>>& found,
                     Bound&& bound, Distance&& distance,
                     real_of<box_of<Structure>> farthest =
                         std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    using real = real_of<box_of<Structure>>;
    detail::nearest_so_far best(found, k, farthest);
    if (k == 0) {
        return;
    }
    traverse_nearest(structure, farthest, bound,
                     [&](std::uint32_t index, const box_of<Structure>& box, real least) {
                         best.add({distance(index, box, least), index});
                         return best.limit();
                     });
    best.finish();
}

// The same by squared distance from a point.
template <box_tree Structure, typename Distance = distance_of_box>
void find_nearest(const Structure& structure, const point_of<box_of<Structure>>& point, std::size_t k,
                  std::vector<neighbor_of<Structure>>& found, Distance&& distance = {},
                  real_of<box_of<Structure>> farthest =
                      std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    find_nearest_by(
        structure, k, found,
        [&](const box_of<Structure>& box) { return spatial::distance_squared(box, point); }, distance,
        farthest);
}

template <box_tree Structure, typename Distance = distance_of_box>
[[nodiscard]] std::vector<neighbor_of<Structure>>
nearest(const Structure& structure, const point_of<box_of<Structure>>& point, std::size_t k,
        Distance&& distance = {},
        real_of<box_of<Structure>> farthest =
            std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    std::vector<neighbor_of<Structure>> found;
    find_nearest(structure, point, k, found, distance, farthest);
    return found;
}

// Calls visit(index, distance) for each of them, nearest first. A visitor that returns bool ends with false.
template <box_tree Structure, typename Visit, typename Distance = distance_of_box>
void for_each_nearest(const Structure& structure, const point_of<box_of<Structure>>& point, std::size_t k,
                      Visit&& visit, Distance&& distance = {}) {
    for (const neighbor_of<Structure>& each : nearest(structure, point, k, distance)) {
        if (!detail::wants_more(visit, each.index, each.distance)) {
            return;
        }
    }
}

} // namespace orrery::spatial
