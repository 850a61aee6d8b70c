// Moves points through a swirling flow, no faster than a limit.
namespace orrery::ORRERY_SIMD_TARGET::example {

template <int N>
ORRERY_SIMD_INLINE lanes<float, N> limited(lanes<float, N> speed, float limit) noexcept {
    return select(speed < limit, speed, lanes<float, N>(limit));
}

template <int Width>
void advance(float* x, float* y, float dt, float limit, int count) noexcept {
    using floats = lanes<float, Width>;
    for (int i = 0; i < count; i += Width) {
        const int rest = count - i;
        const floats px = floats::load(x + i, rest);
        const floats py = floats::load(y + i, rest);
        const auto [sine, cosine] = sin_cos(px + py);
        const floats speed = sqrt(px * px + py * py);
        const floats step = limited(speed, limit) * dt;
        (px + cosine * step).store(x + i, rest);
        (py + sine * step).store(y + i, rest);
    }
}

} // namespace orrery::ORRERY_SIMD_TARGET::example
