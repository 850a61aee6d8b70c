#include "bench/spatial/peers.hpp"

#include <algorithm>

namespace bench {
namespace {

// Sort by the lower bound on the first axis, and compare each box with those that begin before it ends.
template <spatial::any_box Box>
class sort_and_sweep {
public:
    std::span<const spatial::index_pair> find_pairs(std::span<const Box> boxes) {
        elements_.clear();
        for (std::uint32_t index = 0; index < boxes.size(); ++index) {
            elements_.push_back({boxes[index], index});
        }
        std::sort(elements_.begin(), elements_.end(),
                  [](const element& a, const element& b) { return a.box.min[0] < b.box.min[0]; });
        pairs_.clear();
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            const element& one = elements_[i];
            for (std::size_t j = i + 1; j < elements_.size() && elements_[j].box.min[0] <= one.box.max[0];
                 ++j) {
                if (intersects(one.box, elements_[j].box)) {
                    pairs_.push_back(spatial::ordered_pair(one.index, elements_[j].index));
                }
            }
        }
        return pairs_;
    }

private:
    struct element {
        Box box;
        std::uint32_t index;
    };

    std::vector<element> elements_;
    std::vector<spatial::index_pair> pairs_;
};

template <typename T>
void append(std::vector<T>& list, std::vector<T> others) {
    list.insert(list.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
}

} // namespace

template <spatial::any_box Box>
std::vector<contender<Box>> peers() {
    std::vector<contender<Box>> list;
#ifdef ORRERY_HAS_BOOST
    append(list, boost_peers<Box>());
#endif
#ifdef ORRERY_HAS_CGAL
    append(list, cgal_peers<Box>());
#endif
    const auto sweep = std::make_shared<sort_and_sweep<Box>>();
    list.push_back({.name = "sort and sweep",
                    .kind = contender_kind::baseline,
                    .find_pairs = [sweep](std::span<const Box> boxes) { return sweep->find_pairs(boxes); }});
    return list;
}

template std::vector<contender<aabb2f>> peers();
template std::vector<contender<aabb3f>> peers();

} // namespace bench
