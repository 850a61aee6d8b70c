#include <orrery/rigid/joints/ball_joint.hpp>

namespace orrery::rigid {

void prepare(const ball_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    add_point_rows(a, what.pivot_a, b, what.pivot_b, rows);
}

} // namespace orrery::rigid
