#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/split_hierarchy.hpp>
#include <orrery/spatial/detail/tree_measure.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace orrery::spatial::detail {
namespace {

constexpr int most_bins = 16;
constexpr int fewest_bins = 8; // for sets that are hardly worth the trouble
constexpr std::uint32_t small_size = 96;
constexpr std::uint32_t sweep_size = 16;      // up to here every place of a cut is tried
constexpr std::uint32_t sample_size = 2048;   // of larger sets, so many boxes at least stand for all
constexpr std::uint32_t piece_size = 1024;    // sets of this size are cut up by one task
constexpr std::uint32_t last_free_depth = 48; // below, sets are halved, so that a tree cannot become a list

template <any_box Box>
using item_of = typename split_hierarchy<Box>::item;

template <any_box Box>
using center_box = basic_aabb<real_of<Box>, Box::dimension>;

// Which of two cuts is better: the cheaper, and the more even one of equals.
template <real T>
struct rated_cut {
    T cost = std::numeric_limits<T>::infinity();
    std::uint32_t imbalance = std::numeric_limits<std::uint32_t>::max();
    int axis = -1;
    std::uint32_t place = 0; // a bin or a number of items

    [[nodiscard]] bool is_better_than(const rated_cut& other) const noexcept {
        return cost < other.cost || (cost == other.cost && imbalance < other.imbalance);
    }
};

template <any_box Box>
class cost_model {
public:
    explicit cost_model(std::uint32_t leaf_size) noexcept
        : leaf_size_(leaf_size) {}

    [[nodiscard]] rated_cut<real_of<Box>> rate(real_of<Box> first, std::uint32_t first_count,
                                               real_of<Box> second, std::uint32_t second_count, int axis,
                                               std::uint32_t place) const noexcept {
        const std::uint32_t imbalance =
            std::max(first_count, second_count) - std::min(first_count, second_count);
        return {first * leaves(first_count) + second * leaves(second_count), imbalance, axis, place};
    }

private:
    // A leaf that is not full costs as much as a full one.
    [[nodiscard]] real_of<Box> leaves(std::uint32_t count) const noexcept {
        const std::uint32_t filled_or_not = (count + leaf_size_ - 1) / leaf_size_;
        return static_cast<real_of<Box>>(filled_or_not);
    }

    std::uint32_t leaf_size_;
};

// Into which of the bins between two centres a box falls.
template <any_box Box>
class binning {
public:
    using real = real_of<Box>;

    binning(const center_box<Box>& centers, std::uint32_t item_count) noexcept
        : bin_count_(item_count <= small_size ? fewest_bins : most_bins) {
        for (int axis = 0; axis < Box::dimension; ++axis) {
            const real extent = centers.max[axis] - centers.min[axis];
            low_[axis] = centers.min[axis];
            // An extent too small to divide by counts as none.
            scale_[axis] = extent > real{1e-30f} ? static_cast<real>(bin_count_) / extent : real{0};
        }
    }

    [[nodiscard]] bool is_flat(int axis) const noexcept { return scale_[axis] == real{0}; }

    [[nodiscard]] int bin(const Box& box, int axis) const noexcept {
        const real place = (twice_center(box, axis) - low_[axis]) * scale_[axis];
        return std::min(static_cast<int>(place), bin_count_ - 1);
    }

    [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(bin_count_); }

private:
    int bin_count_;
    basic_vector<real, Box::dimension> low_;
    basic_vector<real, Box::dimension> scale_;
};

template <any_box Box>
struct bin_contents {
    Box bounds = Box::empty();
    std::uint32_t count = 0;

