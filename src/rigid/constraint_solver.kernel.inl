// Rows of constraints, Width constraints at a time.
namespace orrery::ORRERY_SIMD_TARGET::rigid_constraints {

using namespace orrery::ORRERY_SIMD_TARGET::rigid_lanes;
using fields = orrery::rigid::detail::constraint_fields;
using run_type = orrery::rigid::detail::constraint_run;

constexpr int most_rows = 6;

template <int Width>
ORRERY_SIMD_INLINE block<Width> block_of(const run_type& run, std::uint32_t number) noexcept {
    const int size = fields::count(static_cast<int>(run.rows)) * Width;
    return {run.data + std::size_t{number} * static_cast<std::size_t>(size)};
}

template <int Width>
ORRERY_SIMD_INLINE const std::int32_t* bodies_of(const run_type& run, std::uint32_t number) noexcept {
    return run.bodies + std::size_t{number} * 2 * Width;
}

// What both bodies' velocities change along one row when another one pushes.
template <int Width>
ORRERY_SIMD_INLINE numbers<Width> coupling(const block<Width>& group, int of, int by, const side<Width>& first,
                                           const side<Width>& second) noexcept {
    const numbers<Width> linear =
        dot(group.get_vector(of + fields::linear), group.get_vector(by + fields::linear));
    return linear * (first.inverse_mass + second.inverse_mass) +
           (dot(group.get_vector(of + fields::turn_a),
                multiply(first.inertia, group.get_vector(by + fields::turn_a))) +
            dot(group.get_vector(of + fields::turn_b),
                multiply(second.inertia, group.get_vector(by + fields::turn_b))));
}

ORRERY_SIMD_INLINE int field_of_row(int index) noexcept {
    return fields::rows + index * fields::row_size;
}

// The matrix of the block's rows as L D L^T. Rows outside the block, and rows that add nothing to those before them, get
// an inverse of zero in D and so do nothing.
template <int Width>
ORRERY_SIMD_INLINE void factorize(const block<Width>& group, int rows, const side<Width>& first,
                                  const side<Width>& second) noexcept {
    using number = numbers<Width>;
    number diagonal[most_rows];
    for (int i = 0; i < rows; ++i) {
        const number in_block = group.get(field_of_row(i) + fields::is_in_block);
        number left[most_rows]; // L D of this row
        const number whole = coupling<Width>(group, field_of_row(i), field_of_row(i), first, second);
        number rest = whole;
        for (int j = 0; j < i; ++j) {
            number sum = in_block * group.get(field_of_row(j) + fields::is_in_block) *
                         coupling<Width>(group, field_of_row(i), field_of_row(j), first, second);
            for (int k = 0; k < j; ++k) {
                sum -= left[k] * group.get(fields::factor(rows, j, k));
            }
            left[j] = sum;
            const number factor = sum * diagonal[j];
            group.set(fields::factor(rows, i, j), factor);
            rest -= factor * sum;
        }
        const number doubt = whole * number(scalar(1e-5));
        diagonal[i] = select(rest > doubt, in_block * inverse_or_zero<Width>(rest), number(0));
        group.set(fields::factor(rows, i, i), diagonal[i]);
        group.set(field_of_row(i) + fields::mass, inverse_or_zero<Width>(whole));
    }
}

template <int Width>
void prepare(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    for (std::uint32_t number = begin; number < end; ++number) {
        const block<Width> group = block_of<Width>(run, number);
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        const side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        const side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        factorize<Width>(group, static_cast<int>(run.rows), first, second);
    }
}

template <int Width>
ORRERY_SIMD_INLINE void apply(const block<Width>& group, int field, numbers<Width> impulse, side<Width>& first,
                              side<Width>& second) noexcept {
    const vectors<Width> push = scale(group.get_vector(field + fields::linear), impulse);
    first.pull(push);
    first.untwist(scale(group.get_vector(field + fields::turn_a), impulse));
    second.push(push);
    second.twist(scale(group.get_vector(field + fields::turn_b), impulse));
}

template <int Width>
void warm_start(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    for (std::uint32_t number = begin; number < end; ++number) {
        const block<Width> group = block_of<Width>(run, number);
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        for (int index = 0; index < static_cast<int>(run.rows); ++index) {
            const int field = field_of_row(index);
            apply<Width>(group, field, group.get(field + fields::impulse), first, second);
        }
        first.put_back(step.bodies, bodies);
        if (run.does_b_move) {
            second.put_back(step.bodies, bodies + Width);
        }
    }
}

// How the bodies of a group have moved since the step began.
template <int Width>
struct progress {
    vectors<Width> moved;
    vectors<Width> turned_a;
    vectors<Width> turned_b;
};

// What a row asks for: a change of speed, how much of it may be had at once, and what is given back.
template <int Width>
struct demand {
    numbers<Width> speed;
    numbers<Width> hardness;
    numbers<Width> softness;
};

template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE demand<Width> demand_of(const block<Width>& group, int field, const progress<Width>& since,
                                           const side<Width>& first, const side<Width>& second,
                                           scalar inverse_substep) noexcept {
    using number = numbers<Width>;
    const number zero(0);
    const vectors<Width> linear = group.get_vector(field + fields::linear);
    const vectors<Width> turn_a = group.get_vector(field + fields::turn_a);
    const vectors<Width> turn_b = group.get_vector(field + fields::turn_b);
    const number error = group.get(field + fields::error) +
                         (dot(linear, since.moved) + (dot(turn_b, since.turned_b) - dot(turn_a, since.turned_a)));
    const number speed = dot(linear, subtract(second.velocity, first.velocity)) +
                         (dot(turn_b, second.spin) - dot(turn_a, first.spin));
    // A limit that is not reached yet lets the bodies come as near as the gap in one sub-step.
    const auto is_apart = group.get(field + fields::limit) * error > zero;
    const number wanted =
        group.get(field + fields::speed) - select(is_apart, error * number(inverse_substep), zero);
    // Springs keep their force in both passes; what is stiff is only hardened by the second.
    const number spring = IsBiased ? number(1) : group.get(field + fields::is_spring);
    const auto is_soft = (spring > zero) & !is_apart;
    const number bias = select(is_soft, group.get(field + fields::bias_rate) * error, zero);
    return {speed - wanted + bias, select(is_soft, group.get(field + fields::mass_scale), number(1)),
            select(is_soft, group.get(field + fields::impulse_scale), zero)};
}

// All rows of the block at once, by forward and backward substitution.
template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_block(const block<Width>& group, int rows, const progress<Width>& since,
                                    side<Width>& first, side<Width>& second, scalar inverse_substep) noexcept {
    using number = numbers<Width>;
    number x[most_rows];
    number hardness[most_rows];
    number softness[most_rows];
    for (int i = 0; i < rows; ++i) {
        const demand<Width> asked =
            demand_of<Width, IsBiased>(group, field_of_row(i), since, first, second, inverse_substep);
        hardness[i] = asked.hardness;
        softness[i] = asked.softness;
        x[i] = asked.speed * group.get(field_of_row(i) + fields::is_in_block);
        for (int j = 0; j < i; ++j) {
            x[i] -= group.get(fields::factor(rows, i, j)) * x[j];
        }
    }
    for (int i = 0; i < rows; ++i) {
        x[i] = x[i] * group.get(fields::factor(rows, i, i));
    }
    for (int i = rows - 1; i >= 0; --i) {
        for (int j = i + 1; j < rows; ++j) {
            x[i] -= group.get(fields::factor(rows, j, i)) * x[j];
        }
    }
    for (int i = 0; i < rows; ++i) {
        const int field = field_of_row(i);
        const number before = group.get(field + fields::impulse);
        const number in_block = group.get(field + fields::is_in_block);
        const number change = -(hardness[i] * x[i]) - in_block * (softness[i] * before);
        group.set(field + fields::impulse, before + change);
        apply<Width>(group, field, change, first, second);
    }
}

// The rows outside the block, one after the other.
template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_single_rows(const block<Width>& group, int rows, const progress<Width>& since,
                                          side<Width>& first, side<Width>& second,
                                          scalar inverse_substep) noexcept {
    using number = numbers<Width>;
    for (int index = 0; index < rows; ++index) {
        const int field = field_of_row(index);
        const demand<Width> asked =
            demand_of<Width, IsBiased>(group, field, since, first, second, inverse_substep);
        const number before = group.get(field + fields::impulse);
        const number change =
            -(group.get(field + fields::mass) * asked.hardness * asked.speed) - asked.softness * before;
        const number limited =
            max(group.get(field + fields::lowest), min(group.get(field + fields::highest), before + change));
        const number impulse =
            select(group.get(field + fields::is_in_block) > number(0), before, limited);
        group.set(field + fields::impulse, impulse);
        apply<Width>(group, field, impulse - before, first, second);
    }
}

template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_run(const run_type& run, std::uint32_t begin, std::uint32_t end,
                                  const step_type& step) noexcept {
    const int rows = static_cast<int>(run.rows);
    for (std::uint32_t place = begin; place < end; ++place) {
        const block<Width> group = block_of<Width>(run, place);
        const std::int32_t* bodies = bodies_of<Width>(run, place);
        side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        const progress<Width> since{subtract(gather<Width>(step.bodies, row::moved, bodies + Width),
                                             gather<Width>(step.bodies, row::moved, bodies)),
                                    gather<Width>(step.bodies, row::turned, bodies),
                                    gather<Width>(step.bodies, row::turned, bodies + Width)};
        if (run.has_block) {
            solve_block<Width, IsBiased>(group, rows, since, first, second, step.inverse_substep);
        }
        if (run.has_single_rows) {
            solve_single_rows<Width, IsBiased>(group, rows, since, first, second, step.inverse_substep);
        }
        first.put_back(step.bodies, bodies);
        if (run.does_b_move) {
            second.put_back(step.bodies, bodies + Width);
        }
    }
}

template <int Width>
void solve(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    solve_run<Width, true>(run, begin, end, step);
}

template <int Width>
void relax(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    solve_run<Width, false>(run, begin, end, step);
}

} // namespace orrery::ORRERY_SIMD_TARGET::rigid_constraints
