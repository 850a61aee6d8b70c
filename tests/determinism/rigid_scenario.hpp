// A scenario that is a world of rigid bodies: the hash of its state after each step.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/rigid/world.hpp>

#include <scenario.hpp>

namespace orrery::determinism {

class rigid_scenario : public scenario {
public:
    explicit rigid_scenario(const scenario_settings& settings, const rigid::world_settings& rules = {})
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , world_(machine_, rules) {}

    std::uint64_t step() override {
        world_.step();
        return world_.hash();
    }

protected:
    [[nodiscard]] rigid::world& world() noexcept { return world_; }

private:
    engine machine_;
    rigid::world world_;
};

} // namespace orrery::determinism
