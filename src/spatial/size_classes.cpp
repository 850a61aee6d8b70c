#include <orrery/spatial/detail/size_classes.hpp>

#include <spatial/box_survey.hpp>

#include <bit>
#include <numeric>

namespace orrery::spatial::detail {

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
    if (!found.has_unbounded && found.largest / 4 <= found.smallest) {
        put_all_in_one_class(boxes.size(), found.largest);
    } else {
        distribute(boxes);
    }
}

template <any_box Box>
void size_classes<Box>::put_all_in_one_class(std::size_t count, side_type largest_side) {
    count_ = 1;
    classes_[0].largest_side = largest_side;
    std::vector<std::uint32_t>& members = classes_[0].members;
    if (members.size() != count || members.back() + 1 != count) {
        members.resize(count);
        std::iota(members.begin(), members.end(), 0u);
    }
}

template <any_box Box>
std::size_t size_classes<Box>::bin_of(side_type side) noexcept {
    // Never negative, so the order of the bits is that of the numbers.
    return std::bit_cast<std::uint32_t>(static_cast<float>(side)) >> bin_shift;
}

template <any_box Box>
std::array<std::uint8_t, size_classes<Box>::bin_count>
size_classes<Box>::class_of_bins(std::span<const Box> boxes) {
    std::array<bool, bin_count> is_used{};
    for (const Box& box : boxes) {
        is_used[bin_of(longest_side(box))] |= is_bounded(box);
    }
    std::array<std::uint8_t, bin_count> class_of{};
    std::size_t class_begin = bin_count; // the highest bin of the class
    for (std::size_t bin = bin_count; bin-- > 0;) {
        if (!is_used[bin]) {
            continue;
        }
        const bool starts_a_class = count_ == 0 || (class_begin - bin >= bins_in_a_class && count_ < most_classes);
        if (starts_a_class) {
            class_begin = bin;
            ++count_;
        }
        class_of[bin] = static_cast<std::uint8_t>(count_ - 1);
    }
    return class_of;
}

template <any_box Box>
void size_classes<Box>::distribute(std::span<const Box> boxes) {
    const std::array<std::uint8_t, bin_count> class_of = class_of_bins(boxes);
    for (std::size_t i = 0; i < count_; ++i) {
        classes_[i].largest_side = 0;
        classes_[i].members.clear();
    }
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const Box& box = boxes[index];
        if (!is_bounded(box)) {
            unbounded_.push_back(static_cast<std::uint32_t>(index));
            continue;
        }
        const side_type side = longest_side(box);
        size_class& chosen = classes_[class_of[bin_of(side)]];
        chosen.largest_side = max(side, chosen.largest_side);
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
