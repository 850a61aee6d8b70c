#include <orrery/spatial/detail/size_classes.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <spatial/box_survey.hpp>

namespace orrery::spatial::detail {

namespace {

// Whether there would be many boxes in a cell as large as the largest box, were they spread evenly.
template <any_box Box>
[[nodiscard]] bool is_crowded(const box_survey<Box>& found, std::size_t count) noexcept {
    const auto extents = size(found.corners);
    double in_a_cell = static_cast<double>(count);
    for (int axis = 0; axis < Box::dimension; ++axis) {
        const auto side = static_cast<double>(found.largest[axis]);
        in_a_cell *= side / (static_cast<double>(extents[axis]) + side);
    }
    return !(in_a_cell <= 8); // NaN for infinite boxes
}

} // namespace

template <any_box Box>
void size_classes<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    const box_survey<Box> found = survey(boxes, jobs);
    corners_ = found.corners;
    unbounded_.clear();
    classes_.resize(most_classes);
    count_ = 0;
    if (boxes.empty()) {
        return;
    }
    has_to_tell_shapes_ = is_crowded(found, boxes.size());
    if (!found.has_unbounded() && !has_to_tell_shapes_ &&
        largest_component(found.largest) / 4 <= found.smallest) {
        put_all_in_one_class(boxes.size(), found.largest);
    } else {
        distribute(boxes, jobs);
    }
}

template <any_box Box>
void size_classes<Box>::put_all_in_one_class(std::size_t count, const sides_type& largest_sides) {
    count_ = 1;
    classes_[0].largest_sides = largest_sides;
    std::vector<std::uint32_t>& members = classes_[0].members;
    if (members.size() != count || members.back() + 1 != count) {
        members.resize(count);
        std::iota(members.begin(), members.end(), 0u);
    }
}

template <any_box Box>
std::uint16_t size_classes<Box>::kind_of(const Box& box) const noexcept {
    const sides_type sides = size(box);
    const auto longest = largest_component(sides);
    // Never negative, so the order of the bits is that of the numbers.
    const std::size_t bin = std::bit_cast<std::uint32_t>(static_cast<float>(longest)) >> bin_shift;
    const auto threshold = has_to_tell_shapes_ ? longest / 4 : product_type<T>{0};
    std::size_t shape = 0;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        shape |= static_cast<std::size_t>(sides[axis] >= threshold) << axis;
    }
    return is_side_bounded<Box>(longest) ? static_cast<std::uint16_t>(bin * shape_count + shape)
                                         : unbounded_kind;
}

// From the largest on: a class ends where sizes become less than a quarter of those it began with, and has
// one shape.
template <any_box Box>
void size_classes<Box>::number_classes() {
    constexpr std::size_t none = most_classes;
    std::size_t highest_bin = bin_count + bins_in_a_class; // of the classes that are being numbered
    std::array<std::size_t, shape_count> class_of_shape{};
    for (std::size_t kind = kind_count; kind-- > 0;) {
        if (kind_sizes_[kind] == 0) {
            continue;
        }
        const std::size_t bin = kind / shape_count;
        if (highest_bin - bin >= bins_in_a_class) {
            highest_bin = bin;
            class_of_shape.fill(none);
        }
        std::size_t& own = class_of_shape[kind % shape_count];
        if (own == none) {
            count_ = std::min(count_ + 1, most_classes);
            own = count_ - 1;
        }
        class_of_kind_[kind] = static_cast<std::uint8_t>(own);
    }
}

template <any_box Box>
void size_classes<Box>::distribute(std::span<const Box> boxes, scheduler& jobs) {
    constexpr std::size_t boxes_a_task = 8192;
    kinds_.resize(boxes.size());
    parallel_for(jobs, boxes.size(), boxes_a_task, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index) {
            kinds_[index] = kind_of(boxes[index]);
        }
    });
    kind_sizes_.fill(0);
    for (const std::uint16_t kind : kinds_) {
        ++kind_sizes_[kind];
    }
    number_classes();
    class_of_kind_[unbounded_kind] = static_cast<std::uint8_t>(count_);

    // Of every fourth box on its own, so that one does not have to wait for the last.
    std::array<std::array<sides_type, most_classes + 1>, 4> largest{};
    std::array<std::uint32_t, most_classes + 1> sizes{};
    for (std::size_t kind = 0; kind <= kind_count; ++kind) {
        sizes[class_of_kind_[kind]] += kind_sizes_[kind];
    }
    std::array<std::uint32_t*, most_classes + 1> next{};
    for (std::size_t i = 0; i < count_; ++i) {
        classes_[i].members.resize(sizes[i]);
        next[i] = classes_[i].members.data();
    }
    unbounded_.resize(sizes[count_]);
    next[count_] = unbounded_.data();
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const std::size_t chosen = class_of_kind_[kinds_[index]];
        *next[chosen]++ = static_cast<std::uint32_t>(index);
        sides_type& sides = largest[index % 4][chosen];
        sides = max(size(boxes[index]), sides);
    }
    for (std::size_t i = 0; i < count_; ++i) {
        classes_[i].largest_sides = max(max(largest[0][i], largest[1][i]), max(largest[2][i], largest[3][i]));
    }
}

template class size_classes<aabb2f>;
template class size_classes<aabb2d>;
template class size_classes<aabb2i>;
template class size_classes<aabb3f>;
template class size_classes<aabb3d>;
template class size_classes<aabb3i>;

} // namespace orrery::spatial::detail
