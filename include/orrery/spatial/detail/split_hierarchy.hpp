// How the trees of this layer are built from the top down: a set of boxes is cut in two again and again,
// where the surface-area heuristic (MacDonald and Booth, 1990) expects the least work for queries. Large sets
// are cut between bins (Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007), small
// ones at the best place of all. What comes out depends on the boxes and their order alone, on any number of
// threads. No more than 80 cuts lie above one another.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/spatial/box.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

// A set of boxes is a range of items. The whole range is set 0; set s over [begin, end) is cut at m = middle
// into set s + 1 over [begin, m) and set s + (m - begin) over [m, end). A range of no more than leaf_size
// items is not cut and has no number.
template <any_box Box>
class split_hierarchy {
public:
    struct item {
        Box box;
        std::uint32_t index = 0;
    };

    struct cut {
        Box bounds;
        std::uint32_t middle = 0;
    };

    struct range {
        std::uint32_t set = 0;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t depth = 0;

        [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
    };

    split_hierarchy() = default;
    ~split_hierarchy() = default;
    split_hierarchy(split_hierarchy&&) noexcept = default;
    split_hierarchy& operator=(split_hierarchy&&) noexcept = default;

    // It is memory for building: a copy of a tree starts without.
    split_hierarchy(const split_hierarchy&) noexcept {}

    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): nothing is assigned
    split_hierarchy& operator=(const split_hierarchy&) noexcept { return *this; }

    // Room for this many items, to be filled in before split() is called.
    [[nodiscard]] std::span<item> start(std::size_t count);

    void split(std::uint32_t leaf_size, scheduler& jobs);

    // The items in the order of the hierarchy.
    [[nodiscard]] std::span<const item> items() const noexcept { return items_; }

    [[nodiscard]] const cut& operator[](std::uint32_t set) const noexcept { return cuts_[set]; }

    [[nodiscard]] bool is_cut(const range& part) const noexcept { return part.size() > leaf_size_; }

    [[nodiscard]] range all() const noexcept { return {0, 0, static_cast<std::uint32_t>(items_.size()), 0}; }

    [[nodiscard]] range first_part(const range& whole) const noexcept {
        return {whole.set + 1, whole.begin, cuts_[whole.set].middle, whole.depth + 1};
    }

    [[nodiscard]] range second_part(const range& whole) const noexcept {
        const std::uint32_t middle = cuts_[whole.set].middle;
        return {whole.set + (middle - whole.begin), middle, whole.end, whole.depth + 1};
    }

    // The box around a range, cut or not.
    [[nodiscard]] Box bounds(const range& part) const noexcept;

    // Room for whoever walks through the hierarchy.
    [[nodiscard]] std::vector<range>& ranges() noexcept { return ranges_; }

    // Gives the memory back.
    void clear() noexcept;

private:
    void cut_range(const range& part);
    void cut_all(const range& part);

    std::vector<item> items_;
    std::vector<item> scratch_;
    std::vector<cut> cuts_;
    std::vector<range> ranges_;
    std::uint32_t leaf_size_ = 1;
};

} // namespace orrery::spatial::detail
