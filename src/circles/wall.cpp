#include <orrery/circles/wall.hpp>

namespace orrery::circles {

status check(const wall& what) {
    if (what.points.empty()) {
        return error{"points is empty, expected at least one"};
    }
    return check(what.surface);
}

} // namespace orrery::circles
