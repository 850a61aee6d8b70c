#include "circles/impacts/leg_table.hpp"

#include <algorithm>
#include <limits>

namespace orrery::circles::detail {

namespace {

// So many places are read at once, and some of them behind the last.
constexpr std::size_t lanes_at_once = 8;

} // namespace

void leg_table::resize(std::size_t count) {
    for (std::vector<scalar>* each : {&x_, &y_, &velocity_x_, &velocity_y_, &since_, &padded_}) {
        each->resize(count + lanes_at_once);
        // What is no number meets nobody.
        std::fill(each->end() - lanes_at_once, each->end(), std::numeric_limits<scalar>::quiet_NaN());
    }
}

} // namespace orrery::circles::detail
