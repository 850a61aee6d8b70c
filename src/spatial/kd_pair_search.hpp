// Finds the intersecting pairs of a kd_tree as pairs of places. Every node's own elements are swept against
// each other, then against all below the node; what is then left of the problem are two separate ones.
#pragma once

#include <orrery/spatial/detail/box_test.hpp>
#include <orrery/spatial/detail/kd_nodes.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <algorithm>
#include <array>

namespace orrery::spatial::detail {

template <any_box Box>
class kd_pair_search {
public:
    static constexpr int dimension = Box::dimension;

    kd_pair_search(const Box* boxes, const kd_nodes<Box>& nodes, pair_buffer& found)
        : boxes_(boxes)
        , nodes_(nodes)
        , found_(found) {}

    // The pairs of which at least one element belongs to the node itself, which has been split by Axis.
    template <int Axis>
    void search(std::uint32_t node) {
        const place_range own = nodes_.own(node);
        if (is_kd_leaf(node)) {
            compare_all(own);
            return;
        }
        sweep<(Axis + 1) % dimension>(own);
        const std::uint32_t distance = kd_child_distance(node);
        for (std::uint32_t begin = own.begin; begin < own.end; begin += largest_party) {
            party all{begin, std::min(own.end - begin, largest_party), {}};
            for (std::uint32_t i = 0; i < all.count; ++i) {
                all.members[i] = static_cast<std::uint8_t>(i);
            }
            descend(node - distance, all);
            descend(node + distance, all);
        }
    }

    // The pairs of a node and all below it.
    template <int Axis>
    void search_all(std::uint32_t node) {
        constexpr int next = (Axis + 1) % dimension;
        search<Axis>(node);
        if (!is_kd_leaf(node)) {
            const std::uint32_t distance = kd_child_distance(node);
            search_all<next>(node - distance);
            search_all<next>(node + distance);
        }
    }

private:
    static constexpr std::uint32_t largest_party = 64;

    // Some elements of a node on their way down the tree, as distances from the first place.
    struct party {
        std::uint32_t first;
        std::uint32_t count;
        std::array<std::uint8_t, largest_party> members;
    };

    // Those members that reach into a box.
    [[nodiscard]] party those_in(const party& from, const Box& bounds) const {
        party result;
        result.first = from.first;
        std::uint32_t count = 0;
        const box_test<Box> meets(bounds);
        for (std::uint32_t i = 0; i < from.count; ++i) {
            const std::uint8_t member = from.members[i];
            result.members[count] = member;
            count += static_cast<std::uint32_t>(meets(boxes_[from.first + member]));
        }
        result.count = count;
        return result;
    }

    // Members against all elements of a subtree.
    void descend(std::uint32_t node, const party& arriving) {
        const party members = those_in(arriving, nodes_.bounds[node]);
        if (members.count == 0) {
            return;
        }
        const place_range own = nodes_.own(node);
        if (is_kd_leaf(node)) {
            compare(members, own);
            return;
        }
        if (!own.empty()) {
            descend_run(own, nodes_.own_bounds[node / 2], members);
        }
        const std::uint32_t distance = kd_child_distance(node);
        descend(node - distance, members);
        descend(node + distance, members);
    }

    // Members against a node's own elements.
    void descend_run(place_range run, const Box& bounds, const party& arriving) {
        const party members = those_in(arriving, bounds);
        if (members.count == 0) {
            return;
        }
        if (run.size() <= kd_nodes<Box>::longest_run) {
            compare(members, run);
            return;
        }
        const std::array<Box, 2>& halves = nodes_.halves_at(run);
        descend_run({run.begin, run.middle()}, halves[0], members);
        descend_run({run.middle(), run.end}, halves[1], members);
    }

    void compare(const party& members, place_range others) {
        index_pair* out = found_.room(std::size_t{members.count} * others.size());
        for (std::uint32_t i = 0; i < members.count; ++i) {
            const std::uint32_t place = members.first + members.members[i];
            const box_test<Box> meets(boxes_[place]);
            for (std::uint32_t other = others.begin; other < others.end; ++other) {
                *out = {place, other};
                out += static_cast<int>(meets(boxes_[other]));
            }
        }
        found_.grow_to(out);
    }

    void compare_all(place_range range) {
        for (std::uint32_t place = range.begin; place < range.end; ++place) {
            index_pair* out = found_.room(range.size());
            const box_test<Box> meets(boxes_[place]);
            for (std::uint32_t other = place + 1; other < range.end; ++other) {
                *out = {place, other};
                out += static_cast<int>(meets(boxes_[other]));
            }
            found_.grow_to(out);
        }
    }

    // Elements that are sorted by their lower side along the axis, among each other.
    template <int Axis>
    void sweep(place_range range) {
        for (std::uint32_t place = range.begin; place < range.end; ++place) {
            const Box box = boxes_[place];
            for (std::uint32_t other = place + 1;
                 other < range.end && boxes_[other].min[Axis] <= box.max[Axis]; ++other) {
                if (intersects(box, boxes_[other])) {
                    found_.push_back({place, other});
                }
            }
        }
    }

    const Box* boxes_;
    const kd_nodes<Box>& nodes_;
    pair_buffer& found_;
};

} // namespace orrery::spatial::detail
