// Balls that lose nothing when they meet: one flies into a triangle of fifteen, another into a row of eight.
// Every small difference would grow with each of their many collisions. The hash is that of both worlds.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/billiards.hpp"

#include <orrery/core/hash.hpp>

#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class rigid_restitution final : public scenario {
public:
    explicit rigid_restitution(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , triangle_(machine_, {.gravity = {}})
        , row_(machine_, {.gravity = {}}) {
        scenes::add_to_world(scenes::racked_balls(5, 10), triangle_);
        scenes::add_to_world(scenes::row_of_balls(8, 2), row_);
    }

    std::uint64_t step() override {
        triangle_.step();
        row_.step();
        return hash_combine(triangle_.hash(), row_.hash());
    }

private:
    engine machine_;
    rigid::world triangle_;
    rigid::world row_;
};

} // namespace

std::unique_ptr<scenario> make_rigid_restitution(const scenario_settings& settings) {
    return std::make_unique<rigid_restitution>(settings);
}

} // namespace orrery::determinism
