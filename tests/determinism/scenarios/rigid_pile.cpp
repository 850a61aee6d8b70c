// Bodies of every shape fall into a box, lie there and go to sleep. The hash is that of the whole state.
#include "scenes/add_to_world.hpp"
#include "scenes/piles.hpp"

#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class rigid_pile final : public scenario {
public:
    explicit rigid_pile(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , world_(machine_) {
        scenes::add_to_world(scenes::pile_of_everything({.columns = 6, .layers = 5}), world_);
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

std::unique_ptr<scenario> make_rigid_pile(const scenario_settings& settings) {
    return std::make_unique<rigid_pile>(settings);
}

} // namespace orrery::determinism
