#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/sweep.hpp>

#include <bit>
#include <spatial/sweep_axis.hpp>
#include <spatial/sweep_order.hpp>

#define ORRERY_SIMD_KERNELS "spatial/sweep.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::spatial {

namespace {

constexpr std::size_t boxes_a_task = 2048;

// Sorting by insertion is the quicker way while few have overtaken a neighbour, and none has gone far.
constexpr std::size_t one_overtaken_in = 16;

// Moves each entry back to its place among those before it. Gives up after as many steps as there are entries
// and returns false.
template <typename Entry>
bool insertion_sort(std::span<Entry> entries) {
    std::size_t steps_left = entries.size();
    for (std::size_t next = 1; next < entries.size(); ++next) {
        const Entry moved = entries[next];
        std::size_t place = next;
        while (place > 0 && moved < entries[place - 1]) {
            entries[place] = entries[place - 1];
            --place;
        }
        entries[place] = moved;
        if (next - place > steps_left) {
            return false;
        }
        steps_left -= next - place;
    }
    return true;
}

} // namespace

template <any_box Box>
sweep<Box>::sweep(const sweep_settings& settings)
    : settings_(settings) {
    ORRERY_CHECK(settings.axis >= sweep_settings::best_axis && settings.axis < dimension,
                 "boxes do not have this axis: choose one of theirs, or best_axis");
}

template <any_box Box>
void sweep<Box>::sort(std::span<const Box> boxes, scheduler& jobs) {
    const int axis_before = axis_;
    axis_ =
        settings_.axis == sweep_settings::best_axis ? best_sweep_axis(boxes, axis_before) : settings_.axis;
    if (axis_ == axis_before && entries_.size() == boxes.size() && sort_from_last_order(boxes)) {
        return;
    }
    entries_.resize(boxes.size());
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        entries_[index] =
            entry(detail::ordered_bits(boxes[index].max[axis_]), static_cast<std::uint32_t>(index));
    }
    sorter_.sort(entries_, jobs);
}

template <any_box Box>
bool sweep<Box>::sort_from_last_order(std::span<const Box> boxes) {
    std::size_t overtaken_left = entries_.size() / one_overtaken_in;
    entry before;
    for (entry& each : entries_) {
        each = entry(detail::ordered_bits(boxes[each.index()].max[axis_]), each.index());
        if (each < before) {
            if (overtaken_left == 0) {
                return false;
            }
            --overtaken_left;
        }
        before = each;
    }
    return insertion_sort(std::span(entries_));
}

template <any_box Box>
void sweep<Box>::make_room(std::size_t count) {
    boxes_.resize(count);
    indices_.resize(count);
    lower_.resize(count);
    upper_.resize(places_before_sweep_order + count);
    for (std::size_t axis = 0; axis < other_axes; ++axis) {
        other_lower_[axis].resize(places_before_sweep_order + count);
        other_upper_[axis].resize(places_before_sweep_order + count);
    }
}

template <any_box Box>
void sweep<Box>::fill(std::span<const Box> boxes, std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
        const std::uint32_t index = entries_[place].index();
        const Box& box = boxes[index];
        boxes_[place] = box;
        indices_[place] = index;
        lower_[place] = box.min[axis_];
        upper_[places_before_sweep_order + place] = box.max[axis_];
        for (std::size_t other = 0; other < other_axes; ++other) {
            const int axis = (axis_ + 1 + static_cast<int>(other)) % dimension;
            other_lower_[other][places_before_sweep_order + place] = box.min[axis];
            other_upper_[other][places_before_sweep_order + place] = box.max[axis];
        }
    }
}

template <any_box Box>
void sweep<Box>::build(std::span<const Box> boxes) {
    serial_scheduler alone;
    build(boxes, alone);
}

template <any_box Box>
void sweep<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    sort(boxes, jobs);
    make_room(boxes.size());
    parallel_for(jobs, boxes.size(), boxes_a_task,
                 [&](std::size_t begin, std::size_t end) { fill(boxes, begin, end); });
    tree_.build(boxes_, jobs);
}

template <any_box Box>
std::uint32_t sweep<Box>::pair_tasks() const noexcept {
    return chunks(size(), boxes_a_task).size();
}

template <any_box Box>
void sweep<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    sweep_order<Box> order{indices_.data(), lower_.data(), upper_.data() + places_before_sweep_order, {}, {}};
    for (std::size_t axis = 0; axis < other_axes; ++axis) {
        order.other_lower[axis] = other_lower_[axis].data() + places_before_sweep_order;
        order.other_upper[axis] = other_upper_[axis].data() + places_before_sweep_order;
    }
    const index_range range = chunks(size(), boxes_a_task)[task];
    ORRERY_SIMD_KERNEL(settings_.simd_level, sweeping::scanner<Box>::template scan)
    (order, range.begin, range.end, found);
}

template class sweep<aabb2f>;
template class sweep<aabb2d>;
template class sweep<aabb2i>;
template class sweep<aabb3f>;
template class sweep<aabb3d>;
template class sweep<aabb3i>;

} // namespace orrery::spatial
