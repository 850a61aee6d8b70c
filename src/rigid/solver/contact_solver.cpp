#include "rigid/solver/contact_solver.hpp"

#define ORRERY_SIMD_KERNELS "rigid/solver/solver_lanes.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>
#define ORRERY_SIMD_KERNELS "rigid/solver/contact_solver.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::rigid::detail {

int lanes_of(simd::level width) noexcept {
    switch (width) {
    case simd::level::width8:
        return 8;
    case simd::level::width16:
        return 16;
    default:
        return 4;
    }
}

contact_stages contact_stages_of(simd::level width) noexcept {
    return {ORRERY_SIMD_KERNEL(width, rigid_contacts::prepare),
            ORRERY_SIMD_KERNEL(width, rigid_contacts::warm_start),
            ORRERY_SIMD_KERNEL(width, rigid_contacts::solve), contact_relaxation_of(width)};
}

} // namespace orrery::rigid::detail
