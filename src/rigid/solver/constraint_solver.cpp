#include "rigid/solver/constraint_solver.hpp"

#define ORRERY_SIMD_KERNELS "rigid/solver/solver_lanes.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>
#define ORRERY_SIMD_KERNELS "rigid/solver/constraint_solver.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::rigid::detail {

constraint_stages constraint_stages_of(simd::level width) noexcept {
    return {ORRERY_SIMD_KERNEL(width, rigid_constraints::prepare),
            ORRERY_SIMD_KERNEL(width, rigid_constraints::warm_start),
            ORRERY_SIMD_KERNEL(width, rigid_constraints::solve),
            ORRERY_SIMD_KERNEL(width, rigid_constraints::relax)};
}

} // namespace orrery::rigid::detail
