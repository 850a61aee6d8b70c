// A ball is thrown at a stack of crates, the world is wound back, and the ball is thrown harder.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdio>

using namespace orrery;

int main() {
    engine machine; // as many threads as the machine has
    rigid::world world(machine);
    (void)make_body(world, {.kind = rigid::body_kind::fixed, .shape = rigid::plane()}); // the ground
    for (const float height : {0.5F, 1.5F, 2.5F, 3.5F, 4.5F}) {
        (void)make_body(
            world, {.position = {0, height, 0}, .shape = rigid::box({0.5F, 0.5F, 0.5F}), .density = 200});
    }
    const entity ball = make_body(world, {.position = {-8, 3, 0}, .shape = rigid::sphere(0.4F)}).value();

    const rigid::world_snapshot start = world.snapshot(); // costs a few references
    for (const float speed : {10.0F, 10.0F, 20.0F}) {
        world.restore(start); // so does going back
        world.registry().replace<rigid::linear_velocity>(ball, vector3{speed, 2, 0});
        for (int frame = 0; frame < 120; ++frame) {
            world.step();
        }
        const scalar reached = world.registry().get<rigid::position>(ball).value.x;
        std::printf("thrown at %.0f m/s: the ball is at %.3f m, the state %016llx\n", speed, reached,
                    static_cast<unsigned long long>(world.hash()));
    }
}
