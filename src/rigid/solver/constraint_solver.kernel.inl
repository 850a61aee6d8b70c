// Rows of constraints, Width constraints at a time.
namespace orrery::ORRERY_SIMD_TARGET::rigid_constraints {

using namespace orrery::ORRERY_SIMD_TARGET::rigid_lanes;
using fields = orrery::rigid::detail::constraint_fields;
using constraint_input = orrery::rigid::detail::constraint_input;
using run_type = orrery::rigid::detail::constraint_run;

constexpr int most_rows = fields::most_block_rows;

template <int Width>
ORRERY_SIMD_INLINE block<Width> block_of(const run_type& run, std::uint32_t number) noexcept {
    const int size = fields::count(run.block_rows, run.single_rows) * Width;
    return {run.data + std::size_t{number} * static_cast<std::size_t>(size)};
}

template <int Width>
ORRERY_SIMD_INLINE const std::int32_t* bodies_of(const run_type& run, std::uint32_t number) noexcept {
    return run.bodies + std::size_t{number} * 2 * Width;
}

// What both bodies' velocities change along one row when another one pushes. `linear_a` is the field of the
// direction in which a moves.
template <int Width>
ORRERY_SIMD_INLINE numbers<Width> coupling(const block<Width>& group, int of, int by, int linear_a,
                                           const side<Width>& first, const side<Width>& second) noexcept {
    const numbers<Width> of_first =
        first.inverse_mass * dot(group.get_vector(of + linear_a), group.get_vector(by + linear_a));
    const numbers<Width> of_second =
        second.inverse_mass *
        dot(group.get_vector(of + fields::linear), group.get_vector(by + fields::linear));
    return (of_first + of_second) +
           (dot(group.get_vector(of + fields::turn_a),
                multiply(first.inertia, group.get_vector(by + fields::turn_a))) +
            dot(group.get_vector(of + fields::turn_b),
                multiply(second.inertia, group.get_vector(by + fields::turn_b))));
}

ORRERY_SIMD_INLINE int field_of_row(int index) noexcept {
    return fields::rows + index * fields::row_size;
}

// The matrix of the block's rows as L D L^T. Rows that add nothing to those before them get an inverse of zero in D and
// so do nothing.
template <int Width>
ORRERY_SIMD_INLINE void factorize(const block<Width>& group, const run_type& run, int linear_a,
                                  const side<Width>& first, const side<Width>& second) noexcept {
    using number = numbers<Width>;
    const int rows = run.block_rows + run.single_rows;
    number diagonal[most_rows];
    for (int i = 0; i < run.block_rows; ++i) {
        number left[most_rows]; // L D of this row
        const number whole = coupling<Width>(group, field_of_row(i), field_of_row(i), linear_a, first, second);
        number rest = whole;
        for (int j = 0; j < i; ++j) {
            number sum = coupling<Width>(group, field_of_row(i), field_of_row(j), linear_a, first, second);
            for (int k = 0; k < j; ++k) {
                sum -= left[k] * group.get(fields::factor(rows, j, k));
            }
            left[j] = sum;
            const number factor = sum * diagonal[j];
            group.set(fields::factor(rows, i, j), factor);
            rest -= factor * sum;
        }
        const number doubt = whole * number(scalar(1e-5));
        diagonal[i] = select(rest > doubt, inverse_or_zero<Width>(rest), number(0));
        group.set(fields::factor(rows, i, i), diagonal[i]);
    }
}

ORRERY_SIMD_INLINE int direction_of_a(const run_type& run) noexcept {
    return run.has_two_directions ? fields::linear_a : fields::linear;
}

// Takes out of a row that follows the block what it shares with the block's rows, so that its impulses leave their
// speeds alone: K y = k, with K the matrix of the block and k the couplings of the row with it. Without this a joint
// whose limit is far from the centres of mass would need hundreds of passes to agree with itself.
template <int Width>
ORRERY_SIMD_INLINE void part_from_block(const block<Width>& group, const run_type& run, int single, int linear_a,
                                        const side<Width>& first, const side<Width>& second) noexcept {
    using number = numbers<Width>;
    const int rows = run.block_rows;
    const int all_rows = run.block_rows + run.single_rows;
    const int field = field_of_row(rows + single);
    number y[most_rows];
    for (int i = 0; i < rows; ++i) {
        y[i] = coupling<Width>(group, field, field_of_row(i), linear_a, first, second);
        for (int j = 0; j < i; ++j) {
            y[i] -= group.get(fields::factor(all_rows, i, j)) * y[j];
        }
    }
    for (int i = 0; i < rows; ++i) {
        y[i] = y[i] * group.get(fields::factor(all_rows, i, i));
    }
    for (int i = rows - 1; i >= 0; --i) {
        for (int j = i + 1; j < rows; ++j) {
            y[i] -= group.get(fields::factor(all_rows, j, i)) * y[j];
        }
    }
    const number impulse = group.get(field + fields::impulse);
    const int directions[] = {fields::linear, fields::turn_a, fields::turn_b, fields::linear_a};
    for (int i = 0; i < rows; ++i) {
        const int of_block = field_of_row(i);
        for (const int direction : directions) {
            group.set_vector(field + direction,
                             subtract(group.get_vector(field + direction),
                                      scale(group.get_vector(of_block + direction), y[i])));
        }
        group.set(fields::share(rows, run.single_rows, single, i), y[i]);
        // What all rows together did in the last step stays the same.
        group.set(of_block + fields::impulse, group.get(of_block + fields::impulse) + y[i] * impulse);
    }
}

// The mass of a row that follows the block, and the terms of its spring if that is one as it is built: a force
// of -k x - c v with the speed at the end of the sub-step. The stiffer the spring for what it moves, the nearer to the
// end of the sub-step is the place where its x is taken; soft ones swing without losing anything but by c.
template <int Width>
ORRERY_SIMD_INLINE void weigh(const block<Width>& group, int field, numbers<Width> whole, int linear_a,
                              const side<Width>& first, const side<Width>& second, scalar substep) noexcept {
    using number = numbers<Width>;
    const number zero(0);
    const number one(1);
    number yielding = coupling<Width>(group, field, field, linear_a, first, second);
    yielding = select(yielding > whole * number(scalar(1e-5)), yielding, zero);
    group.set(field + fields::mass, inverse_or_zero<Width>(yielding));
    const auto is_built = group.get(field + fields::spring) > one;
    const number stiffness = group.get(field + constraint_input::stiffness);
    const number resistance = group.get(field + constraint_input::resistance);
    const number swing = stiffness * yielding * number(substep * substep);
    const number lateness = max(one - one / (one + swing), number(scalar(1e-4)));
    const number hold = min(resistance + stiffness * number(substep) * lateness,
                            number(std::numeric_limits<scalar>::max()));
    const number grip = hold * yielding * number(substep);
    const number kept = one / (one + grip);
    group.set(field + fields::bias_rate, select(is_built, stiffness * inverse_or_zero<Width>(hold), stiffness));
    group.set(field + fields::mass_scale,
              select(is_built, select(grip > one, one - kept, grip * kept), resistance));
    group.set(field + fields::impulse_scale, select(is_built, kept, group.get(field + fields::impulse_scale)));
}

template <int Width>
void prepare(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    for (std::uint32_t number = begin; number < end; ++number) {
        const block<Width> group = block_of<Width>(run, number);
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        const side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        const side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        const int linear_a = direction_of_a(run);
        factorize<Width>(group, run, linear_a, first, second);
        for (int single = 0; single < run.single_rows; ++single) {
            const int field = field_of_row(run.block_rows + single);
            const numbers<Width> whole = coupling<Width>(group, field, field, linear_a, first, second);
            part_from_block<Width>(group, run, single, linear_a, first, second);
            weigh<Width>(group, field, whole, linear_a, first, second, step.substep);
        }
    }
}

template <int Width>
ORRERY_SIMD_INLINE void apply(const block<Width>& group, int field, int linear_a, numbers<Width> impulse,
                              side<Width>& first, side<Width>& second) noexcept {
    const vectors<Width> push = scale(group.get_vector(field + fields::linear), impulse);
    first.pull(linear_a == fields::linear ? push : scale(group.get_vector(field + linear_a), impulse));
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
        for (int index = 0; index < run.block_rows + run.single_rows; ++index) {
            const int field = field_of_row(index);
            apply<Width>(group, field, direction_of_a(run), group.get(field + fields::impulse), first, second);
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
    vectors<Width> moved_a;
    vectors<Width> moved_b;
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
ORRERY_SIMD_INLINE demand<Width> demand_of(const block<Width>& group, int field, int linear_a,
                                           const progress<Width>& since, const side<Width>& first,
                                           const side<Width>& second, const step_type& step) noexcept {
    using number = numbers<Width>;
    const number zero(0);
    const vectors<Width> linear = group.get_vector(field + fields::linear);
    const vectors<Width> turn_a = group.get_vector(field + fields::turn_a);
    const vectors<Width> turn_b = group.get_vector(field + fields::turn_b);
    // The difference first: far from rest, two nearly equal products would leave only their rounding.
    const bool is_one_way = linear_a == fields::linear;
    const vectors<Width> along_a = is_one_way ? linear : group.get_vector(field + linear_a);
    const number moved = is_one_way ? dot(linear, subtract(since.moved_b, since.moved_a))
                                    : dot(linear, since.moved_b) - dot(along_a, since.moved_a);
    const number closing = is_one_way ? dot(linear, subtract(second.velocity, first.velocity))
                                      : dot(linear, second.velocity) - dot(along_a, first.velocity);
    const number error = group.get(field + fields::error) +
                         (moved + (dot(turn_b, since.turned_b) - dot(turn_a, since.turned_a)));
    const number speed = closing + (dot(turn_b, second.spin) - dot(turn_a, first.spin));
    // Springs keep their force in both passes; what is stiff is only hardened by the second. Rows that are built
    // look back to where the sub-step began: with the place they have come to they would lose energy.
    const number spring = group.get(field + fields::spring);
    const number place =
        IsBiased ? error : error - select(spring > number(1), speed * number(step.substep), zero);
    // A limit that is not reached yet lets the bodies come as near as the gap in one sub-step.
    const auto is_apart = group.get(field + fields::limit) * place > zero;
    const number wanted =
        group.get(field + fields::speed) - select(is_apart, place * number(step.inverse_substep), zero);
    const auto is_soft = IsBiased ? !is_apart : (spring > zero) & !is_apart;
    const number bias = select(is_soft, group.get(field + fields::bias_rate) * place, zero);
    return {speed - wanted + bias, select(is_soft, group.get(field + fields::mass_scale), number(1)),
            select(is_soft, group.get(field + fields::impulse_scale), zero)};
}

// All rows of the block at once, by forward and backward substitution.
template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_block(const block<Width>& group, const run_type& run,
                                    const progress<Width>& since, side<Width>& first, side<Width>& second,
                                    const step_type& step) noexcept {
    using number = numbers<Width>;
    const int rows = run.block_rows;
    const int all_rows = run.block_rows + run.single_rows;
    const int linear_a = direction_of_a(run);
    number x[most_rows];
    number hardness[most_rows];
    number softness[most_rows];
    for (int i = 0; i < rows; ++i) {
        const demand<Width> asked =
            demand_of<Width, IsBiased>(group, field_of_row(i), linear_a, since, first, second, step);
        hardness[i] = asked.hardness;
        softness[i] = asked.softness;
        x[i] = asked.speed;
        for (int j = 0; j < i; ++j) {
            x[i] -= group.get(fields::factor(all_rows, i, j)) * x[j];
        }
    }
    for (int i = 0; i < rows; ++i) {
        x[i] = x[i] * group.get(fields::factor(all_rows, i, i));
    }
    for (int i = rows - 1; i >= 0; --i) {
        for (int j = i + 1; j < rows; ++j) {
            x[i] -= group.get(fields::factor(all_rows, j, i)) * x[j];
        }
    }
    for (int i = 0; i < rows; ++i) {
        const int field = field_of_row(i);
        const number before = group.get(field + fields::impulse);
        const number change = -(hardness[i] * x[i]) - softness[i] * before;
        group.set(field + fields::impulse, before + change);
        apply<Width>(group, field, linear_a, change, first, second);
    }
}

// The rows outside the block, one after the other.
template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_single_rows(const block<Width>& group, const run_type& run,
                                          const progress<Width>& since, side<Width>& first,
                                          side<Width>& second, const step_type& step) noexcept {
    using number = numbers<Width>;
    const int linear_a = direction_of_a(run);
    for (int index = run.block_rows; index < run.block_rows + run.single_rows; ++index) {
        const int field = field_of_row(index);
        const demand<Width> asked =
            demand_of<Width, IsBiased>(group, field, linear_a, since, first, second, step);
        const number before = group.get(field + fields::impulse);
        const number change =
            -(group.get(field + fields::mass) * asked.hardness * asked.speed) - asked.softness * before;
        const number impulse =
            max(group.get(field + fields::lowest), min(group.get(field + fields::highest), before + change));
        group.set(field + fields::impulse, impulse);
        apply<Width>(group, field, linear_a, impulse - before, first, second);
    }
}

template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_run(const run_type& run, std::uint32_t begin, std::uint32_t end,
                                  const step_type& step) noexcept {
    for (std::uint32_t place = begin; place < end; ++place) {
        const block<Width> group = block_of<Width>(run, place);
        const std::int32_t* bodies = bodies_of<Width>(run, place);
        side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        progress<Width> since{gather<Width>(step.bodies, row::moved, bodies),
                              gather<Width>(step.bodies, row::moved, bodies + Width),
                              gather<Width>(step.bodies, row::turned, bodies),
                              gather<Width>(step.bodies, row::turned, bodies + Width)};
        if (!run.does_b_move) {
            since.moved_b = scale(second.velocity, numbers<Width>(step.elapsed));
            since.turned_b = scale(second.spin, numbers<Width>(step.elapsed));
        }
        solve_block<Width, IsBiased>(group, run, since, first, second, step);
        solve_single_rows<Width, IsBiased>(group, run, since, first, second, step);
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
