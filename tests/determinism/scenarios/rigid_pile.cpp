// Bodies of every shape fall into a box, lie there and go to sleep. The hash is that of the whole state.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <rigid_scenario.hpp>

namespace orrery::determinism {
namespace {

class rigid_pile final : public rigid_scenario {
public:
    explicit rigid_pile(const scenario_settings& settings)
        : rigid_scenario(settings) {
        scenes::add_to_world(scenes::pile_of_everything({.columns = 6, .layers = 5}), world());
    }
};

} // namespace

std::unique_ptr<scenario> make_rigid_pile(const scenario_settings& settings) {
    return std::make_unique<rigid_pile>(settings);
}

} // namespace orrery::determinism
