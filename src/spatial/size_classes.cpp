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
    if (!found.has_unbounded && !has_to_tell_shapes_ &&
        largest_component(found.largest) / 4 <= found.smallest) {
        put_all_in_one_class(boxes.size(), found.largest);
    } else {
        distribute(boxes);
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
std::size_t size_classes<Box>::bin_of(const sides_type& sides) noexcept {
    // Never negative, so the order of the bits is that of the numbers.
    return std::bit_cast<std::uint32_t>(static_cast<float>(largest_component(sides))) >> bin_shift;
}

template <any_box Box>
std::size_t size_classes<Box>::shape_of(const sides_type& sides) const noexcept {
    const auto threshold = has_to_tell_shapes_ ? largest_component(sides) / 4 : product_type<T>{0};
    std::size_t shape = 0;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        shape |= static_cast<std::size_t>(sides[axis] >= threshold) << axis;
    }
    return shape;
}

template <any_box Box>
auto size_classes<Box>::number_classes(std::span<const Box> boxes) -> class_table {
    class_table table{}; // first whether there is such a box
    for (const Box& box : boxes) {
        const sides_type sides = size(box);
        table[bin_of(sides)][shape_of(sides)] |= static_cast<std::uint8_t>(is_bounded(box));
    }
    std::size_t class_begin =
        bin_count + bins_in_a_class; // the highest bin of the classes that are being numbered
    std::array<std::size_t, shape_count> class_of_shape{};
    constexpr std::size_t none = most_classes;
    class_of_shape.fill(none);
    for (std::size_t bin = bin_count; bin-- > 0;) {
        for (std::size_t shape = 0; shape < shape_count; ++shape) {
            if (table[bin][shape] == 0) {
                continue;
            }
            if (class_begin - bin >= bins_in_a_class) {
                class_begin = bin;
                class_of_shape.fill(none);
            }
            if (class_of_shape[shape] == none) {
                count_ = std::min(count_ + 1, most_classes);
                class_of_shape[shape] = count_ - 1;
            }
            table[bin][shape] = static_cast<std::uint8_t>(class_of_shape[shape]);
        }
    }
    return table;
}

template <any_box Box>
void size_classes<Box>::distribute(std::span<const Box> boxes) {
    const class_table table = number_classes(boxes);
    for (std::size_t i = 0; i < count_; ++i) {
        classes_[i].largest_sides = {};
        classes_[i].members.clear();
    }
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const Box& box = boxes[index];
        if (!is_bounded(box)) {
            unbounded_.push_back(static_cast<std::uint32_t>(index));
            continue;
        }
        const sides_type sides = size(box);
        size_class& chosen = classes_[table[bin_of(sides)][shape_of(sides)]];
        chosen.largest_sides = max(sides, chosen.largest_sides);
        chosen.members.push_back(static_cast<std::uint32_t>(index));
    }
}

template class size_classes<aabb2f>;
template class size_classes<aabb2d>;
template class size_classes<aabb2i>;
template class size_classes<aabb3f>;
template class size_classes<aabb3d>;
template class size_classes<aabb3i>;

} // namespace orrery::spatial::detail
