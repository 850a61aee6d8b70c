// Planets, rocks, ships and projectiles that pull each other and meet at any speed, with so few attractors
// summed up one by one that the tree is used, too. The hash is that of the whole state.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/space.hpp"

#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class rigid_space final : public scenario {
public:
    explicit rigid_space(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , few_(machine_)
        , many_(machine_, {.direct_attractors = 2}) {
        scenes::add_to_world(scenes::space(), few_);
        scenes::add_to_world(scenes::space(), many_);
    }

    std::uint64_t step() override {
        few_.step();
        many_.step();
        return few_.hash() ^ many_.hash();
    }

private:
    engine machine_;
    rigid::world few_;
    rigid::world many_;
};

} // namespace

std::unique_ptr<scenario> make_rigid_space(const scenario_settings& settings) {
    return std::make_unique<rigid_space>(settings);
}

} // namespace orrery::determinism
