#include <orrery/math/simd/level.hpp>

namespace orrery::simd {

bool is_native(level width) noexcept {
    switch (width) {
    case level::scalar:
    case level::width4:
        return true;
#if defined(__x86_64__)
    case level::width8:
        return __builtin_cpu_supports("avx2") != 0;
    case level::width16:
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
               __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#else
    default:
        break;
#endif
    }
    return false;
}

level best_level() noexcept {
    return is_native(level::width16)  ? level::width16
           : is_native(level::width8) ? level::width8
                                      : level::width4;
}

std::string_view name(level width) noexcept {
    switch (width) {
    case level::scalar:
        return "scalar";
    case level::width4:
        return "width4";
    case level::width8:
        return "width8";
    case level::width16:
        return "width16";
    }
    return "unknown";
}

} // namespace orrery::simd
