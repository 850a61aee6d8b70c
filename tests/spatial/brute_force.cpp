#include "tests/spatial/box_list.hpp"
#include "tests/spatial/brute_force.hpp"

namespace orrery::spatial::test {
namespace {

template <typename T>
std::vector<T> in_order(std::vector<T> items) {
    std::sort(items.begin(), items.end()); // total order of all members
    return items;
}

} // namespace

std::vector<index_pair> sorted(std::vector<index_pair> items) {
    return in_order(std::move(items));
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> items) {
    return in_order(std::move(items));
}

std::vector<neighbor<float>> sorted(std::vector<neighbor<float>> items) {
    return in_order(std::move(items));
}

std::vector<neighbor<double>> sorted(std::vector<neighbor<double>> items) {
    return in_order(std::move(items));
}

std::vector<index_pair> as_vector(const pair_list& pairs) {
    return {pairs.begin(), pairs.end()};
}

bool are_equal(const std::vector<index_pair>& a, const std::vector<index_pair>& b) {
    return a == b;
}

template <any_box Box>
std::vector<index_pair> all_pairs(std::span<const Box> boxes) {
    std::vector<index_pair> found;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
            if (intersects(boxes[a], boxes[b])) {
                found.push_back({a, b});
            }
        }
    }
    return found;
}

template <any_box Box>
std::vector<index_pair> all_pairs_between(std::span<const Box> boxes, std::span<const Box> others) {
    std::vector<index_pair> found;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
        for (std::uint32_t b = 0; b < others.size(); ++b) {
            if (intersects(boxes[a], others[b])) {
                found.push_back({a, b});
            }
        }
    }
    return found;
}

template std::vector<index_pair> all_pairs(std::span<const aabb2f>);
template std::vector<index_pair> all_pairs(std::span<const aabb2d>);
template std::vector<index_pair> all_pairs(std::span<const aabb2i>);
template std::vector<index_pair> all_pairs(std::span<const aabb3f>);
template std::vector<index_pair> all_pairs(std::span<const aabb3d>);
template std::vector<index_pair> all_pairs(std::span<const aabb3i>);
template std::vector<index_pair> all_pairs_between(std::span<const aabb2f>, std::span<const aabb2f>);
template std::vector<index_pair> all_pairs_between(std::span<const aabb2d>, std::span<const aabb2d>);
template std::vector<index_pair> all_pairs_between(std::span<const aabb2i>, std::span<const aabb2i>);
template std::vector<index_pair> all_pairs_between(std::span<const aabb3f>, std::span<const aabb3f>);
template std::vector<index_pair> all_pairs_between(std::span<const aabb3d>, std::span<const aabb3d>);
template std::vector<index_pair> all_pairs_between(std::span<const aabb3i>, std::span<const aabb3i>);
template class box_list<aabb2f>;
template class box_list<aabb2d>;
template class box_list<aabb2i>;
template class box_list<aabb3f>;
template class box_list<aabb3d>;
template class box_list<aabb3i>;

} // namespace orrery::spatial::test
