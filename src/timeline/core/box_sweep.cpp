#include <orrery/timeline/detail/box_sweep.hpp>

#include <algorithm>
#include <utility>

namespace orrery::time::detail {

void unite_meeting(std::vector<placed_box>& boxes, disjoint_sets& sets) {
    reach_box everything = reach_box::empty();
    for (const placed_box& each : boxes) {
        everything = merge(everything, each.around);
    }
    const auto sides = size(everything);
    int axis = 0;
    for (int other = 1; other < reach_box::dimension; ++other) {
        axis = sides[other] > sides[axis] ? other : axis;
    }
    std::ranges::sort(boxes, {}, [=](const placed_box& each) { // total order: places differ
        return std::pair(each.around.min[axis], each.place);
    });
    for (std::size_t first = 0; first < boxes.size(); ++first) {
        const reach_box& mine = boxes[first].around;
        for (std::size_t next = first + 1;
             next < boxes.size() && boxes[next].around.min[axis] <= mine.max[axis]; ++next) {
            if (intersects(mine, boxes[next].around)) {
                sets.unite(boxes[first].place, boxes[next].place);
            }
        }
    }
}

} // namespace orrery::time::detail
