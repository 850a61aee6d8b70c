// A file of its own, because the compiler takes as long for this stage as for all others together.
#include "rigid/solver/contact_solver.hpp"

#define ORRERY_SIMD_KERNELS "rigid/solver/solver_lanes.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>
#define ORRERY_SIMD_KERNELS "rigid/solver/contact_solver.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::rigid::detail {

contact_stage contact_relaxation_of(simd::level width) noexcept {
    return ORRERY_SIMD_KERNEL(width, rigid_contacts::relax);
}

} // namespace orrery::rigid::detail
