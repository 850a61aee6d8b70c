#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>

namespace orrery::rigid {
namespace {

// One end of the rope: how far it is from its pulley, and in which direction.
struct strand {
    scalar length;
    vector3 direction;
};

[[nodiscard]] strand strand_of(const constrained_body& body, vector3 pivot, vector3 anchor) noexcept {
    const vector3 way = body.position + body.arm(pivot) - anchor;
    // At the pulley itself any direction will do, if it is always the same.
    return {length(way), normalize_or(way, vector3{0, -1, 0})};
}

} // namespace

void prepare(const pulley_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const strand of_a = strand_of(a, what.pivot_a, what.anchor_a);
    const strand of_b = strand_of(b, what.pivot_b, what.anchor_b);
    const vector3 along_b = of_b.direction * what.ratio;
    rows.add({.linear = along_b,
              .linear_a = -of_a.direction,
              .turn_a = cross(of_a.direction, a.arm_halfway(what.pivot_a)),
              .turn_b = cross(b.arm_halfway(what.pivot_b), along_b),
              .error = of_a.length + what.ratio * of_b.length - what.length,
              .highest = 0,
              .is_limit = true});
}

} // namespace orrery::rigid
