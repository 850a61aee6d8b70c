// Chains that swing down and into each other, and a cradle whose balls hand a blow on. The hash is that of
// the whole state.
#include "scenes/add_to_world.hpp"
#include "scenes/swinging.hpp"

#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class rigid_joints final : public scenario {
public:
    explicit rigid_joints(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , world_(machine_) {
        scenes::add_to_world(scenes::chains(6, 10), world_, 1);
        scenes::add_to_world(scenes::cradle(5, scalar(0.6)), world_, 1000);
    }

    std::uint64_t step() override {
        world_.step();
        return world_.hash();
    }

private:
    engine machine_;
    rigid::world world_;
};

} // namespace

std::unique_ptr<scenario> make_rigid_joints(const scenario_settings& settings) {
    return std::make_unique<rigid_joints>(settings);
}

} // namespace orrery::determinism
