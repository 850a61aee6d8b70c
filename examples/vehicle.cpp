// A car drives round a corner into a wall. Then the evening is played again from the corner on, with the
// driver braking half a second earlier: inputs are data, and the past can be tried out.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/vehicle.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdio>
#include <utility>

using namespace orrery;

namespace {

constexpr scalar half = scalar(0.5);

rigid::vehicle build(rigid::world& world) {
    (void)make_body(world,
                    {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{100}});
    // A wall of crates across the road.
    for (std::uint64_t number = 0; number < 20; ++number) {
        const vector3 where{10 + static_cast<scalar>(number % 5), half + static_cast<scalar>(number / 5), 45};
        (void)make_body(world, {.position = where,
                                .shape = rigid::box(vector3::filled(scalar(0.49))),
                                .density = 80,
                                .key = entity_key{200 + number}});
    }
    return make_vehicle(world, {.chassis = {.position = {0, scalar(0.75), 0},
                                            .shape = rigid::box({scalar(0.8), scalar(0.3), 2}),
                                            .mass = 1200,
                                            .center_of_mass = vector3{0, scalar(-0.2), 0}},
                                .wheels = rigid::four_wheels({}),
                                .engine_torque = 1600,
                                .first_key = entity_key{1}})
        .value();
}

void report(const rigid::world& world, const rigid::vehicle& car, const char* what) {
    const registry& state = world.registry();
    const entity chassis = state.find(car.chassis);
    const vector3 where = state.get<rigid::position>(chassis).value;
    const vector3 speed = state.get<rigid::linear_velocity>(chassis).value;
    std::printf("  %4.1f s  %-22s at (%5.1f, %5.1f), %5.1f km/h\n", static_cast<double>(world.frame()) / 60,
                what, static_cast<double>(where.x), static_cast<double>(where.z),
                3.6 * static_cast<double>(length(speed)));
}

void drive(rigid::world& world, const rigid::vehicle& car, const rigid::vehicle_controls& how, int frames,
           const char* what) {
    world.step(drive_vehicle(car, how)); // holds until the driver does something else
    for (int frame = 1; frame < frames; ++frame) {
        world.step();
    }
    report(world, car, what);
}

int count_moved_crates(const rigid::world& world) {
    int moved = 0;
    for (std::uint64_t number = 0; number < 20; ++number) {
        const entity crate = world.registry().find(entity_key{200 + number});
        moved += world.registry().get<rigid::position>(crate).value.z > scalar(45.05) ? 1 : 0;
    }
    return moved;
}

} // namespace

int main() {
    engine machine;
    rigid::world world(machine);
    const rigid::vehicle car = build(world);

    std::printf("a drive:\n");
    drive(world, car, {.throttle = 1}, 120, "full throttle");
    drive(world, car, {.throttle = half, .steering = scalar(0.35)}, 50, "round the corner");
    const rigid::world_snapshot corner = world.snapshot();

    drive(world, car, {.throttle = half, .steering = scalar(-0.3)}, 120, "straight on");
    drive(world, car, {.brake = 1}, 120, "brakes, too late");
    const int moved = count_moved_crates(world);
    std::printf("  %d of 20 crates were moved\n\n", moved);

    world.restore(corner);
    std::printf("the same drive from the corner on, by somebody more careful:\n");
    drive(world, car, {.steering = scalar(-0.3)}, 30, "off the throttle");
    drive(world, car, {.brake = 1}, 210, "brakes in time");
    std::printf("  %d of 20 crates were moved\n", count_moved_crates(world));
    return moved > 0 && count_moved_crates(world) == 0 ? 0 : 1;
}
