#include "bench/spatial/peers.hpp"

#include <CGAL/box_intersection_d.h>
#include <array>

namespace bench {
namespace {

namespace box_intersection = CGAL::Box_intersection_d;

template <any_vector V>
std::array<typename V::value_type, static_cast<std::size_t>(V::dimension)> coordinates(const V& point) {
    std::array<typename V::value_type, static_cast<std::size_t>(V::dimension)> result{};
    for (int axis = 0; axis < V::dimension; ++axis) {
        result[static_cast<std::size_t>(axis)] = point[axis];
    }
    return result;
}

// CGAL asks each box for a number that no other has; here it is the index.
template <spatial::any_box Box>
class numbered_box
    : public box_intersection::Box_d<typename Box::value_type, Box::dimension, box_intersection::ID_NONE> {
public:
    using ID = std::uint32_t;

    numbered_box(const Box& box, std::uint32_t index)
        : numbered_box::Box_d(coordinates(box.min).data(), coordinates(box.max).data())
        , index_(index) {}

    [[nodiscard]] ID id() const { return index_; }

private:
    std::uint32_t index_;
};

// Boxes are kept as values: sorting pointers to them, the other way the manual offers, is a tenth slower.
template <spatial::any_box Box>
class streamed_segment_trees {
public:
    explicit streamed_segment_trees(std::ptrdiff_t cutoff)
        : cutoff_(cutoff) {}

    std::span<const spatial::index_pair> find_pairs(std::span<const Box> boxes) {
        numbered_.clear();
        for (std::uint32_t index = 0; index < boxes.size(); ++index) {
            numbered_.emplace_back(boxes[index], index);
        }
        pairs_.clear();
        CGAL::box_self_intersection_d(
            numbered_.begin(), numbered_.end(),
            [this](const numbered_box<Box>& a, const numbered_box<Box>& b) {
                pairs_.push_back(spatial::ordered_pair(a.id(), b.id()));
            },
            cutoff_);
        return pairs_;
    }

private:
    std::ptrdiff_t cutoff_;
    std::vector<numbered_box<Box>> numbered_;
    std::vector<spatial::index_pair> pairs_;
};

template <spatial::any_box Box>
contender<Box> contender_with(std::string name, contender_kind kind, std::ptrdiff_t cutoff) {
    const auto trees = std::make_shared<streamed_segment_trees<Box>>(cutoff);
    return {.name = std::move(name), .kind = kind, .find_pairs = [trees](std::span<const Box> boxes) {
                return trees->find_pairs(boxes);
            }};
}

} // namespace

template <spatial::any_box Box>
std::vector<contender<Box>> cgal_peers() {
    return {contender_with<Box>("CGAL", contender_kind::peer, 10), // 10 is CGAL's default
            contender_with<Box>("CGAL, tuned", contender_kind::tuned_peer, 1000)};
}

template std::vector<contender<aabb2f>> cgal_peers();
template std::vector<contender<aabb3f>> cgal_peers();

} // namespace bench
