// The arithmetic everything else stands on: + - * / and sqrt on float and double, conversions from integers,
// in chaotic recurrences, so that a single wrong bit has changed the whole state a few frames later.
#include <orrery/core/hash.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <scenario.hpp>

namespace orrery::determinism {
namespace {

constexpr std::size_t cell_count = 1024;
constexpr int rounds_per_frame = 16;

// One cell is one independent orbit, stored as structs of arrays so that any number of lanes can be loaded.
template <typename Real>
struct orbits {
    std::array<Real, cell_count> x;
    std::array<Real, cell_count> y;
    std::array<std::uint32_t, cell_count> noise;
};

template <typename T, int Width>
struct lanes_of {
    using type __attribute__((vector_size(sizeof(T) * Width))) = T;
};

template <typename T>
struct lanes_of<T, 1> {
    using type = T;
};

template <typename T, int Width>
using lanes = typename lanes_of<T, Width>::type;

template <typename Real, int Width>
[[nodiscard]] lanes<Real, Width> square_root(lanes<Real, Width> value) {
    if constexpr (Width == 1) {
        return std::sqrt(value);
    } else {
        for (int lane = 0; lane < Width; ++lane) {
            value[lane] = std::sqrt(value[lane]);
        }
        return value;
    }
}

// The upper 24 bits as a fraction in [0, 1): exact in either type.
template <typename Real, int Width>
[[nodiscard]] lanes<Real, Width> fraction(lanes<std::uint32_t, Width> bits) {
    if constexpr (Width == 1) {
        return static_cast<Real>(bits >> 8) * Real(0x1p-24);
    } else {
        return __builtin_convertvector(bits >> 8, lanes<Real, Width>) * Real(0x1p-24);
    }
}

template <typename Real, int Width>
void step_cells(orbits<Real>& state, std::size_t begin, std::size_t end) {
    for (std::size_t cell = begin; cell < end; cell += Width) {
        lanes<Real, Width> x;
        lanes<Real, Width> y;
        lanes<std::uint32_t, Width> noise;
        std::memcpy(&x, &state.x[cell], sizeof x);
        std::memcpy(&y, &state.y[cell], sizeof y);
        std::memcpy(&noise, &state.noise[cell], sizeof noise);
        for (int round = 0; round < rounds_per_frame; ++round) {
            noise = noise * 1664525u + 1013904223u;
            x = x * (Real(1) - x) * Real(3.9);
            y = square_root<Real, Width>(y * y * Real(0.5) + x) / (y * x + Real(0.75));
            x = x * Real(0.96) + fraction<Real, Width>(noise) * Real(0.03);
        }
        std::memcpy(&state.x[cell], &x, sizeof x);
        std::memcpy(&state.y[cell], &y, sizeof y);
        std::memcpy(&state.noise[cell], &noise, sizeof noise);
    }
}

template <typename Real>
void step_cells(orbits<Real>& state, std::size_t begin, std::size_t end, int simd_width) {
    switch (simd_width) {
    case 4:
        return step_cells<Real, 4>(state, begin, end);
    case 8:
        return step_cells<Real, 8>(state, begin, end);
    case 16:
        return step_cells<Real, 16>(state, begin, end);
    default:
        return step_cells<Real, 1>(state, begin, end);
    }
}

template <typename Real>
void hash_orbits(hasher& hash, const orbits<Real>& state) {
    hash.update(std::as_bytes(std::span(state.x)));
    hash.update(std::as_bytes(std::span(state.y)));
    hash.update(std::as_bytes(std::span(state.noise)));
}

template <typename Real>
void scatter(orbits<Real>& state) {
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        state.x[cell] = static_cast<Real>(cell + 1) / static_cast<Real>(cell_count + 2);
        state.y[cell] = Real(1) / static_cast<Real>(cell + 3);
        state.noise[cell] = static_cast<std::uint32_t>(cell) * 0x9e3779b9u;
    }
}

class arithmetic final : public scenario {
public:
    explicit arithmetic(const scenario_settings& settings)
        : jobs_(static_cast<std::uint32_t>(settings.thread_count))
        , simd_width_(settings.simd_width) {
        scatter(single_);
        scatter(double_);
    }

    std::uint64_t step() override {
        constexpr std::size_t cells_per_task = 64;
        static_assert(cell_count % cells_per_task == 0 && cells_per_task % 16 == 0);
        parallel_for(jobs_, cell_count, cells_per_task, [this](std::size_t begin, std::size_t end) {
            step_cells(single_, begin, end, simd_width_);
            step_cells(double_, begin, end, simd_width_);
        });
        hasher hash;
        hash_orbits(hash, single_);
        hash_orbits(hash, double_);
        return hash.finish();
    }

private:
    thread_pool jobs_;
    int simd_width_;
    orbits<float> single_;
    orbits<double> double_;
};

} // namespace

std::unique_ptr<scenario> make_arithmetic(const scenario_settings& settings) {
    return std::make_unique<arithmetic>(settings);
}

} // namespace orrery::determinism
