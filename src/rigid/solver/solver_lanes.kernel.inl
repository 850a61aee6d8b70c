// Vectors, tensors, blocks of fields and the two sides of a constraint, in lanes: what the solver's kernels share.
namespace orrery::ORRERY_SIMD_TARGET::rigid_lanes {

using orrery::scalar;
using step_type = orrery::rigid::detail::solver_step;
using row = orrery::rigid::detail::solver_body;
using inertia_row = orrery::rigid::detail::solver_inertia;

template <int Width>
using numbers = lanes<scalar, Width>;

template <int Width>
struct vectors {
    numbers<Width> x;
    numbers<Width> y;
    numbers<Width> z;
};

template <int Width>
ORRERY_SIMD_INLINE vectors<Width> add(const vectors<Width>& a, const vectors<Width>& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <int Width>
ORRERY_SIMD_INLINE vectors<Width> subtract(const vectors<Width>& a, const vectors<Width>& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <int Width>
ORRERY_SIMD_INLINE vectors<Width> scale(const vectors<Width>& a, numbers<Width> factor) noexcept {
    return {a.x * factor, a.y * factor, a.z * factor};
}

template <int Width>
ORRERY_SIMD_INLINE numbers<Width> dot(const vectors<Width>& a, const vectors<Width>& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <int Width>
ORRERY_SIMD_INLINE vectors<Width> cross(const vectors<Width>& a, const vectors<Width>& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <int Width>
struct tensors {
    numbers<Width> xx;
    numbers<Width> yy;
    numbers<Width> zz;
    numbers<Width> xy;
    numbers<Width> xz;
    numbers<Width> yz;
};

template <int Width>
ORRERY_SIMD_INLINE vectors<Width> multiply(const tensors<Width>& t, const vectors<Width>& v) noexcept {
    return {t.xx * v.x + t.xy * v.y + t.xz * v.z, t.xy * v.x + t.yy * v.y + t.yz * v.z,
            t.xz * v.x + t.yz * v.y + t.zz * v.z};
}

// One group's block of fields.
template <int Width>
struct block {
    scalar* data;

    ORRERY_SIMD_INLINE numbers<Width> get(int field) const noexcept {
        return numbers<Width>::load(data + field * Width);
    }

    ORRERY_SIMD_INLINE vectors<Width> get_vector(int field) const noexcept {
        return {get(field), get(field + 1), get(field + 2)};
    }

    ORRERY_SIMD_INLINE tensors<Width> get_tensor(int field) const noexcept {
        return {get(field), get(field + 1), get(field + 2), get(field + 3), get(field + 4), get(field + 5)};
    }

    ORRERY_SIMD_INLINE void set_tensor(int field, const tensors<Width>& value) const noexcept {
        set(field, value.xx);
        set(field + 1, value.yy);
        set(field + 2, value.zz);
        set(field + 3, value.xy);
        set(field + 4, value.xz);
        set(field + 5, value.yz);
    }

    ORRERY_SIMD_INLINE void set(int field, numbers<Width> value) const noexcept {
        value.store(data + field * Width);
    }

    ORRERY_SIMD_INLINE void set_vector(int field, const vectors<Width>& value) const noexcept {
        set(field, value.x);
        set(field + 1, value.y);
        set(field + 2, value.z);
    }
};

template <int Width>
ORRERY_SIMD_INLINE vectors<Width> gather(const scalar* bodies, std::ptrdiff_t part,
                                         const std::int32_t* indices) noexcept {
    const four<scalar, Width> columns = gather_four<Width>(bodies + part, row::stride, indices);
    return {columns.x, columns.y, columns.z};
}

template <int Width>
ORRERY_SIMD_INLINE tensors<Width> gather_tensor(const scalar* inertias, const std::int32_t* indices) noexcept {
    const four<scalar, Width> first = gather_four<Width>(inertias, inertia_row::stride, indices);
    const four<scalar, Width> second = gather_four<Width>(inertias + 4, inertia_row::stride, indices);
    return {first.x, first.y, first.z, first.w, second.x, second.y};
}

// The velocities of one side of a group, and what resists their change.
template <int Width>
struct side {
    vectors<Width> velocity;
    numbers<Width> inverse_mass;
    vectors<Width> spin;
    tensors<Width> inertia;

    ORRERY_SIMD_INLINE side(const scalar* bodies, const std::int32_t* indices,
                            const tensors<Width>& inverse_inertia) noexcept
        : side(gather_four<Width>(bodies + row::velocity, row::stride, indices),
               gather<Width>(bodies, row::spin, indices), inverse_inertia) {}

    ORRERY_SIMD_INLINE void put_back(scalar* bodies, const std::int32_t* indices) const noexcept {
        scatter_four(four<scalar, Width>{velocity.x, velocity.y, velocity.z, inverse_mass},
                     bodies + row::velocity, row::stride, indices);
        scatter_four(four<scalar, Width>{spin.x, spin.y, spin.z, numbers<Width>(0)}, bodies + row::spin,
                     row::stride, indices);
    }

    ORRERY_SIMD_INLINE void push(const vectors<Width>& impulse) noexcept {
        velocity = add(velocity, scale(impulse, inverse_mass));
    }

    ORRERY_SIMD_INLINE void pull(const vectors<Width>& impulse) noexcept {
        velocity = subtract(velocity, scale(impulse, inverse_mass));
    }

    ORRERY_SIMD_INLINE void twist(const vectors<Width>& impulse) noexcept {
        spin = add(spin, multiply(inertia, impulse));
    }

    ORRERY_SIMD_INLINE void untwist(const vectors<Width>& impulse) noexcept {
        spin = subtract(spin, multiply(inertia, impulse));
    }

    ORRERY_SIMD_INLINE vectors<Width> velocity_at(const vectors<Width>& arm) const noexcept {
        return add(velocity, cross(spin, arm));
    }

private:
    ORRERY_SIMD_INLINE side(const four<scalar, Width>& columns, const vectors<Width>& turning,
                            const tensors<Width>& inverse_inertia) noexcept
        : velocity{columns.x, columns.y, columns.z}
        , inverse_mass(columns.w)
        , spin(turning)
        , inertia(inverse_inertia) {}
};

template <int Width>
ORRERY_SIMD_INLINE numbers<Width> inverse_or_zero(numbers<Width> x) noexcept {
    const numbers<Width> zero(0);
    return select(x > zero, numbers<Width>(1) / x, zero);
}

} // namespace orrery::ORRERY_SIMD_TARGET::rigid_lanes
