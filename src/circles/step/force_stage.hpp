// The forces of an update, and the distances that circles keep from each other in it.
#pragma once

#include "circles/step/body_table.hpp"

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class force_stage {
public:
    // Changes velocities by what pulls at everyone. Returns how many go farther than their diameter.
    std::uint32_t act(std::span<const motion> before, const body_table& bodies, const rules& by);

    // By rank, with the velocities of this update.
    [[nodiscard]] std::span<motion> motions() noexcept { return motions_; }

    // By rank: half of the distance that is kept from others.
    [[nodiscard]] std::span<const scalar> margins() const noexcept { return margins_; }

private:
    std::vector<motion> motions_;
    std::vector<scalar> margins_;
};

} // namespace orrery::circles::detail
