// Which boxes intersect, lie inside or contain a given box; touching counts. A visitor gets the element's
// index and its box, which it cannot change; in turn it may change whatever the program keeps under that
// index. The order is the structure's.
//
//   spatial::for_each_intersecting(tree, window, [&](std::uint32_t index, const aabb2f&) { draw(index); });
#pragma once

#include <orrery/spatial/detail/box_test.hpp>
#include <orrery/spatial/traverse.hpp>

#include <cstdint>
#include <vector>

namespace orrery::spatial {

namespace detail {

template <any_box Box>
class meets_area {
public:
    static constexpr bool takes_packs = true;

    explicit meets_area(const Box& area) noexcept
        : area_(area)
        , one_(area) {}

    [[nodiscard]] bool operator()(const Box& box) const noexcept { return one_(box); }

    template <int Width>
    [[nodiscard]] std::uint32_t operator()(const box_pack<Box, Width>& boxes) const noexcept {
        return intersects(boxes, area_);
    }

private:
    Box area_;
    box_test<Box> one_;
};

template <any_box Box>
class covers_area {
public:
    static constexpr bool takes_packs = true;

    explicit covers_area(const Box& area) noexcept
        : area_(area) {}

    [[nodiscard]] bool operator()(const Box& box) const noexcept { return contains(box, area_); }

    template <int Width>
    [[nodiscard]] std::uint32_t operator()(const box_pack<Box, Width>& boxes) const noexcept {
        return contains(boxes, area_);
    }

private:
    Box area_;
};

} // namespace detail

// Calls visit(index, box) for each box that has a point in common with `area`. A visitor that returns bool
// ends the search with false; so in all visitors here.
template <box_tree Structure, typename Visit>
void for_each_intersecting(const Structure& structure, const box_of<Structure>& area, Visit&& visit) {
    traverse(structure, detail::meets_area<box_of<Structure>>(area), visit);
}

// For each box that lies in `area` with all its points.
template <box_tree Structure, typename Visit>
void for_each_inside(const Structure& structure, const box_of<Structure>& area, Visit&& visit) {
    for_each_intersecting(structure, area, [&](std::uint32_t index, const box_of<Structure>& box) {
        return !contains(area, box) || detail::wants_more(visit, index, box);
    });
}

// For each box that contains all points of `area`, which may be a single one.
template <box_tree Structure, typename Visit>
void for_each_containing(const Structure& structure, const box_of<Structure>& area, Visit&& visit) {
    traverse(structure, detail::covers_area<box_of<Structure>>(area), visit);
}

// The same as lists of indices.
template <box_tree Structure>
[[nodiscard]] std::vector<std::uint32_t> intersecting(const Structure& structure,
                                                      const box_of<Structure>& area) {
    std::vector<std::uint32_t> found;
    for_each_intersecting(structure, area, [&](std::uint32_t index, const auto&) { found.push_back(index); });
    return found;
}

template <box_tree Structure>
[[nodiscard]] std::vector<std::uint32_t> inside(const Structure& structure, const box_of<Structure>& area) {
    std::vector<std::uint32_t> found;
    for_each_inside(structure, area, [&](std::uint32_t index, const auto&) { found.push_back(index); });
    return found;
}

template <box_tree Structure>
[[nodiscard]] std::vector<std::uint32_t> containing(const Structure& structure,
                                                    const box_of<Structure>& area) {
    std::vector<std::uint32_t> found;
    for_each_containing(structure, area, [&](std::uint32_t index, const auto&) { found.push_back(index); });
    return found;
}

} // namespace orrery::spatial
