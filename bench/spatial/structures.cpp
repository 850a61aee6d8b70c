#include "bench/spatial/structures.hpp"

#include <orrery/spatial/auto_broad_phase.hpp>
#include <orrery/spatial/dynamic_tree.hpp>
#include <orrery/spatial/grid.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/hilbert_tree.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/static_tree.hpp>
#include <orrery/spatial/sweep.hpp>

namespace bench {

template <spatial::any_box Box>
std::vector<contender<Box>> our_structures() {
    std::vector<contender<Box>> list;
    list.push_back(contender_of<spatial::grid<Box>>("grid"));
    list.push_back(contender_of<spatial::grid_hierarchy<Box>>("grid_hierarchy"));
    list.push_back(contender_of<spatial::kd_tree<Box>>("kd_tree"));
    list.push_back(contender_of<spatial::sweep<Box>>("sweep"));
    list.push_back(contender_of<spatial::hilbert_tree<Box>>("hilbert_tree"));
    list.push_back(contender_of<spatial::dynamic_tree<Box>>("dynamic_tree"));
    list.push_back(contender_of<spatial::static_tree<Box>>("static_tree"));
    list.push_back(contender_of<spatial::auto_broad_phase<Box>>("auto_broad_phase", contender_kind::choice));
    return list;
}

template std::vector<contender<aabb2f>> our_structures();
template std::vector<contender<aabb3f>> our_structures();

} // namespace bench
