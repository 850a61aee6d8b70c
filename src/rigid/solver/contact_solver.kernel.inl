// The equations of contact, Width contacts at a time. Impulses push b along the normal and a the other way. Sequential
// impulses in sub-steps: Macklin et al., "Small Steps in Physics Simulation", 2019; soft constraints: Catto, "Solver2D", 2024.
// Friction acts in the middle of the points, with a limit from the sum of their normal impulses.
namespace orrery::ORRERY_SIMD_TARGET::rigid_contacts {

using namespace orrery::ORRERY_SIMD_TARGET::rigid_lanes;
using fields = orrery::rigid::detail::contact_fields;
using contact_input = orrery::rigid::detail::contact_input;
using run_type = orrery::rigid::detail::contact_run;

// What turning in one way feels, of both bodies' inertia, when they turn in another.
template <int Width>
struct turning {
    tensors<Width> inertia_a;
    tensors<Width> inertia_b;

    ORRERY_SIMD_INLINE numbers<Width> operator()(const vectors<Width>& turn_a, const vectors<Width>& turn_b,
                                                 const vectors<Width>& other_a,
                                                 const vectors<Width>& other_b) const noexcept {
        return dot(turn_a, multiply(inertia_a, other_a)) + dot(turn_b, multiply(inertia_b, other_b));
    }
};

// A unit vector at right angles to a unit normal, as orrery::make_tangent_basis chooses it.
template <int Width>
ORRERY_SIMD_INLINE vectors<Width> tangent_of(const vectors<Width>& normal) noexcept {
    using number = numbers<Width>;
    const number one(1);
    const number sign = select(normal.z < number(0), -one, one);
    const number a = -one / (sign + normal.z);
    return {one + sign * ((normal.x * normal.x) * a), sign * ((normal.x * normal.y) * a), -(sign * normal.x)};
}

// From what contact_batch has written about the contacts to what the iterations need.
template <int Width, int Points>
ORRERY_SIMD_INLINE void prepare_group(const block<Width>& group, const step_type& step, const std::int32_t* a,
                                      const std::int32_t* b) noexcept {
    using number = numbers<Width>;
    const number mass_sum = gather_four<Width>(step.bodies, row::stride, a).w +
                            gather_four<Width>(step.bodies, row::stride, b).w;
    const turning<Width> resistance{gather_tensor<Width>(step.inertias, a), gather_tensor<Width>(step.inertias, b)};
    group.set_tensor(fields::inertia_a, resistance.inertia_a);
    group.set_tensor(fields::inertia_b, resistance.inertia_b);
    const vectors<Width> normal = group.get_vector(fields::normal);
    const vectors<Width> start_a = group.get_vector(fields::arm_a);
    const vectors<Width> start_b = group.get_vector(fields::arm_b);

    // The middle of the points, and how far they are from it on average.
    vectors<Width> middle{number(0), number(0), number(0)};
    number count(0);
    for (int point = 0; point < Points; ++point) {
        const int field = fields::points + point * fields::point_size;
        const number present = group.get(field + contact_input::presence);
        middle = add(middle, scale(group.get_vector(field + contact_input::offset), present));
        count += present;
    }
    const number share = inverse_or_zero<Width>(count);
    middle = scale(middle, share);
    number lever(0); // NOLINT(misc-const-correctness): of several points it is a sum
    for (int point = 0; point < Points; ++point) {
        const int field = fields::points + point * fields::point_size;
        const number present = group.get(field + contact_input::presence);
        const vectors<Width> offset = group.get_vector(field + contact_input::offset);
        if constexpr (Points > 1) {
            const vectors<Width> away = subtract(offset, middle);
            lever += present * sqrt(dot(away, away));
        }
        const vectors<Width> turn_a = cross(add(start_a, offset), normal);
        const vectors<Width> turn_b = cross(add(start_b, offset), normal);
        group.set_vector(field + fields::turn_a, turn_a);
        group.set_vector(field + fields::turn_b, turn_b);
        // A point that a contact does not have never pushes.
        group.set(field + fields::mass,
                  present * inverse_or_zero<Width>(mass_sum + resistance(turn_a, turn_b, turn_a, turn_b)));
    }

    const vectors<Width> tangent = tangent_of<Width>(normal);
    const vectors<Width> bitangent = cross(normal, tangent);
    const vectors<Width> friction = group.get_vector(contact_input::friction_impulse);
    const vectors<Width> rolling = group.get_vector(contact_input::rolling_impulse);
    group.set_vector(fields::tangent, tangent);
    group.set(fields::friction_impulse, dot(friction, tangent));
    group.set(fields::friction_impulse + 1, dot(friction, bitangent));
    group.set(fields::rolling_impulse, dot(rolling, tangent));
    group.set(fields::rolling_impulse + 1, dot(rolling, bitangent));
    group.set(fields::normal_total, number(0));
    group.set(fields::friction_total, number(0));
    group.set(fields::friction_total + 1, number(0));
    group.set(fields::spinning, group.get(fields::friction) * (lever * share) + group.get(contact_input::spinning));

    if constexpr (Points == 4) {
        group.set(fields::rolling, group.get(fields::rolling) + lever * share * number(fields::rocking_share));
    }
    const vectors<Width> arm_a = add(start_a, middle);
    const vectors<Width> arm_b = add(start_b, middle);
    group.set_vector(fields::arm_a, arm_a);
    group.set_vector(fields::arm_b, arm_b);
    const vectors<Width> first_a = cross(arm_a, tangent);
    const vectors<Width> first_b = cross(arm_b, tangent);
    const vectors<Width> second_a = cross(arm_a, bitangent);
    const vectors<Width> second_b = cross(arm_b, bitangent);
    const number xx = mass_sum + resistance(first_a, first_b, first_a, first_b);
    const number yy = mass_sum + resistance(second_a, second_b, second_a, second_b);
    const number xy = resistance(first_a, first_b, second_a, second_b);
    const number determinant = inverse_or_zero<Width>(xx * yy - xy * xy);
    group.set(fields::friction_mass, yy * determinant);
    group.set(fields::friction_mass + 1, xx * determinant);
    group.set(fields::friction_mass + 2, -(xy * determinant));
    group.set(fields::spinning_mass, inverse_or_zero<Width>(resistance(normal, normal, normal, normal)));
    group.set(fields::rolling_mass, inverse_or_zero<Width>(resistance(tangent, tangent, tangent, tangent)));
    group.set(fields::rolling_mass + 1,
              inverse_or_zero<Width>(resistance(bitangent, bitangent, bitangent, bitangent)));
}

template <int Width>
ORRERY_SIMD_INLINE void warm_start_group(const block<Width>& group, int points, bool does_b_move,
                                         scalar* bodies, const std::int32_t* a,
                                         const std::int32_t* b) noexcept {
    using number = numbers<Width>;
    const vectors<Width> normal = group.get_vector(fields::normal);
    const vectors<Width> tangent = group.get_vector(fields::tangent);
    const vectors<Width> bitangent = cross(normal, tangent);
    const vectors<Width> friction = add(scale(tangent, group.get(fields::friction_impulse)),
                                        scale(bitangent, group.get(fields::friction_impulse + 1)));
    const vectors<Width> twist =
        add(scale(normal, group.get(fields::spinning_impulse)),
            add(scale(tangent, group.get(fields::rolling_impulse)),
                scale(bitangent, group.get(fields::rolling_impulse + 1))));
    number total(0);
    vectors<Width> turn_a = add(twist, cross(group.get_vector(fields::arm_a), friction));
    vectors<Width> turn_b = add(twist, cross(group.get_vector(fields::arm_b), friction));
    for (int point = 0; point < points; ++point) {
        const int field = fields::points + point * fields::point_size;
        const number impulse = group.get(field + fields::impulse);
        total += impulse;
        turn_a = add(turn_a, scale(group.get_vector(field + fields::turn_a), impulse));
        turn_b = add(turn_b, scale(group.get_vector(field + fields::turn_b), impulse));
    }
    const vectors<Width> push = add(scale(normal, total), friction);
    side<Width> first(bodies, a, group.get_tensor(fields::inertia_a));
    first.pull(push);
    first.untwist(turn_a);
    first.put_back(bodies, a);
    if (does_b_move) {
        side<Width> second(bodies, b, group.get_tensor(fields::inertia_b));
        second.push(push);
        second.twist(turn_b);
        second.put_back(bodies, b);
    }
}

template <int Width, bool IsRolling>
ORRERY_SIMD_INLINE void solve_resistance(const block<Width>& group, numbers<Width> normal_impulse,
                                         const vectors<Width>& normal, const vectors<Width>& tangent,
                                         const vectors<Width>& bitangent, side<Width>& first,
                                         side<Width>& second) noexcept {
    using number = numbers<Width>;
    // Spinning about the normal.
    const vectors<Width> spin = subtract(second.spin, first.spin);
    const number spinning_limit = group.get(fields::spinning) * normal_impulse;
    const number spinning_before = group.get(fields::spinning_impulse);
    const number spinning =
        max(-spinning_limit,
            min(spinning_limit, spinning_before - group.get(fields::spinning_mass) * dot(normal, spin)));
    group.set(fields::spinning_impulse, spinning);
    // NOLINTNEXTLINE(misc-const-correctness): rolling adds to it
    vectors<Width> twist = scale(normal, spinning - spinning_before);
    if constexpr (IsRolling) {
        const number rolling_limit = group.get(fields::rolling) * normal_impulse;
        const number x_before = group.get(fields::rolling_impulse);
        const number y_before = group.get(fields::rolling_impulse + 1);
        number x = x_before - group.get(fields::rolling_mass) * dot(tangent, spin);
        number y = y_before - group.get(fields::rolling_mass + 1) * dot(bitangent, spin);
        const number size = sqrt(x * x + y * y);
        const number factor = select(size > rolling_limit, rolling_limit / size, number(1));
        x = x * factor;
        y = y * factor;
        group.set(fields::rolling_impulse, x);
        group.set(fields::rolling_impulse + 1, y);
        twist = add(twist, add(scale(tangent, x - x_before), scale(bitangent, y - y_before)));
    }
    first.untwist(twist);
    second.twist(twist);
}

template <int Width>
ORRERY_SIMD_INLINE void solve_friction(const block<Width>& group, numbers<Width> normal_impulse,
                                       const vectors<Width>& tangent, const vectors<Width>& bitangent,
                                       side<Width>& first, side<Width>& second) noexcept {
    using number = numbers<Width>;
    const vectors<Width> arm_a = group.get_vector(fields::arm_a);
    const vectors<Width> arm_b = group.get_vector(fields::arm_b);
    const vectors<Width> slip = subtract(second.velocity_at(arm_b), first.velocity_at(arm_a));
    const number slip_x = dot(tangent, slip);
    const number slip_y = dot(bitangent, slip);
    const number xx = group.get(fields::friction_mass);
    const number yy = group.get(fields::friction_mass + 1);
    const number xy = group.get(fields::friction_mass + 2);
    const number x_before = group.get(fields::friction_impulse);
    const number y_before = group.get(fields::friction_impulse + 1);
    number x = x_before - (xx * slip_x + xy * slip_y);
    number y = y_before - (xy * slip_x + yy * slip_y);
    const number limit = group.get(fields::friction) * normal_impulse;
    const number size = sqrt(x * x + y * y);
    const number factor = select(size > limit, limit / size, number(1));
    x = x * factor;
    y = y * factor;
    group.set(fields::friction_impulse, x);
    group.set(fields::friction_impulse + 1, y);
    const vectors<Width> impulse = add(scale(tangent, x - x_before), scale(bitangent, y - y_before));
    first.pull(impulse);
    first.untwist(cross(arm_a, impulse));
    second.push(impulse);
    second.twist(cross(arm_b, impulse));
}

// What rests bears the same in every pass, but for a few hundredths.
inline constexpr scalar steady_share = scalar(1) / 16;

// Once more for contacts that bear more than before the pass: a blow. Its normal impulse is there in this pass and gone in
// the next, so friction that is limited by the pass before would miss it. Lanes without a blow keep every bit, whatever
// their neighbours do.
template <int Width>
ORRERY_SIMD_INLINE void solve_friction_of_blows(const block<Width>& group, numbers<Width> before, numbers<Width> now,
                                                const vectors<Width>& tangent, const vectors<Width>& bitangent,
                                                side<Width>& first, side<Width>& second) noexcept {
    using number = numbers<Width>;
    const auto is_blow = (now > before * number(1 + steady_share)) | (now < before * number(1 - steady_share));
    if (!any(is_blow)) {
        return;
    }
    const auto choose = [&](const vectors<Width>& changed, const vectors<Width>& kept) {
        return vectors<Width>{select(is_blow, changed.x, kept.x), select(is_blow, changed.y, kept.y),
                              select(is_blow, changed.z, kept.z)};
    };
    const side<Width> first_before = first;
    const side<Width> second_before = second;
    const number x_before = group.get(fields::friction_impulse);
    const number y_before = group.get(fields::friction_impulse + 1);
    solve_friction(group, now, tangent, bitangent, first, second);
    group.set(fields::friction_impulse, select(is_blow, group.get(fields::friction_impulse), x_before));
    group.set(fields::friction_impulse + 1, select(is_blow, group.get(fields::friction_impulse + 1), y_before));
    first.velocity = choose(first.velocity, first_before.velocity);
    first.spin = choose(first.spin, first_before.spin);
    second.velocity = choose(second.velocity, second_before.velocity);
    second.spin = choose(second.spin, second_before.spin);
}

// Undoes approach and, when IsBiased, overlap. Without bias it takes out the speed that the bias has brought in.
template <int Width, int Points, bool IsRolling, bool IsBiased>
ORRERY_SIMD_INLINE void solve_group(const block<Width>& group, bool does_b_move, const step_type& step,
                                    const std::int32_t* a, const std::int32_t* b) noexcept {
    using number = numbers<Width>;
    const number zero(0);
    side<Width> first(step.bodies, a, group.get_tensor(fields::inertia_a));
    side<Width> second(step.bodies, b, group.get_tensor(fields::inertia_b));
    const vectors<Width> normal = group.get_vector(fields::normal);
    const vectors<Width> tangent = group.get_vector(fields::tangent);
    const vectors<Width> bitangent = cross(normal, tangent);
    number before(0);
    for (int point = 0; point < Points; ++point) {
        before += group.get(fields::points + point * fields::point_size + fields::impulse);
    }
    solve_resistance<Width, IsRolling>(group, before, normal, tangent, bitangent, first, second);
    solve_friction(group, before, tangent, bitangent, first, second);

    const vectors<Width> turned_a = gather<Width>(step.bodies, row::turned, a);
    const vectors<Width> turned_b =
        does_b_move ? gather<Width>(step.bodies, row::turned, b) : scale(second.spin, number(step.elapsed));
    const vectors<Width> moved_b =
        does_b_move ? gather<Width>(step.bodies, row::moved, b) : scale(second.velocity, number(step.elapsed));
    const number moved = dot(normal, subtract(moved_b, gather<Width>(step.bodies, row::moved, a)));
    const number bias_rate = group.get(fields::bias_rate);
    const number mass_scale = group.get(fields::mass_scale);
    const number impulse_scale = group.get(fields::impulse_scale);
    number total(0);
    for (int point = 0; point < Points; ++point) {
        const int field = fields::points + point * fields::point_size;
        const vectors<Width> turn_a = group.get_vector(field + fields::turn_a);
        const vectors<Width> turn_b = group.get_vector(field + fields::turn_b);
        const number separation =
            group.get(field + fields::separation) + (moved + (dot(turn_b, turned_b) - dot(turn_a, turned_a)));
        const auto is_apart = separation > zero;
        const number gap_speed = separation * number(step.inverse_substep);
        const number approach = dot(normal, subtract(second.velocity, first.velocity)) +
                                (dot(turn_b, second.spin) - dot(turn_a, first.spin));
        const number impulse_before = group.get(field + fields::impulse);
        const number mass = group.get(field + fields::mass);
        number change;
        if constexpr (IsBiased) {
            const number bias = select(is_apart, gap_speed, max(bias_rate * separation, number(-step.push_speed)));
            const number hardness = select(is_apart, number(1), mass_scale);
            const number softness = select(is_apart, zero, impulse_scale);
            change = -(mass * hardness * (approach + bias)) - softness * impulse_before;
        } else {
            change = -(mass * (approach + select(is_apart, gap_speed, zero)));
        }
        const number impulse = max(impulse_before + change, zero);
        const number applied = impulse - impulse_before;
        group.set(field + fields::impulse, impulse);
        total += impulse;
        const vectors<Width> push = scale(normal, applied);
        first.pull(push);
        first.untwist(scale(turn_a, applied));
        second.push(push);
        second.twist(scale(turn_b, applied));
    }
    if constexpr (!IsBiased) {
        solve_friction_of_blows(group, before, total, tangent, bitangent, first, second);
        group.set(fields::normal_total, group.get(fields::normal_total) + total);
        group.set(fields::friction_total,
                  group.get(fields::friction_total) + group.get(fields::friction_impulse));
        group.set(fields::friction_total + 1,
                  group.get(fields::friction_total + 1) + group.get(fields::friction_impulse + 1));
    }
    first.put_back(step.bodies, a);
    if (does_b_move) {
        second.put_back(step.bodies, b);
    }
}

template <int Width>
ORRERY_SIMD_INLINE block<Width> block_of(const run_type& run, std::uint32_t number, int points) noexcept {
    return {run.data + std::size_t{number} * static_cast<std::size_t>(fields::count(points) * Width)};
}

template <int Width>
ORRERY_SIMD_INLINE const std::int32_t* bodies_of(const run_type& run, std::uint32_t number) noexcept {
    return run.bodies + std::size_t{number} * 2 * Width;
}

template <int Width, int Points>
ORRERY_SIMD_INLINE void prepare_points(const run_type& run, std::uint32_t begin, std::uint32_t end,
                                       const step_type& step) noexcept {
    for (std::uint32_t number = begin; number < end; ++number) {
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        prepare_group<Width, Points>(block_of<Width>(run, number, Points), step, bodies, bodies + Width);
    }
}

template <int Width>
void prepare(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    switch (run.points) {
    case 1:
        return prepare_points<Width, 1>(run, begin, end, step);
    case 2:
        return prepare_points<Width, 2>(run, begin, end, step);
    default:
        return prepare_points<Width, 4>(run, begin, end, step);
    }
}

template <int Width>
void warm_start(const run_type& run, std::uint32_t begin, std::uint32_t end, const step_type& step) noexcept {
    const int points = static_cast<int>(run.points);
    for (std::uint32_t number = begin; number < end; ++number) {
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        warm_start_group<Width>(block_of<Width>(run, number, points), points, run.does_b_move, step.bodies,
                                bodies, bodies + Width);
    }
}

template <int Width, int Points, bool IsRolling, bool IsBiased>
ORRERY_SIMD_INLINE void solve_points(const run_type& run, std::uint32_t begin, std::uint32_t end,
                                     const step_type& step) noexcept {
    for (std::uint32_t number = begin; number < end; ++number) {
        const std::int32_t* bodies = bodies_of<Width>(run, number);
        solve_group<Width, Points, IsRolling, IsBiased>(block_of<Width>(run, number, Points), run.does_b_move, step, bodies,
                                             bodies + Width);
    }
}

template <int Width, bool IsBiased>
ORRERY_SIMD_INLINE void solve_run(const run_type& run, std::uint32_t begin, std::uint32_t end,
                                  const step_type& step) noexcept {
    if (run.points == 4) {
        solve_points<Width, 4, true, IsBiased>(run, begin, end, step);
    } else if (run.points == 2 && run.resists_rolling) {
        solve_points<Width, 2, true, IsBiased>(run, begin, end, step);
    } else if (run.points == 2) {
        solve_points<Width, 2, false, IsBiased>(run, begin, end, step);
    } else if (run.resists_rolling) {
        solve_points<Width, 1, true, IsBiased>(run, begin, end, step);
    } else {
        solve_points<Width, 1, false, IsBiased>(run, begin, end, step);
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

} // namespace orrery::ORRERY_SIMD_TARGET::rigid_contacts
