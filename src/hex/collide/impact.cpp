#include <orrery/hex/impact.hpp>
#include <orrery/math/number.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numbers>

namespace orrery::hex {

namespace {

// On the axes of the screen, where products are what they look like.
struct plane_vector {
    double x = 0;
    double y = 0;
};

plane_vector operator+(plane_vector u, plane_vector v) {
    return {u.x + v.x, u.y + v.y};
}

plane_vector operator-(plane_vector u, plane_vector v) {
    return {u.x - v.x, u.y - v.y};
}

plane_vector operator*(plane_vector v, double factor) {
    return {v.x * factor, v.y * factor};
}

double dot(plane_vector u, plane_vector v) {
    return u.x * v.x + u.y * v.y;
}

double cross(plane_vector u, plane_vector v) {
    return u.x * v.y - u.y * v.x;
}

// A quarter turn from +x towards +y.
plane_vector turned(plane_vector v) {
    return {-v.y, v.x};
}

constexpr double half_of_root_three = 0.8660254037844386;
constexpr double radians_per_step = 2 * std::numbers::pi / 65536;

plane_vector to_plane(hex_vector v) {
    return {v.a - 0.5 * v.b, half_of_root_three * v.b};
}

// To the nearest, halves away from zero, so that what is mirrored is mirrored; stops at the ends.
std::int32_t rounded(double x) {
    constexpr double limit = std::numeric_limits<std::int32_t>::max();
    const double size = x < 0 ? -x : x;
    const std::int32_t whole = size < limit ? static_cast<std::int32_t>(static_cast<std::int64_t>(size + 0.5))
                                            : std::numeric_limits<std::int32_t>::max();
    return x < 0 ? -whole : whole;
}

hex_vector to_hex(plane_vector v) {
    const double b = v.y / half_of_root_three;
    return {rounded(v.x + 0.5 * b), rounded(b)};
}

// One of the two at the point where they meet.
struct mover {
    plane_vector arm{};
    double inverse_mass = 0;
    double inverse_inertia = 0;
    plane_vector velocity{}; // of the point

    mover(const impact_side& of, hex_vector arm_to_point)
        : arm(to_plane(arm_to_point))
        , inverse_mass(1 / of.mass)
        , inverse_inertia(of.inertia > 0 ? 1 / of.inertia : 0)
        , velocity(to_plane(of.velocity) + turned(arm) * (of.spin * radians_per_step)) {}

    // How much an impulse of 1 along `by` changes the velocity of the point along `along`.
    [[nodiscard]] double yield(plane_vector by, plane_vector along) const {
        return inverse_mass * dot(by, along) + inverse_inertia * (cross(arm, by) * cross(arm, along));
    }

    [[nodiscard]] velocity_change under(plane_vector impulse) const {
        return {.linear = to_hex(impulse * inverse_mass),
                .spin = rounded(cross(arm, impulse) * inverse_inertia / radians_per_step)};
    }
};

// The step of a quarter of a unit a tick that comes nearest to a direction: one of the six along the axes, or
// none if there is no direction. The opposite direction gives the opposite step, also halfway between two.
hex_vector step_along(plane_vector direction) {
    constexpr hex_vector steps[] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    if (direction.x == 0 && direction.y == 0) {
        return {};
    }
    if (direction.y < 0 || (direction.y == 0 && direction.x < 0)) {
        return -step_along(plane_vector{} - direction);
    }
    hex_vector best = steps[0];
    for (const hex_vector each : steps) {
        best = dot(to_plane(each), direction) > dot(to_plane(best), direction) ? each : best;
    }
    return best;
}

// Whether anything is left of a change where velocities stop at their limit.
bool changes(const velocity_change& by, const impact_side& of) {
    const auto differs = [](std::int32_t velocity, std::int32_t change) {
        const std::int64_t sum = std::int64_t{velocity} + change;
        return std::clamp<std::int64_t>(sum, -max_velocity, max_velocity) !=
               std::clamp<std::int64_t>(velocity, -max_velocity, max_velocity);
    };
    return differs(of.velocity.a, by.linear.a) || differs(of.velocity.b, by.linear.b) ||
           differs(of.spin, by.spin);
}

// From b to a. Tiles on top of each other are pushed back to where they come from.
plane_vector direction_between(const contact& at, plane_vector velocity) {
    return at.from_b_to_a == hex_vector{} ? plane_vector{} - velocity : to_plane(at.from_b_to_a);
}

} // namespace

impact least_impact(const contact& at, const impact_side& a, const impact_side& b) noexcept {
    const plane_vector approach = mover(a, at.arm_a).velocity - mover(b, at.arm_b).velocity;
    const hex_vector step = step_along(direction_between(at, approach));
    impact made;
    if (a.mass <= b.mass) {
        made.a.linear = step;
    }
    if (b.mass <= a.mass) {
        made.b.linear = -step;
    }
    return made;
}

std::optional<impact> resolve(const contact& at, const impact_side& a, const impact_side& b,
                              double restitution, double friction) noexcept {
    const mover one(a, at.arm_a);
    const mover other(b, at.arm_b);
    const plane_vector velocity = one.velocity - other.velocity;
    const plane_vector line = direction_between(at, velocity);
    const double line_length = sqrt(dot(line, line));
    if (!(dot(velocity, line) < 0)) {
        return std::nullopt;
    }
    const plane_vector normal = line * (1 / line_length);
    const plane_vector tangent = turned(normal);
    const double approach = -dot(velocity, normal);
    const double impulse =
        (1 + restitution) * approach / (one.yield(normal, normal) + other.yield(normal, normal));

    // Friction acts on what the normal impulse leaves, so that the two together never add energy.
    const double sliding =
        dot(velocity, tangent) + impulse * (one.yield(normal, tangent) + other.yield(normal, tangent));
    const double to_stop = sliding / (one.yield(tangent, tangent) + other.yield(tangent, tangent));
    const double most = friction * impulse;
    const double across = to_stop > most ? most : to_stop < -most ? -most : to_stop;

    const plane_vector on_a = normal * impulse - tangent * across;
    const impact result{.a = one.under(on_a),
                        .b = other.under(plane_vector{} - on_a),
                        .impulse = rounded(impulse / 4),
                        .speed = rounded(approach)};
    const bool is_felt = changes(result.a, a) || changes(result.b, b);
    if (!is_felt) {
        const impact least = least_impact(at, a, b);
        return impact{.a = least.a, .b = least.b, .impulse = result.impulse, .speed = result.speed};
    }
    return result;
}

} // namespace orrery::hex
