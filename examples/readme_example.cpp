// A ball is thrown, the world is wound back, and the ball is thrown harder.
#include <orrery/core/math_fields.hpp>
#include <orrery/core/registry.hpp>

#include <cstdio>

struct ball {
    orrery::vector3f position, velocity;
};

template <>
inline constexpr auto orrery::description<ball> = orrery::describe<ball>(
    "ball", orrery::field<&ball::position>("position"), orrery::field<&ball::velocity>("velocity"));

void run(orrery::registry& world, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
        world.view<ball>().each([](ball& each) {
            each.velocity.y -= 9.81F / 64;
            each.position += each.velocity / 64;
        });
    }
    std::printf("state %016llx\n", static_cast<unsigned long long>(world.hash()));
}

int main() {
    orrery::registry world;
    const orrery::entity id = world.create();
    world.emplace<ball>(id, orrery::vector3f{0, 2, 0}, orrery::vector3f{3, 5, 0});
    const orrery::snapshot start = world.snapshot(); // costs a few references
    run(world, 64);
    world.restore(start); // so does going back
    run(world, 64);       // the same bits
    world.restore(start);
    world.get<ball>(id).velocity.y *= 2; // change the past
    run(world, 64);                      // another future
}
