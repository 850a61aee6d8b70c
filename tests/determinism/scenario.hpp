// What the determinism runner steps: something with state, and a hash of all of it after each frame. The
// hashes of one scenario must be the same on every compiler, machine, thread count and SIMD width.
//
// To add one, write scenarios/<name>.cpp with make_<name>(); the build puts it into the table by its file
// name.
#pragma once

#include <orrery/math/simd/level.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace orrery::determinism {

struct scenario_settings {
    int thread_count = 1;
    // Lanes worked on together; 1 is plain scalar code.
    int simd_width = 1;

    [[nodiscard]] simd::level simd_level() const noexcept {
        return simd_width == 16  ? simd::level::width16
               : simd_width == 8 ? simd::level::width8
               : simd_width == 4 ? simd::level::width4
                                 : simd::level::scalar;
    }
};

class scenario {
public:
    virtual ~scenario() = default;

    // Computes the next frame and returns the hash of the whole state.
    [[nodiscard]] virtual std::uint64_t step() = 0;
};

struct scenario_entry {
    std::string_view name;
    std::unique_ptr<scenario> (*make)(const scenario_settings&);
};

// All scenarios, sorted by name.
[[nodiscard]] std::span<const scenario_entry> scenario_table();

} // namespace orrery::determinism
