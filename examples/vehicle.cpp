// A car drives into a wall of crates. Then the last seconds are played again, with a driver who brakes in
// time and with one who swerves: inputs are data, and the past can be tried out.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/movers/vehicle.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdio>

using namespace orrery;

namespace {

constexpr scalar half = scalar(0.5);
constexpr std::uint64_t first_crate = 200;
constexpr std::uint64_t crates = 12;
constexpr scalar wall = 40; // m along z

rigid::vehicle build(rigid::world& world) {
    (void)make_body(world,
                    {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{100}});
    // A wall of crates across the road.
    for (std::uint64_t number = 0; number < crates; ++number) {
        const vector3 where{static_cast<scalar>(number % 4) - scalar(1.5),
                            half + static_cast<scalar>(number / 4), wall};
        (void)make_body(world, {.position = where,
                                .shape = rigid::box(vector3::filled(scalar(0.49))),
                                .density = 80,
                                .key = entity_key{first_crate + number}});
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
    for (std::uint64_t number = 0; number < crates; ++number) {
        const entity crate = world.registry().find(entity_key{first_crate + number});
        moved += world.registry().get<rigid::position>(crate).value.z > wall + scalar(0.05) ? 1 : 0;
    }
    return moved;
}

} // namespace

int main() {
    engine machine;
    rigid::world world(machine);
    const rigid::vehicle car = build(world);

    std::printf("a drive:\n");
    drive(world, car, {.throttle = 1}, 150, "full throttle");
    const rigid::world_snapshot before = world.snapshot();
    drive(world, car, {.throttle = 1}, 100, "and on");
    drive(world, car, {.brake = 1}, 120, "brakes too late");
    const int hit = count_moved_crates(world);
    std::printf("  %d of %llu crates were moved\n", hit, static_cast<unsigned long long>(crates));

    world.restore(before);
    std::printf("the same, with a driver who brakes in time:\n");
    drive(world, car, {.brake = 1}, 220, "brakes");
    const int spared = count_moved_crates(world);
    std::printf("  %d of %llu crates were moved\n", spared, static_cast<unsigned long long>(crates));

    world.restore(before);
    std::printf("and with one who swerves:\n");
    drive(world, car, {.throttle = half, .steering = scalar(0.25)}, 40, "to the left");
    drive(world, car, {.throttle = half, .steering = scalar(-0.25)}, 40, "to the right");
    drive(world, car, {.throttle = half}, 120, "past the crates");
    const int passed = count_moved_crates(world);
    std::printf("  %d of %llu crates were moved\n", passed, static_cast<unsigned long long>(crates));
    return hit > 0 && spared == 0 && passed == 0 ? 0 : 1;
}
