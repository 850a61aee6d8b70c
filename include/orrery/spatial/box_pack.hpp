// Several boxes side by side, to be tested with vector instructions: what the nodes of a wide tree hold.
// Every function gives in each lane the bits that the function of the same name gives for the single box. A
// tree whose nodes are packs models packed_tree; the walks of traverse.hpp then test a whole node at once.
#pragma once

#include <orrery/math/simd/lanes.hpp>
#include <orrery/spatial/broad_phase.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace orrery::spatial {

template <any_box Box, int Width>
class box_pack {
public:
    using value_type = typename Box::value_type;
    using lanes = simd::lanes<value_type, Width>;

    [[nodiscard]] Box operator[](int lane) const noexcept {
        Box box;
        for (int axis = 0; axis < Box::dimension; ++axis) {
            box.min[axis] = low_[at(axis)][at(lane)];
            box.max[axis] = high_[at(axis)][at(lane)];
        }
        return box;
    }

    void set(int lane, const Box& box) noexcept {
        for (int axis = 0; axis < Box::dimension; ++axis) {
            low_[at(axis)][at(lane)] = box.min[axis];
            high_[at(axis)][at(lane)] = box.max[axis];
        }
    }

    [[nodiscard]] lanes min(int axis) const noexcept { return lanes::load(low_[at(axis)].data()); }

    [[nodiscard]] lanes max(int axis) const noexcept { return lanes::load(high_[at(axis)].data()); }

private:
    [[nodiscard]] static constexpr std::size_t at(int place) noexcept {
        return static_cast<std::size_t>(place);
    }

    // Lanes that are not set are the point zero.
    std::array<std::array<value_type, Width>, Box::dimension> low_{};
    std::array<std::array<value_type, Width>, Box::dimension> high_{};
};

// Bit i says whether box i and the given one have a point in common.
template <any_box Box, int Width>
[[nodiscard]] std::uint32_t intersects(const box_pack<Box, Width>& boxes, const Box& area) noexcept {
    using lanes = typename box_pack<Box, Width>::lanes;
    auto hits = (boxes.min(0) <= lanes(area.max[0])) & (lanes(area.min[0]) <= boxes.max(0));
    for (int axis = 1; axis < Box::dimension; ++axis) {
        hits = hits & (boxes.min(axis) <= lanes(area.max[axis])) & (lanes(area.min[axis]) <= boxes.max(axis));
    }
    return hits.bits();
}

// Bit i says whether box i contains the given one.
template <any_box Box, int Width>
[[nodiscard]] std::uint32_t contains(const box_pack<Box, Width>& boxes, const Box& inner) noexcept {
    using lanes = typename box_pack<Box, Width>::lanes;
    auto hits = (boxes.min(0) <= lanes(inner.min[0])) & (lanes(inner.max[0]) <= boxes.max(0));
    for (int axis = 1; axis < Box::dimension; ++axis) {
        hits =
            hits & (boxes.min(axis) <= lanes(inner.min[axis])) & (lanes(inner.max[axis]) <= boxes.max(axis));
    }
    return hits.bits();
}

// function(box) of all boxes, one after the other: for what cannot be computed side by side.
template <any_box Box, int Width, typename Function>
[[nodiscard]] auto for_each_lane(const box_pack<Box, Width>& boxes, Function&& function) noexcept {
    std::array<real_of<Box>, Width> values;
    for (int lane = 0; lane < Width; ++lane) {
        values[static_cast<std::size_t>(lane)] = function(boxes[lane]);
    }
    return simd::lanes<real_of<Box>, Width>::load(values.data());
}

template <any_box Box, int Width>
[[nodiscard]] simd::lanes<real_of<Box>, Width> distance_squared(const box_pack<Box, Width>& boxes,
                                                                const point_of<Box>& point) noexcept {
    if constexpr (whole<typename Box::value_type>) {
        return for_each_lane(boxes, [&](const Box& box) { return distance_squared(box, point); });
    } else {
        using lanes = typename box_pack<Box, Width>::lanes;
        lanes sum(0);
        for (int axis = 0; axis < Box::dimension; ++axis) {
            const lanes place(point[axis]);
            const lanes outside = max(max(boxes.min(axis) - place, place - boxes.max(axis)), lanes(0));
            sum = sum + outside * outside;
        }
        return sum;
    }
}

namespace detail {

// Calls function(number) for the number of each set bit, the lowest first.
template <typename Function>
void for_each_bit(std::uint32_t bits, Function&& function) {
    for (; bits != 0; bits &= bits - 1) {
        function(std::countr_zero(bits));
    }
}

} // namespace detail

// A node with up to Width slots: children first, then elements.
template <any_box Box, int Width>
struct packed_node {
    static constexpr int width = Width;

    box_pack<Box, Width> boxes;
    std::uint32_t first_child = 0;   // the number of the first child; the others follow it
    std::uint32_t first_element = 0; // the place of the first element; the others follow it
    std::uint16_t child_count = 0;
    std::uint16_t element_count = 0;

    [[nodiscard]] std::uint32_t child_bits() const noexcept { return (1u << child_count) - 1; }

    [[nodiscard]] std::uint32_t used_bits() const noexcept {
        return (1u << (child_count + element_count)) - 1;
    }

    [[nodiscard]] std::uint32_t element_bits() const noexcept { return used_bits() & ~child_bits(); }
};

// A tree that can show a node as a packed_node, and the index of the element at a place.
template <typename Structure>
concept packed_tree =
    box_tree<Structure> &&
    requires(const Structure structure, typename Structure::node_type node, std::uint32_t place) {
        { structure.packed(node).boxes[0] } -> std::same_as<box_of<Structure>>;
        { structure.packed(node).used_bits() } -> std::same_as<std::uint32_t>;
        { structure.element(place) } -> std::same_as<std::uint32_t>;
        requires std::same_as<typename Structure::node_type, std::uint32_t>;
    };

// The pack that a node of the tree holds.
template <packed_tree Structure>
using pack_of = box_pack<box_of<Structure>, Structure::width>;

} // namespace orrery::spatial
