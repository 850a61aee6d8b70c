// A space of attractors, and piles on the ground below it, whose past is changed every few frames: pushes are
// put into it, moved and undone. The hash is that of the whole state and of what is known of a frame up to
// ten before.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <scenario.hpp>

namespace orrery::determinism {
namespace {

class timeline_scenario final : public scenario {
public:
    explicit timeline_scenario(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , time_(first_frame(), {.frames_between_keyframes = 20}) {}

    std::uint64_t step() override {
        time_.advance();
        const std::uint64_t head = time_.head();
        if (head % 7 == 0) {
            const entity_key pushed{1 + head % 120};
            last_ = time_
                        .add(head / 2, {.target = pushed,
                                        .kind = rigid::input_kind::impulse,
                                        .value = {300, 500, static_cast<scalar>(head)}})
                        .value();
        } else if (head % 7 == 3 && last_.when.size() > 0) {
            (void)time_.apply(decltype(time_)::transaction{}.move(last_, {head / 3, head / 3 + 2}));
            last_.when = {};
        } else if (head % 7 == 5) {
            time_.undo();
        }
        std::uint64_t hash = time_.world().hash();
        const auto view = time_.known()->seek(head - head % 10);
        for (const rigid::motion& each : view->motions()) {
            hash = hash_combine(hash, hash_bytes(std::as_bytes(std::span(&each, 1))));
        }
        return hash;
    }

private:
    [[nodiscard]] rigid::world first_frame() {
        rigid::world made(machine_);
        scenes::add_to_world(scenes::separate_piles(2, 3), made);
        for (std::uint64_t number = 0; number < 8; ++number) {
            const auto angle = static_cast<scalar>(number);
            (void)rigid::make_body(
                made, {.position = {angle * 20 - 80, 200 + angle * 3, angle},
                       .linear_velocity = {0, angle - 4, 20},
                       .shape = rigid::sphere(1),
                       .gravity = vector3{},
                       .feels_fields = true,
                       .attractor = number % 4 == 0 ? std::optional<scalar>(scalar(5000)) : std::nullopt,
                       .key = entity_key{5000 + number}})
                .value();
        }
        return made;
    }

    engine machine_;
    timeline<rigid::world> time_;
    timeline<rigid::world>::entry last_{};
};

} // namespace

std::unique_ptr<scenario> make_timeline(const scenario_settings& settings) {
    return std::make_unique<timeline_scenario>(settings);
}

} // namespace orrery::determinism
