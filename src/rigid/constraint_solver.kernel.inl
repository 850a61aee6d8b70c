// Rows of constraints, Width constraints at a time.
namespace orrery::ORRERY_SIMD_TARGET::rigid_constraints {

using namespace orrery::ORRERY_SIMD_TARGET::rigid_lanes;
using fields = orrery::rigid::detail::constraint_fields;
using run_type = orrery::rigid::detail::constraint_run;

template <int Width>
ORRERY_SIMD_INLINE block<Width> block_of(const run_type& run, std::uint32_t number) noexcept {
    return {run.data + std::size_t{number} * static_cast<std::size_t>(fields::count(static_cast<int>(run.rows)) * Width)};
}

template <int Width>
ORRERY_SIMD_INLINE const std::int32_t* bodies_of(const run_type& run, std::uint32_t number) noexcept {
    return run.bodies + std::size_t{number} * 2 * Width;
}

// The effective mass of each row.
template <int Width>
void prepare(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    for (std::uint32_t number = begin; number < end; ++number) {
        const block<Width> group = block_of<Width>(run, number);
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        const side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        const side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        for (int index = 0; index < static_cast<int>(run.rows); ++index) {
            const int field = fields::rows + index * fields::row_size;
            const vectors<Width> linear = group.get_vector(field + fields::linear);
            const vectors<Width> turn_a = group.get_vector(field + fields::turn_a);
            const vectors<Width> turn_b = group.get_vector(field + fields::turn_b);
            const numbers<Width> mobility = dot(linear, linear) * (first.inverse_mass + second.inverse_mass) +
                                            (dot(turn_a, multiply(first.inertia, turn_a)) +
                                             dot(turn_b, multiply(second.inertia, turn_b)));
            group.set(field + fields::mass, inverse_or_zero<Width>(mobility));
        }
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
            const int field = fields::rows + index * fields::row_size;
            apply<Width>(group, field, group.get(field + fields::impulse), first, second);
        }
        first.put_back(step.bodies, bodies);
        if (run.does_b_move) {
            second.put_back(step.bodies, bodies + Width);
        }
    }
}

template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_run(const run_type& run, std::uint32_t begin, std::uint32_t end,
                                  const step_type& step) noexcept {
    using number = numbers<Width>;
    const number zero(0);
    for (std::uint32_t place = begin; place < end; ++place) {
        const block<Width> group = block_of<Width>(run, place);
        const std::int32_t* bodies = bodies_of<Width>(run, place);
        side<Width> first(step.bodies, bodies, group.get_tensor(fields::inertia_a));
        side<Width> second(step.bodies, bodies + Width, group.get_tensor(fields::inertia_b));
        const vectors<Width> moved =
            subtract(gather<Width>(step.bodies, row::moved, bodies + Width), gather<Width>(step.bodies, row::moved, bodies));
        const vectors<Width> turned_a = gather<Width>(step.bodies, row::turned, bodies);
        const vectors<Width> turned_b = gather<Width>(step.bodies, row::turned, bodies + Width);
        for (int index = 0; index < static_cast<int>(run.rows); ++index) {
            const int field = fields::rows + index * fields::row_size;
            const vectors<Width> linear = group.get_vector(field + fields::linear);
            const vectors<Width> turn_a = group.get_vector(field + fields::turn_a);
            const vectors<Width> turn_b = group.get_vector(field + fields::turn_b);
            const number error = group.get(field + fields::error) +
                                 (dot(linear, moved) + (dot(turn_b, turned_b) - dot(turn_a, turned_a)));
            const number speed = dot(linear, subtract(second.velocity, first.velocity)) +
                                 (dot(turn_b, second.spin) - dot(turn_a, first.spin));
            const number before = group.get(field + fields::impulse);
            // A limit that is not reached yet lets the bodies come as near as the gap in one sub-step.
            const number side_of_limit = group.get(field + fields::limit); // -1, 0 or 1
            const auto is_apart = side_of_limit * error > zero;
            const number wanted = group.get(field + fields::speed) - select(is_apart, error * number(step.inverse_substep), zero);
            // Springs keep their force in both passes; what is stiff is only hardened by the second.
            const number spring = IsBiased ? number(1) : group.get(field + fields::is_spring);
            const auto is_soft = (spring > zero) & !is_apart;
            const number bias = select(is_soft, group.get(field + fields::bias_rate) * error, zero);
            const number hardness = select(is_soft, group.get(field + fields::mass_scale), number(1));
            const number softness = select(is_soft, group.get(field + fields::impulse_scale), zero);
            const number change =
                -(group.get(field + fields::mass) * hardness * (speed - wanted + bias)) - softness * before;
            const number impulse =
                max(group.get(field + fields::lowest), min(group.get(field + fields::highest), before + change));
            group.set(field + fields::impulse, impulse);
            apply<Width>(group, field, impulse - before, first, second);
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
