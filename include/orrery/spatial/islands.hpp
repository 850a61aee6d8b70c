// Groups of elements that touch each other, directly or through others: what can be worked on independently.
// Found by depth-first search over pairs; every element is in exactly one island, alone if it touches
// nothing. Islands are ordered by their smallest element and list their elements in ascending order, so the
// result depends on which pairs there are and not on their order.
//
//   spatial::islands groups;
//   groups.build(circles.size(), spatial::pairs(grid));
//   for (std::size_t i = 0; i < groups.size(); ++i) { solve(groups[i]); }
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

class islands {
public:
    // Pairs name elements below element_count. About 10 ns for each element and pair; reuses its memory.
    void build(std::size_t element_count, std::span<const index_pair> pairs);

    // How many islands there are.
    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t island) const {
        ORRERY_CHECK(island < size(), "there is no island with this number");
        const std::size_t begin = island == 0 ? 0 : ends_[island - 1];
        return {elements_.data() + begin, ends_[island] - begin};
    }

    [[nodiscard]] std::uint32_t island_of(std::uint32_t element) const {
        ORRERY_CHECK(element < island_of_.size(), "the islands were built over fewer elements");
        return island_of_[element];
    }

private:
    void find_neighbors(std::span<const index_pair> pairs);
    void number_islands();
    void list_elements();

    std::vector<std::uint32_t> island_of_;
    std::vector<std::uint32_t> elements_; // island after island
    std::vector<std::uint32_t> ends_;     // of each island in elements_

    // Kept for the next build.
    std::vector<std::uint32_t> neighbors_; // of element after element
    std::vector<std::uint32_t> neighbor_begins_;
    std::vector<std::uint32_t> waiting_;
};

} // namespace orrery::spatial