    void add(const bin_contents& other) noexcept {
        bounds = merge(bounds, other.bounds);
        count += other.count;
    }
};

template <any_box Box>
using axis_bins = std::array<bin_contents<Box>, most_bins>;

// The best cut between two bins that has boxes on both sides.
template <any_box Box>
void rate_bins(std::span<const bin_contents<Box>> bins, int axis, const cost_model<Box>& model,
               rated_cut<real_of<Box>>& best) noexcept {
    std::array<real_of<Box>, most_bins> behind; // the measure of the bins from this one on
    bin_contents<Box> sum;
    for (std::size_t bin = bins.size() - 1; bin > 0; --bin) {
        sum.add(bins[bin]);
        behind[bin] = tree_measure(sum.bounds);
    }
    const std::uint32_t all = sum.count + bins[0].count;
    sum = {};
    for (std::size_t bin = 1; bin < bins.size(); ++bin) {
        sum.add(bins[bin - 1]);
        if (sum.count == 0 || sum.count == all) {
            continue;
        }
        const auto rated = model.rate(tree_measure(sum.bounds), sum.count, behind[bin], all - sum.count, axis,
                                      static_cast<std::uint32_t>(bin));
        if (rated.is_better_than(best)) {
            best = rated;
        }
    }
}

// Brings items for which `is_first` holds to the front; both parts keep their order. Returns how many they
// are.
template <any_box Box, typename IsFirst>
std::uint32_t partition(std::span<item_of<Box>> items, std::span<item_of<Box>> scratch, IsFirst&& is_first) {
    std::size_t first = 0;
    std::size_t second = 0;
    for (std::size_t next = 0; next < items.size(); ++next) {
        // To both places, since nobody can guess which is right; what is wrong is overwritten.
        const item_of<Box> each = items[next];
        const bool goes_first = is_first(each);
        items[first] = each;
        scratch[second] = each;
        first += static_cast<std::size_t>(goes_first);
        second += static_cast<std::size_t>(!goes_first);
    }
    std::copy_n(scratch.begin(), second, items.begin() + static_cast<std::ptrdiff_t>(first));
    return static_cast<std::uint32_t>(first);
}

// Brings the items into the order of their centres along an axis.
template <any_box Box>
void sort_by_center(std::span<item_of<Box>> items, int axis) {
    // total order: the centre, then the index, which comes once
    std::sort(items.begin(), items.end(), [axis](const item_of<Box>& a, const item_of<Box>& b) {
        const auto center_a = twice_center(a.box, axis);
        const auto center_b = twice_center(b.box, axis);
        return center_a != center_b ? center_a < center_b : a.index < b.index;
    });
}

// The order of up to sweep_size items along an axis, without moving them.
template <any_box Box>
class small_order {
public:
    small_order(std::span<const item_of<Box>> items, int axis) noexcept
        : items_(items) {
        for (std::uint32_t number = 0; number < items.size(); ++number) {
            const entry added{twice_center(items[number].box, axis), items[number].index, number};
            std::uint32_t place = number;
            for (; place > 0 && added.is_before(entries_[place - 1]); --place) {
                entries_[place] = entries_[place - 1];
            }
            entries_[place] = added;
        }
    }

    [[nodiscard]] const item_of<Box>& operator[](std::uint32_t place) const noexcept {
        return items_[entries_[place].number];
    }

private:
    struct entry {
        real_of<Box> center;
        std::uint32_t index;
        std::uint32_t number;

        [[nodiscard]] bool is_before(const entry& other) const noexcept {
            return center != other.center ? center < other.center : index < other.index;
        }
    };

    std::span<const item_of<Box>> items_;
    std::array<entry, sweep_size> entries_;
};

template <any_box Box>
int longest_axis(const center_box<Box>& centers) noexcept {
    int longest = 0;
    for (int axis = 1; axis < Box::dimension; ++axis) {
        if (centers.max[axis] - centers.min[axis] > centers.max[longest] - centers.min[longest]) {
            longest = axis;
        }
    }
    return longest;
}

// Items to be cut, and as much memory beside them.
template <any_box Box>
struct workplace {
    std::span<item_of<Box>> items;
    std::span<item_of<Box>> scratch;

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(items.size()); }
};

// These three bring the items into the order of the cut and return the size of the first part.

template <any_box Box>
std::uint32_t cut_between_bins(const workplace<Box>& place, const center_box<Box>& centers,
                               const cost_model<Box>& model) {
    const binning<Box> grid(centers, place.size());
    std::array<axis_bins<Box>, Box::dimension> bins;
    const std::size_t stride = std::max(place.items.size() / sample_size, std::size_t{1});
    for (std::size_t number = 0; number < place.items.size(); number += stride) {
        const Box& box = place.items[number].box;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            const auto bin = static_cast<std::size_t>(grid.bin(box, axis));
            bins[static_cast<std::size_t>(axis)][bin].add({box, 1});
        }
    }
    rated_cut<real_of<Box>> best;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        if (!grid.is_flat(axis)) {
            rate_bins<Box>(std::span(bins[static_cast<std::size_t>(axis)]).first(grid.size()), axis, model,
                           best);
        }
    }
    if (best.axis < 0) {
        return place.size() / 2; // all boxes have one centre, or nearly so
    }
    return partition<Box>(place.items, place.scratch, [&](const item_of<Box>& each) {
        return grid.bin(each.box, best.axis) < static_cast<int>(best.place);
    });
}

