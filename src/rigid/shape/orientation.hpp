// On which side of a triangle's plane a point lies, without doubt: quickhull asks so often and builds so much
// on the answers that a wrong one would tie its surface into knots. Coordinates are whole numbers below 2^31;
// the determinant is then below 2^99. Where double precision leaves a doubt, it is computed again with twice
// the digits, which is exact.
#pragma once

#include <orrery/math/quadratic.hpp>
#include <orrery/math/vector3.hpp>

#include <limits>

namespace orrery::rigid::detail {

// The unevaluated sum of a number and what it lacks in the last place.
using double_double = orrery::detail::exact_product;

// Knuth's sum: value + error = a + b without rounding.
[[nodiscard]] constexpr double_double add_exactly(double a, double b) noexcept {
    const double sum = a + b;
    const double of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

[[nodiscard]] constexpr double_double negate(double_double a) noexcept {
    return {-a.value, -a.error};
}

[[nodiscard]] constexpr double_double add(double_double a, double_double b) noexcept {
    const double_double values = add_exactly(a.value, b.value);
    const double_double errors = add_exactly(a.error, b.error);
    const double_double sum = add_exactly(values.value, values.error + errors.value);
    return add_exactly(sum.value, sum.error + errors.error);
}

[[nodiscard]] constexpr double_double multiply(double_double a, double_double b) noexcept {
    const double_double product = orrery::detail::multiply_exactly(a.value, b.value);
    return add_exactly(product.value, product.error + (a.value * b.error + a.error * b.value));
}

struct exact_vector {
    double_double x, y, z;
};

[[nodiscard]] constexpr exact_vector subtract_exactly(vector3d a, vector3d b) noexcept {
    return {add_exactly(a.x, -b.x), add_exactly(a.y, -b.y), add_exactly(a.z, -b.z)};
}

[[nodiscard]] constexpr double careful_triple(vector3d a, vector3d b, vector3d c, vector3d point) noexcept {
    const exact_vector ab = subtract_exactly(b, a);
    const exact_vector ac = subtract_exactly(c, a);
    const exact_vector ap = subtract_exactly(point, a);
    const double_double x = add(multiply(ab.y, ac.z), negate(multiply(ab.z, ac.y)));
    const double_double y = add(multiply(ab.z, ac.x), negate(multiply(ab.x, ac.z)));
    const double_double z = add(multiply(ab.x, ac.y), negate(multiply(ab.y, ac.x)));
    return add(add(multiply(ap.x, x), multiply(ap.y, y)), multiply(ap.z, z)).value;
}

// Whether the point lies strictly on the side from which a, b, c run counterclockwise.
[[nodiscard]] constexpr bool is_above(vector3d a, vector3d b, vector3d c, vector3d point) noexcept {
    const vector3d ab = b - a;
    const vector3d ac = c - a;
    const vector3d ap = point - a;
    const double volume = triple(ap, ab, ac);
    // The differences are exact, each term has two roundings, and the sums add another three.
    const vector3d x = abs(ab);
    const vector3d y = abs(ac);
    const vector3d magnitudes{x.y * y.z + x.z * y.y, x.z * y.x + x.x * y.z, x.x * y.y + x.y * y.x};
    const double doubt = 8 * std::numeric_limits<double>::epsilon() * dot(abs(ap), magnitudes);
    return abs(volume) > doubt ? volume > 0 : careful_triple(a, b, c, point) > 0;
}

} // namespace orrery::rigid::detail
