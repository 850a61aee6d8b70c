// Every function of the math layer on arguments of every kind, random bit patterns with their infinities,
// NaNs and subnormals among them. Cells work in parallel, the arrays of floats in lanes; the hash is of every
// result.
#include <orrery/core/hash.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/math/angle16.hpp>
#include <orrery/math/closest_point.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/fixed.hpp>
#include <orrery/math/integer.hpp>
#include <orrery/math/principal_axes.hpp>
#include <orrery/math/quadratic.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/math/ray.hpp>
#include <orrery/math/simd/elementary.hpp>
#include <orrery/math/space_curve.hpp>
#include <orrery/math/triangle.hpp>

#include <array>
#include <bit>
#include <scenario.hpp>
#include <vector>

namespace orrery::determinism {
namespace {

constexpr std::size_t value_count = 256;
constexpr std::size_t floats_per_cell = 64;

template <typename Real>
void try_elementary(hasher& seen, Real x, Real y) {
    const auto note = [&](Real result) { seen.update_value(result); };
    const auto [sine, cosine] = sin_cos(x);
    note(sine);
    note(cosine);
    note(sin(y));
    note(cos(y));
    note(tan(x));
    note(asin(x));
    note(acos(x));
    note(atan(x));
    note(atan2(y, x));
    note(exp(x));
    note(exp2(y));
    note(log(x));
    note(log2(y));
    note(pow(x, y));
    note(cbrt(x));
    note(fmod(x, y));
    note(floor(x));
    note(round_even(y));
}

// A body that tumbles: quaternions, matrices and principal axes in a loop that keeps its errors.
template <typename Real>
struct tumbler {
    basic_quaternion<Real> orientation;
    basic_vector3<Real> spin{Real(0.3), Real(-0.7), Real(1.1)};

    void step(philox& random) {
        orientation = integrate(orientation, spin, Real(1) / 64);
        orientation = integrate_first_order(orientation, spin, Real(1) / 128);
        const auto rotation = to_matrix(orientation);
        auto tensor = rotate_diagonal(rotation, {1, 2, 3});
        tensor = tensor + outer_product(spin, spin) * Real(0.01);
        if (const auto inverted = inverse(tensor)) {
            spin += *inverted * cross(spin, tensor * spin) * (Real(-1) / 64);
        }
        const auto axes = find_principal_axes(tensor);
        spin += axes.values * Real(0.0001);
        orientation = slerp(orientation, unit_quaternion<Real>(random), Real(0.01));
        spin = normalize(spin);
    }
};

class math_torture final : public scenario {
public:
    explicit math_torture(const scenario_settings& settings)
        : jobs_(static_cast<std::uint32_t>(settings.thread_count))
        , level_(settings.simd_level())
        , cells_(value_count) {}

    std::uint64_t step() override {
        ++frame_;
        parallel_for(jobs_, value_count, 8, [this](std::size_t index) { step_cell(cells_[index], index); });
        for (const cell& each : cells_) {
            state_.update_value(each.seen);
        }
        return state_.finish();
    }

private:
    struct cell {
        tumbler<float> single;
        tumbler<double> precise;
        std::uint64_t seen = 0;
    };

    void step_cell(cell& state, std::size_t index) const {
        philox random(7, index, std::uint64_t{frame_} << 16);
        hasher seen(state.seen);
        for (int repeat = 0; repeat < 4; ++repeat) {
            // Braces, because the order in which arguments of a call are evaluated is the compiler's.
            const std::array bits{random(), random()};
            try_elementary(seen, std::bit_cast<float>(static_cast<std::uint32_t>(bits[0])),
                           std::bit_cast<float>(static_cast<std::uint32_t>(bits[1])));
            try_elementary(seen, std::bit_cast<double>(bits[0]), std::bit_cast<double>(bits[1]));
            const std::array small{uniform_real<float>(random, -2, 2), uniform_real<float>(random, -2, 2)};
            try_elementary(seen, small[0], small[1]);
            const std::array large{uniform_real<double>(random, -99, 99), normal_real<double>(random)};
            try_elementary(seen, large[0], large[1]);
        }
        try_lanes(seen, random);
        try_geometry(seen, random);
        try_integers(seen, random);
        state.single.step(random);
        state.precise.step(random);
        for (int axis = 0; axis < 3; ++axis) {
            seen.update_value(state.single.spin[axis]);
            seen.update_value(state.precise.spin[axis]);
        }
        state.seen = seen.finish();
    }

    void try_lanes(hasher& seen, philox& random) const {
        std::array<float, floats_per_cell> x;
        std::array<float, floats_per_cell> y;
        std::array<float, floats_per_cell> first;
        std::array<float, floats_per_cell> second;
        for (std::size_t lane = 0; lane < floats_per_cell; ++lane) {
            x[lane] = lane % 2 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(random()))
                                    : uniform_real<float>(random, -80, 80);
            y[lane] = uniform_real<float>(random, -4, 4);
        }
        const auto note = [&](const std::array<float, floats_per_cell>& results) {
            seen.update(std::as_bytes(std::span(results)));
        };
        simd::sin_cos(x, first, second, level_);
        note(first);
        note(second);
        simd::atan2(y, x, first, level_);
        note(first);
        simd::exp(x, first, level_);
        note(first);
        simd::log(x, first, level_);
        note(first);
        simd::inverse_sqrt(x, first, level_);
        note(first);
    }

    static void try_geometry(hasher& seen, philox& random) {
        const auto point = [&] {
            return vector3d{normal_real<double>(random), normal_real<double>(random),
                            normal_real<double>(random)};
        };
        const auto note = [&](vector3d result) {
            for (int axis = 0; axis < 3; ++axis) {
                seen.update_value(result[axis]);
            }
        };
        const vector3d a = point();
        const vector3d b = point();
        const vector3d c = point();
        const vector3d d = point();
        note(closest_on_segment(a, b, c).point);
        note(closest_on_triangle(a, b, c, d).point);
        const auto pair = closest_of_segments(a, b, c, d);
        note(pair.on_a.point);
        note(pair.on_b.point);
        seen.update_value(triangle_area(a, b, c));
        seen.update_value(signed_tetrahedron_volume(a, b, c, d));
        const auto roots = solve_quadratic(a.x, a.y, a.z);
        seen.update_value(roots.count);
        seen.update_value(roots.first);
        seen.update_value(roots.second);
    }

    static void try_integers(hasher& seen, philox& random) {
        const std::uint64_t bits = random();
        seen.update_value(integer_sqrt(bits));
        const auto angle = angle16::from_steps(static_cast<std::int64_t>(bits));
        const vector2i turned = rotate(angle, vector2i{static_cast<std::int32_t>(bits >> 34), -12345678});
        seen.update_value(turned.x);
        seen.update_value(turned.y);
        seen.update_value(angle16::from_direction(turned).steps());
        seen.update_value(hilbert_key(turned));
        using fixed = basic_fixed<std::int32_t, 16>;
        const auto number = fixed::from_real(normal_real<double>(random) * 100);
        seen.update_value((number * number / fixed::from_whole(7)).raw());
        seen.update_value(uniform_below(random, 1000003));
    }

    thread_pool jobs_;
    simd::level level_;
    std::vector<cell> cells_;
    hasher state_;
    std::uint32_t frame_ = 0;
};

} // namespace

std::unique_ptr<scenario> make_math_torture(const scenario_settings& settings) {
    return std::make_unique<math_torture>(settings);
}

} // namespace orrery::determinism
