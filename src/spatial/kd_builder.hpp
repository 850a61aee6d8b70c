// Arranges boxes into a kd_tree, in place: nothing is needed beside the array of boxes, that of their
// indices, and the nodes.
#pragma once

#include <orrery/spatial/detail/kd_nodes.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::spatial::detail {

template <any_box Box>
class kd_builder {
public:
    using coordinate = typename Box::value_type;
    static constexpr int dimension = Box::dimension;

    kd_builder(Box* boxes, std::uint32_t* order, kd_nodes<Box>& nodes)
        : boxes_(boxes)
        , order_(order)
        , nodes_(nodes) {}

    // Divides the elements of a subtree among the node and its two children.
    template <int Axis>
    void split(std::uint32_t node) {
        const place_range range = nodes_.all(node);
        place_range own = range;
        if (range.size() > smallest_split) {
            own = partition<Axis>(range, range.size() < 256 ? estimated_median<Axis, 24>(range)
                                                            : estimated_median<Axis, 64>(range));
            const std::uint32_t larger = std::max(own.begin - range.begin, range.end - own.end);
            if (larger > range.size() / 4 * 3) {
                own = partition<Axis>(range, careful_median<Axis>(range));
            }
        }
        sort<(Axis + 1) % dimension>(own);
        nodes_.begins[node] = own.begin;
        nodes_.begins[node + 1] = own.end;
        nodes_.own_bounds[node / 2] = measure(own);
    }

    // The same for a node and all below it, with their boxes.
    template <int Axis>
    void split_all(std::uint32_t node) {
        constexpr int next = (Axis + 1) % dimension;
        if (is_kd_leaf(node)) {
            finish_leaf(node);
            return;
        }
        split<Axis>(node);
        const std::uint32_t distance = kd_child_distance(node);
        split_all<next>(node - distance);
        split_all<next>(node + distance);
        finish(node);
    }

    // The boxes of a node and all below it whose elements have been divided before.
    void measure_all(std::uint32_t node) {
        if (is_kd_leaf(node)) {
            finish_leaf(node);
            return;
        }
        const std::uint32_t distance = kd_child_distance(node);
        nodes_.own_bounds[node / 2] = measure(nodes_.own(node));
        measure_all(node - distance);
        measure_all(node + distance);
        finish(node);
    }

    // The box of an inner node whose children have theirs.
    void finish(std::uint32_t node) {
        const std::uint32_t distance = kd_child_distance(node);
        nodes_.bounds[node] = merge(merge(nodes_.bounds[node - distance], nodes_.bounds[node + distance]),
                                    nodes_.own_bounds[node / 2]);
    }

private:
    // Fewer elements are not worth dividing.
    static constexpr std::uint32_t smallest_split = 8;

    void finish_leaf(std::uint32_t node) {
        const place_range own = nodes_.own(node);
        Box bounds = Box::empty();
        for (std::uint32_t place = own.begin; place < own.end; ++place) {
            bounds = merge(bounds, boxes_[place]);
        }
        nodes_.bounds[node] = bounds;
    }

    // The lower sides of some elements, spread evenly over the range by the golden ratio.
    template <int Axis, std::uint32_t Count>
    [[nodiscard]] std::array<coordinate, Count> sample(place_range range) const {
        std::array<coordinate, Count> values;
        std::uint32_t turn = 0x8000'0000;
        for (coordinate& value : values) {
            const std::uint64_t offset = std::uint64_t{turn} * range.size() >> 32;
            value = boxes_[range.begin + offset].min[Axis];
            turn += 0x9e37'79b9;
        }
        return values;
    }

    // The upper median of a sample by counting, for each value, how many are less: more operations than
    // selecting takes, but no branches.
    template <int Axis, std::uint32_t Count>
    [[nodiscard]] coordinate estimated_median(place_range range) const {
        using count_type = std::conditional_t<sizeof(coordinate) == 8, std::int64_t, std::int32_t>;
        std::array<coordinate, Count> values = sample<Axis, Count>(range);
        std::array<count_type, Count> less{};
        for (const coordinate value : values) {
            for (std::uint32_t i = 0; i < Count; ++i) {
                less[i] += value < values[i] ? 1 : 0;
            }
        }
        for (std::uint32_t i = 0; i < Count; ++i) {
            values[i] =
                less[i] <= count_type{Count / 2} ? values[i] : std::numeric_limits<coordinate>::lowest();
        }
        return *std::max_element(values.begin(), values.end());
    }

    template <int Axis>
    [[nodiscard]] coordinate careful_median(place_range range) const {
        std::array<coordinate, 1023> values = sample<Axis, 1023>(range);
        const auto middle = values.begin() + values.size() / 2;
        std::nth_element(values.begin(), middle, values.end()); // total order: only the value counts
        return *middle;
    }

    // Puts elements below the divider first and those above it last, and returns those that touch it.
    template <int Axis>
    [[nodiscard]] place_range partition(place_range range, coordinate divider) {
        const std::uint32_t begin =
            bring_forward(range, [&](const Box& box) { return box.max[Axis] < divider; });
        const std::uint32_t end =
            bring_forward({begin, range.end}, [&](const Box& box) { return box.min[Axis] <= divider; });
        return {begin, end};
    }

    // Puts the elements with a property first and returns where they end. Without branches: every element
    // changes places with the first of those without the property.
    template <typename Property>
    [[nodiscard]] std::uint32_t bring_forward(place_range range, Property&& has_property) {
        std::uint32_t end = range.begin;
        for (std::uint32_t place = range.begin; place < range.end; ++place) {
            const Box box = boxes_[place];
            const std::uint32_t index = order_[place];
            boxes_[place] = boxes_[end];
            order_[place] = order_[end];
            boxes_[end] = box;
            order_[end] = index;
            end += static_cast<std::uint32_t>(has_property(box));
        }
        return end;
    }

    // By the lower side (Shell's sort).
    template <int Axis>
    void sort(place_range range) {
        for (const std::uint32_t gap : {1750u, 701u, 301u, 132u, 57u, 23u, 10u, 4u, 1u}) {
            for (std::uint32_t from = range.begin + gap; from < range.end; ++from) {
                const Box box = boxes_[from];
                const std::uint32_t index = order_[from];
                std::uint32_t to = from;
                for (; to >= range.begin + gap && box.min[Axis] < boxes_[to - gap].min[Axis]; to -= gap) {
                    boxes_[to] = boxes_[to - gap];
                    order_[to] = order_[to - gap];
                }
                boxes_[to] = box;
                order_[to] = index;
            }
        }
    }

    // The box around a run, with the boxes of its halves noted on the way.
    Box measure(place_range run) {
        if (run.size() > kd_nodes<Box>::longest_run) {
            const Box low = measure({run.begin, run.middle()});
            const Box high = measure({run.middle(), run.end});
            nodes_.halves_at(run) = {low, high};
            return merge(low, high);
        }
        Box bounds = Box::empty();
        for (std::uint32_t place = run.begin; place < run.end; ++place) {
            bounds = merge(bounds, boxes_[place]);
        }
        return bounds;
    }

    Box* boxes_;
    std::uint32_t* order_;
    kd_nodes<Box>& nodes_;
};

} // namespace orrery::spatial::detail
