#include <orrery/spatial/detail/size_classes.hpp>

#include <orrery/core/parallel_reduce.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace orrery::spatial::detail {

namespace {

// Far enough from the end of the range that differences of coordinates, and those times a few, stay in it.
template <number T>
constexpr T outermost = real<T> ? std::numeric_limits<T>::max() / 16 : std::numeric_limits<T>::max();

template <any_box Box>
[[nodiscard]] auto longest_side(const Box& box) noexcept {
    return largest_component(size(box));
}

template <any_box Box>
[[nodiscard]] bool is_bounded(const Box& box) noexcept {
    // Not: larger than. The difference of two infinities is NaN.
    return longest_side(box) <= 2 * product_type<typename Box::value_type>{outermost<typename Box::value_type>};
}

template <any_box Box>
struct survey {
    Box corners = Box::empty(); // around the lower corners
    product_type<typename Box::value_type> smallest = std::numeric_limits<decltype(smallest)>::max();
    product_type<typename Box::value_type> largest = 0;
    bool has_unbounded = false;

    void add(const Box& box) noexcept {
        const auto side = longest_side(box);
        corners.min = min(box.min, corners.min);
        corners.max = max(box.min, corners.max);
        smallest = min(side, smallest);
        largest = max(side, largest);
        has_unbounded |= !is_bounded(box);
    }

    [[nodiscard]] static survey joined(const survey& a, const survey& b) noexcept {
        return {merge(a.corners, b.corners), min(a.smallest, b.smallest), max(a.largest, b.largest),
                a.has_unbounded || b.has_unbounded};
    }
};

// Every other box on its own, so that one does not have to wait for the last.
template <any_box Box>
[[nodiscard]] survey<Box> survey_of(std::span<const Box> boxes) noexcept {
    survey<Box> even;
    survey<Box> odd;
    std::size_t i = 0;
    for (; i + 1 < boxes.size(); i += 2) {
        even.add(boxes[i]);
        odd.add(boxes[i + 1]);
    }
    if (i < boxes.size()) {
        even.add(boxes[i]);
    }
    return survey<Box>::joined(even, odd);
}

} // namespace

template <any_box Box>
void size_classes<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    constexpr std::size_t boxes_a_task = 8192;
    const auto found = parallel_reduce(
        jobs, boxes.size(), boxes_a_task, survey<Box>{},
        [&](std::size_t begin, std::size_t end) { return survey_of(boxes.subspan(begin, end - begin)); },
        survey<Box>::joined);

    const auto far = Box::vector_type::filled(outermost<T>);
    const auto near = Box::vector_type::filled(real<T> ? -outermost<T> : std::numeric_limits<T>::min());
    corners_ = {clamp(found.corners.min, near, far), clamp(found.corners.max, near, far)};
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