template <any_box Box>
std::uint32_t cut_anywhere(const workplace<Box>& place, const cost_model<Box>& model) {
    if (place.size() == 2) {
        return 1;
    }
    std::array<real_of<Box>, sweep_size> behind; // the measure of the items from this one on
    rated_cut<real_of<Box>> best;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        const small_order<Box> order(place.items, axis);
        Box sum = Box::empty();
        for (std::uint32_t item = place.size() - 1; item > 0; --item) {
            sum = merge(sum, order[item].box);
            behind[item] = tree_measure(sum);
        }
        sum = Box::empty();
        for (std::uint32_t count = 1; count < place.size(); ++count) {
            sum = merge(sum, order[count - 1].box);
            const auto rated =
                model.rate(tree_measure(sum), count, behind[count], place.size() - count, axis, count);
            if (rated.is_better_than(best)) {
                best = rated;
            }
        }
    }
    const small_order<Box> order(place.items, best.axis);
    for (std::uint32_t item = 0; item < place.size(); ++item) {
        place.scratch[item] = order[item];
    }
    std::copy(place.scratch.begin(), place.scratch.end(), place.items.begin());
    return best.place;
}

template <any_box Box>
std::uint32_t cut_in_half(const workplace<Box>& place, const center_box<Box>& centers) {
    sort_by_center<Box>(place.items, longest_axis<Box>(centers));
    return place.size() / 2;
}

} // namespace

template <any_box Box>
std::span<typename split_hierarchy<Box>::item> split_hierarchy<Box>::start(std::size_t count) {
    items_.resize(count);
    scratch_.resize(count);
    cuts_.resize(count);
    return items_;
}

template <any_box Box>
void split_hierarchy<Box>::clear() noexcept {
    *this = split_hierarchy();
}

template <any_box Box>
Box split_hierarchy<Box>::bounds(const range& part) const noexcept {
    if (is_cut(part)) {
        return cuts_[part.set].bounds;
    }
    Box all = items_[part.begin].box;
    for (std::uint32_t place = part.begin + 1; place < part.end; ++place) {
        all = merge(all, items_[place].box);
    }
    return all;
}

// Large sets are cut one after another; what is left are pieces of work that know nothing of each other.
template <any_box Box>
void split_hierarchy<Box>::split(std::uint32_t leaf_size, scheduler& jobs) {
    leaf_size_ = leaf_size;
    ranges_.clear();
    ranges_.push_back(all());
    for (std::size_t next = 0; next < ranges_.size();) {
        const range part = ranges_[next];
        if (part.size() <= std::max(piece_size, leaf_size)) {
            ++next;
            continue;
        }
        cut_range(part);
        ranges_[next] = first_part(part);
        ranges_.push_back(second_part(part));
    }
    parallel_for(jobs, ranges_.size(), 1, [&](std::size_t piece) { cut_all(ranges_[piece]); });
}

template <any_box Box>
void split_hierarchy<Box>::cut_all(const range& part) {
    if (is_cut(part)) {
        cut_range(part);
        cut_all(first_part(part));
        cut_all(second_part(part));
    }
}

template <any_box Box>
void split_hierarchy<Box>::cut_range(const range& part) {
    const workplace<Box> place{std::span(items_).subspan(part.begin, part.size()),
                               std::span(scratch_).subspan(part.begin, part.size())};
    Box bounds = Box::empty();
    auto centers = center_box<Box>::empty();
    for (const item& each : place.items) {
        bounds = merge(bounds, each.box);
        for (int axis = 0; axis < Box::dimension; ++axis) {
            const auto center = twice_center(each.box, axis);
            centers.min[axis] = min(centers.min[axis], center);
            centers.max[axis] = max(centers.max[axis], center);
        }
    }
    const cost_model<Box> model(leaf_size_);
    const std::uint32_t first_size = part.depth > last_free_depth ? cut_in_half<Box>(place, centers)
                                     : part.size() <= sweep_size
                                         ? cut_anywhere<Box>(place, model)
                                         : cut_between_bins<Box>(place, centers, model);
    cuts_[part.set] = {bounds, part.begin + first_size};
}

template class split_hierarchy<aabb2f>;
template class split_hierarchy<aabb2d>;
template class split_hierarchy<aabb2i>;
template class split_hierarchy<aabb3f>;
template class split_hierarchy<aabb3d>;
template class split_hierarchy<aabb3i>;

} // namespace orrery::spatial::detail
