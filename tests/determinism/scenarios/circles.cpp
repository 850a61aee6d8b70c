// Worlds of circles: a gas among static circles and polygons, balls that fall into a pit and come to rest
// there with friction, and a crowd that is pushed, placed, created and destroyed. Every few updates the crowd
// goes back to an older frame and gets an input late.
#include "scenes/builders/circle_fields.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>

#include <array>
#include <cstdint>
#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class circle_worlds final : public scenario {
public:
    explicit circle_worlds(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level(),
                    .level = log_level::error})
        , how_{.simd_level = settings.simd_level()}
        , gas_(open(scenes::circle_field({.circles = 1000, .static_circles = 120, .polygons = 30})))
        , pit_(open(scenes::ball_pit({.circles = 400, .width = 40, .pegs = 8})))
        , crowd_(open(with_blueprints(scenes::ball_pit({.circles = 200, .width = 30, .seed = 2}))))
        , past_(crowd_.snapshot()) {}

    std::uint64_t step() override {
        gas_.step();
        pit_.step();
        crowd_.step();
        if (crowd_.frame() % late == 0) {
            const std::uint64_t round = crowd_.frame() / late;
            const auto speed = static_cast<scalar>(round % 40) - 20;
            const std::array<circles::input, 4> inputs{
                circles::input{.target = entity_key{1 + round * 7 % 200},
                               .kind = circles::input_kind::push,
                               .velocity = {speed, 15},
                               .spin = speed},
                circles::input{.target = entity_key{1 + round * 11 % 200},
                               .kind = circles::input_kind::place,
                               .position = {0, 60}},
                circles::input{.target = entity_key{1 + round * 13 % 200},
                               .kind = circles::input_kind::destroy},
                circles::input{.target = entity_key{1000 + round},
                               .kind = circles::input_kind::create,
                               .position = {5, 70}}};
            crowd_.restore(past_);
            for (std::uint64_t update = 0; update < late; ++update) {
                crowd_.step(update == 0 ? std::span<const circles::input>(inputs)
                                        : std::span<const circles::input>());
            }
            past_ = crowd_.snapshot();
        }
        return gas_.hash() ^ pit_.hash() ^ crowd_.hash();
    }

private:
    static constexpr std::uint64_t late = 20;

    [[nodiscard]] static scenes::circle_scene with_blueprints(scenes::circle_scene scene) {
        circles::rules by = *scene.rules;
        by.blueprints = {{"ball", {.radius = scalar(0.8), .surface = {.friction = scalar(0.4)}}}};
        scene.rules = std::make_shared<const circles::rules>(std::move(by));
        return scene;
    }

    [[nodiscard]] circles::world open(const scenes::circle_scene& scene) {
        circles::world made(machine_, scene.rules, how_);
        (void)made.add(scene.circles).is_ok();
        return made;
    }

    engine machine_;
    circles::world_settings how_;
    circles::world gas_;
    circles::world pit_;
    circles::world crowd_;
    circles::world_snapshot past_; // of the crowd
};

} // namespace

std::unique_ptr<scenario> make_circles(const scenario_settings& settings) {
    return std::make_unique<circle_worlds>(settings);
}

} // namespace orrery::determinism
