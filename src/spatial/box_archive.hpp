// What the archives of trees have in common: the header and the boxes.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/text.hpp>
#include <orrery/spatial/box.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::spatial::detail {

template <any_box Box>
inline constexpr std::uint8_t coordinate_code = std::same_as<typename Box::value_type, float>    ? 0
                                                : std::same_as<typename Box::value_type, double> ? 1
                                                                                                 : 2;

template <any_box Box>
inline constexpr std::size_t box_bytes = sizeof(typename Box::value_type) * 2 * Box::dimension;

template <any_box Box>
void write_box(byte_writer& out, const Box& box) {
    for (int axis = 0; axis < Box::dimension; ++axis) {
        out.write(box.min[axis]);
    }
    for (int axis = 0; axis < Box::dimension; ++axis) {
        out.write(box.max[axis]);
    }
}

template <any_box Box>
[[nodiscard]] Box read_box(byte_reader& in) {
    Box box;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        box.min[axis] = in.read<typename Box::value_type>();
    }
    for (int axis = 0; axis < Box::dimension; ++axis) {
        box.max[axis] = in.read<typename Box::value_type>();
    }
    return box;
}

template <any_box Box>
void write_tree_header(byte_writer& out, std::uint32_t version) {
    out.write(version);
    out.write(static_cast<std::uint8_t>(Box::dimension));
    out.write(coordinate_code<Box>);
}

// Fails the reader if a tree of another version or over other boxes follows.
template <any_box Box>
void read_tree_header(byte_reader& in, std::uint32_t newest_version) {
    const auto version = in.read<std::uint32_t>();
    const auto dimension = in.read<std::uint8_t>();
    const auto coordinate = in.read<std::uint8_t>();
    if (!in.ok()) {
        return;
    }
    if (version == 0 || version > newest_version) {
        in.fail(text("the tree has version ", version, ", this program reads 1 to ", newest_version));
    } else if (dimension != Box::dimension) {
        in.fail(text("the tree has ", dimension, " dimensions, expected ", Box::dimension));
    } else if (coordinate != coordinate_code<Box>) {
        in.fail(text("the tree's coordinates are of kind ", coordinate, ", expected ", coordinate_code<Box>));
    }
}

// The indices of so many elements, each of which must come once.
inline void read_element_order(byte_reader& in, std::size_t count, std::vector<std::uint32_t>& order) {
    order.reserve(count);
    std::vector<bool> is_there(count);
    for (std::size_t place = 0; place < count && in.ok(); ++place) {
        const auto index = in.read<std::uint32_t>();
        if (!in.ok()) {
            return;
        }
        if (index >= count) {
            in.fail(text("element ", place, " has index ", index, ", expected less than ", count));
            return;
        }
        if (is_there[index]) {
            in.fail(text("index ", index, " comes twice"));
            return;
        }
        is_there[index] = true;
        order.push_back(index);
    }
}

} // namespace orrery::spatial::detail
