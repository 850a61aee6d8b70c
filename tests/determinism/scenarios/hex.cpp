// Worlds of whole numbers: a dense field in which hundreds meet in each tick, a battle in which things are
// fired, hit, broken and split, and a column of bullets, with the sweep beside the tree. Every few ticks the
// battle goes back to an older frame and gets an input late.
#include "scenes/builders/hex_fields.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/hex/world.hpp>

#include <array>
#include <cstdint>
#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class hex_worlds final : public scenario {
public:
    explicit hex_worlds(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , field_(open(scenes::asteroid_field({.count = 1500, .spacing = 7000}), {}))
        , battle_(open(scenes::two_fleets({.ships = 16, .asteroids = 12, .distance = 60'000}), {}))
        , column_(open(scenes::rapid_fire({.bullets = 300, .rocks = 20}),
                       {.broad_phase = hex::broad_phase_kind::sweep, .ticks_between_sorts = 5}))
        , past_(battle_.snapshot()) {}

    std::uint64_t step() override {
        field_.step();
        column_.step();
        battle_.step();
        if (battle_.frame() % late == 0) {
            const std::array<hex::input, 1> push{
                hex::input{.target = entity_key{1 + battle_.frame() / late % 16},
                           .kind = hex::input_kind::push,
                           .velocity = {300, static_cast<std::int32_t>(battle_.frame() % 400) - 200},
                           .spin = 40}};
            battle_.restore(past_);
            for (std::uint64_t tick = 0; tick < late; ++tick) {
                battle_.step(tick == 0 ? std::span<const hex::input>(push) : std::span<const hex::input>());
            }
            past_ = battle_.snapshot();
        }
        return field_.hash() ^ battle_.hash() ^ column_.hash();
    }

private:
    static constexpr std::uint64_t late = 20;

    [[nodiscard]] hex::world open(const scenes::hex_scene& scene, const hex::world_settings& how) {
        hex::world made(machine_, scene.rules, how);
        (void)made.add(scene.objects).is_ok();
        return made;
    }

    engine machine_;
    hex::world field_;
    hex::world battle_;
    hex::world column_;
    hex::world_snapshot past_; // of the battle
};

} // namespace

std::unique_ptr<scenario> make_hex(const scenario_settings& settings) {
    return std::make_unique<hex_worlds>(settings);
}

} // namespace orrery::determinism
