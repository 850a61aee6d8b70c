// The four comparisons from which all are made, with the names AVX-512 has for them.
namespace orrery::ORRERY_SIMD_TARGET::detail {

struct is_equal {
    static constexpr int floating_point_predicate = 0;
    static constexpr int integer_predicate = 0;

    template <typename Register>
    ORRERY_SIMD_INLINE static auto holds(Register a, Register b) noexcept {
        return a == b;
    }
};

struct is_different {
    static constexpr int floating_point_predicate = 4;
    static constexpr int integer_predicate = 4;

    template <typename Register>
    ORRERY_SIMD_INLINE static auto holds(Register a, Register b) noexcept {
        return a != b;
    }
};

struct is_less {
    static constexpr int floating_point_predicate = 17;
    static constexpr int integer_predicate = 1;

    template <typename Register>
    ORRERY_SIMD_INLINE static auto holds(Register a, Register b) noexcept {
        return a < b;
    }
};

struct is_less_or_equal {
    static constexpr int floating_point_predicate = 18;
    static constexpr int integer_predicate = 2;

    template <typename Register>
    ORRERY_SIMD_INLINE static auto holds(Register a, Register b) noexcept {
        return a <= b;
    }
};

} // namespace orrery::ORRERY_SIMD_TARGET::detail
