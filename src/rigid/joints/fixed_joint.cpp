#include "rigid/joints/joint_frame.hpp"

#include <orrery/rigid/joints/fixed_joint.hpp>

namespace orrery::rigid {

void prepare(const fixed_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    add_point_rows(a, what.pivot_a, b, what.pivot_b, rows);
    detail::add_turn_rows(a, b, what.turn, rows);
}

} // namespace orrery::rigid
