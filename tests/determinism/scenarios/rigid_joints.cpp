// Chains that swing down and into each other, a cradle whose balls hand a blow on, and machines with joints
// of the other kinds. The hash is that of the whole state.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/machines.hpp"
#include "scenes/builders/swinging.hpp"

#include <rigid_scenario.hpp>

namespace orrery::determinism {
namespace {

class rigid_joints final : public rigid_scenario {
public:
    explicit rigid_joints(const scenario_settings& settings)
        : rigid_scenario(settings) {
        scenes::add_to_world(scenes::chains(6, 10), world(), 1);
        scenes::add_to_world(scenes::cradle(5, scalar(0.6)), world(), 1000);
        scenes::add_machines(world(), 2000);
    }
};

} // namespace

std::unique_ptr<scenario> make_rigid_joints(const scenario_settings& settings) {
    return std::make_unique<rigid_joints>(settings);
}

} // namespace orrery::determinism
