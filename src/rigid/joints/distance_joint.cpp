#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>

namespace orrery::rigid {

void prepare(const distance_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const vector3 arm_a = a.arm(what.pivot_a);
    const vector3 arm_b = b.arm(what.pivot_b);
    const vector3 gap = (b.position - a.position) + (arm_b - arm_a);
    const scalar distance = length(gap);
    // The direction in the middle of the step, as that of arms. Points that coincide are pushed apart along
    // some axis; any will do, if it is always the same.
    const vector3 half_a = a.arm_halfway(what.pivot_a);
    const vector3 half_b = b.arm_halfway(what.pivot_b);
    const vector3 closing = (b.linear_velocity - a.linear_velocity) * (rows.time_step() / 2);
    const vector3 halfway = (b.position - a.position) + (half_b - half_a) + closing;
    const vector3 direction = normalize_or(halfway, distance > 0 ? gap / distance : vector3{0, 1, 0});
    constraint_row row{.linear = direction,
                       .turn_a = cross(half_a, direction),
                       .turn_b = cross(half_b, direction),
                       .error = distance - what.longest,
                       .frequency = what.frequency,
                       .damping = what.damping,
                       .stiffness = what.stiffness,
                       .resistance = what.resistance};
    if (what.shortest < what.longest) {
        // Two rows, each of which only pulls or only pushes; a gap to the limit is closed before it acts.
        row.highest = 0;
        row.is_limit = true;
        rows.add(row);
        row.error = distance - what.shortest;
        row.lowest = 0;
        row.highest = std::numeric_limits<scalar>::infinity();
    }
    rows.add(row);
}

std::string_view check(const distance_joint& what) noexcept {
    return what.shortest <= what.longest ? "" : "its shortest length is above the longest";
}

} // namespace orrery::rigid
