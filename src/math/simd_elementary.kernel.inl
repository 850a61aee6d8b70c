// The array forms of the float functions.
namespace orrery::ORRERY_SIMD_TARGET::arrays {

#define ORRERY_ARRAY_FUNCTION(function)                                                                      \
    template <int Width>                                                                                     \
    void function(const float* arguments, float* results, std::size_t count) noexcept {                      \
        using floats = lanes<float, Width>;                                                                  \
        std::size_t i = 0;                                                                                   \
        for (; i + Width <= count; i += Width) {                                                             \
            ORRERY_SIMD_TARGET::function(floats::load(arguments + i)).store(results + i);                    \
        }                                                                                                    \
        if (i < count) {                                                                                     \
            const int rest = static_cast<int>(count - i);                                                    \
            ORRERY_SIMD_TARGET::function(floats::load(arguments + i, rest)).store(results + i, rest);        \
        }                                                                                                    \
    }
ORRERY_ARRAY_FUNCTION(sin)
ORRERY_ARRAY_FUNCTION(cos)
ORRERY_ARRAY_FUNCTION(exp)
ORRERY_ARRAY_FUNCTION(log)
ORRERY_ARRAY_FUNCTION(sqrt)
ORRERY_ARRAY_FUNCTION(inverse_sqrt)
#undef ORRERY_ARRAY_FUNCTION

template <int Width>
void sin_cos(const float* angles, float* sines, float* cosines, std::size_t count) noexcept {
    using floats = lanes<float, Width>;
    std::size_t i = 0;
    for (; i + Width <= count; i += Width) {
        const sine_and_cosine<Width> both = ORRERY_SIMD_TARGET::sin_cos(floats::load(angles + i));
        both.sin.store(sines + i);
        both.cos.store(cosines + i);
    }
    if (i < count) {
        const int rest = static_cast<int>(count - i);
        const sine_and_cosine<Width> both = ORRERY_SIMD_TARGET::sin_cos(floats::load(angles + i, rest));
        both.sin.store(sines + i, rest);
        both.cos.store(cosines + i, rest);
    }
}

template <int Width>
void atan2(const float* ys, const float* xs, float* angles, std::size_t count) noexcept {
    using floats = lanes<float, Width>;
    std::size_t i = 0;
    for (; i + Width <= count; i += Width) {
        ORRERY_SIMD_TARGET::atan2(floats::load(ys + i), floats::load(xs + i)).store(angles + i);
    }
    if (i < count) {
        const int rest = static_cast<int>(count - i);
        ORRERY_SIMD_TARGET::atan2(floats::load(ys + i, rest), floats::load(xs + i, rest))
            .store(angles + i, rest);
    }
}

} // namespace orrery::ORRERY_SIMD_TARGET::arrays
