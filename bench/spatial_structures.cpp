#include "bench/spatial_structures.hpp"
#include "tests/spatial/box_list.hpp"

namespace bench {

template <spatial::any_box Box>
std::vector<contender<Box>> our_structures() {
    std::vector<contender<Box>> list;
    list.push_back(contender_of<spatial::test::box_list<Box>>("kd_tree"));
    list.push_back(contender_of<spatial::test::box_list<Box>>("auto_broad_phase", contender_kind::choice));
    return list;
}

template std::vector<contender<aabb2f>> our_structures();
template std::vector<contender<aabb3f>> our_structures();

} // namespace bench
