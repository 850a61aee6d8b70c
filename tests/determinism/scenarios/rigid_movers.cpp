// Whatever goes by itself: a car on hills of triangles, ragdolls that it runs into, with and without muscles,
// and characters that climb, jump and ride among all that. The hash is that of the whole state.
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/movers/ragdoll.hpp>
#include <orrery/rigid/movers/vehicle.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <rigid_scenario.hpp>
#include <vector>

namespace orrery::determinism {
namespace {

constexpr std::uint64_t first_walker = 300;
constexpr std::uint64_t walkers = 6;

[[nodiscard]] rigid::shape hills(rigid::world& world) {
    constexpr std::uint32_t side = 33;
    std::vector<scalar> heights;
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t column = 0; column < side; ++column) {
            heights.push_back(static_cast<scalar>((row * 7 + column * 5) % 4) * scalar(0.06));
        }
    }
    const auto mesh = rigid::triangle_mesh::from(
        rigid::mesh_of({.columns = side, .rows = side, .spacing = 1, .heights = heights}).value());
    return world.shapes().add_mesh(mesh.value()).value();
}

class rigid_movers final : public rigid_scenario {
public:
    explicit rigid_movers(const scenario_settings& settings)
        : rigid_scenario(settings) {
        (void)make_body(world(),
                        {.kind = rigid::body_kind::fixed, .shape = hills(world()), .key = entity_key{1'000}})
            .value();
        car_ = make_vehicle(world(), {.chassis = {.position = {0, scalar(1.2), -10},
                                                  .shape = rigid::box({scalar(0.8), scalar(0.3), 2}),
                                                  .mass = 1200,
                                                  .center_of_mass = vector3{0, scalar(-0.2), 0}},
                                      .wheels = rigid::four_wheels({}),
                                      .first_key = entity_key{1}})
                   .value();
        (void)make_ragdoll(world(),
                           {.where = {{scalar(0.2), scalar(0.3), -4}, {}}, .first_key = entity_key{100}})
            .value();
        athlete_ =
            make_ragdoll(world(),
                         {.where = {{-4, scalar(0.5), 0}, {}}, .strength = 200, .first_key = entity_key{200}})
                .value();
        (void)make_body(world(), {.kind = rigid::body_kind::kinematic,
                                  .position = {6, scalar(0.3), 0},
                                  .angular_velocity = {0, scalar(0.7), 0},
                                  .shape = rigid::box({3, scalar(0.1), 3}),
                                  .key = entity_key{1'001}})
            .value();
        for (std::uint64_t number = 0; number < walkers; ++number) {
            const scalar x = static_cast<scalar>(number) * 2;
            (void)make_character(world(),
                                 {.position = {x, scalar(1.5), 4}, .key = entity_key{first_walker + number}})
                .value();
        }
    }

    std::uint64_t step() override {
        inputs_.clear();
        const std::uint64_t frame = world().frame();
        if (frame % 40 == 0) {
            const auto turn = static_cast<scalar>(frame / 40 % 3) - 1;
            inputs_ =
                drive_vehicle(car_, {.throttle = 1, .steering = turn, .brake = turn == 0 ? scalar(0.1) : 0});
            rigid::ragdoll_pose pose{};
            pose[static_cast<std::size_t>(rigid::limb::left_thigh)] =
                quaternion::from_axis_angle({1, 0, 0}, turn);
            for (const rigid::input& each : pose_ragdoll(athlete_, pose)) {
                inputs_.push_back(each);
            }
        }
        if (frame % 25 == 5) {
            for (std::uint64_t number = 0; number < walkers; ++number) {
                const std::uint64_t way = (frame / 25 + number) % 4;
                const vector3 wish = way < 2 ? vector3{static_cast<scalar>(way) * 6 - 3, 0, 0}
                                             : vector3{0, 0, static_cast<scalar>(way) * 6 - 15};
                inputs_.push_back(
                    rigid::walk(entity_key{first_walker + number}, wish, way == 3 ? scalar(4) : scalar(0)));
            }
        }
        world().step(inputs_);
        return world().hash();
    }

private:
    rigid::vehicle car_;
    rigid::ragdoll athlete_;
    std::vector<rigid::input> inputs_;
};

} // namespace

std::unique_ptr<scenario> make_rigid_movers(const scenario_settings& settings) {
    return std::make_unique<rigid_movers>(settings);
}

} // namespace orrery::determinism
