// One lane of a group's block of fields, as seen from outside the kernels.
#pragma once

#include <orrery/math/matrix3.hpp>
#include <orrery/math/vector3.hpp>

namespace orrery::rigid::detail {

struct lane_writer {
    scalar* lane;
    int lanes;

    void set(int field, scalar value) const noexcept { lane[field * lanes] = value; }

    void set(int field, vector3 value) const noexcept {
        set(field, value.x);
        set(field + 1, value.y);
        set(field + 2, value.z);
    }

    // Six fields: xx, yy, zz, xy, xz, yz.
    void set(int field, const matrix3& symmetric) const noexcept {
        set(field, vector3{symmetric[0].x, symmetric[1].y, symmetric[2].z});
        set(field + 3, vector3{symmetric[0].y, symmetric[0].z, symmetric[1].z});
    }

    [[nodiscard]] scalar get(int field) const noexcept { return lane[field * lanes]; }

    [[nodiscard]] vector3 get_vector(int field) const noexcept {
        return {get(field), get(field + 1), get(field + 2)};
    }
};

} // namespace orrery::rigid::detail
