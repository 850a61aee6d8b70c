// A ball is shot into a small pyramid of crates. What happens is told; then the world is wound back to the
// moment before the shot and everything happens again, to the last bit.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdio>
#include <utility>

using namespace orrery;

namespace {

constexpr entity_key ball_key{100};
constexpr entity_key floor_key{101};

void build(rigid::world& world) {
    (void)make_body(world, {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = floor_key});
    constexpr int base = 4;
    std::uint64_t key = 1;
    for (int layer = 0; layer < base; ++layer) {
        for (int number = 0; number < base - layer; ++number) {
            const vector3 where{static_cast<scalar>(number) + static_cast<scalar>(layer) / 2,
                                static_cast<scalar>(layer) + scalar(0.5), 0};
            (void)make_body(world, {.position = where,
                                    .shape = rigid::box(vector3::filled(scalar(0.5))),
                                    .density = 100,
                                    .key = static_cast<entity_key>(key++)});
        }
    }
    (void)make_body(
        world, {.position = {-10, 1, 0},
                .shape = rigid::sphere(scalar(0.5)),
                .material = rigid::material{.restitution = scalar(0.3), .rolling_friction = scalar(0.02)},
                .density = 600,
                .key = ball_key});
}

// Whom the ball has hit hard in the last step.
void tell(const rigid::world& world) {
    for (const rigid::event& each : world.events()) {
        const entity_key a = world.registry().key_of(each.a); // the lower one
        const entity_key b = world.registry().key_of(each.b);
        if (each.kind == rigid::event_kind::contact_began && a < ball_key && b == ball_key &&
            each.impulse > 500) {
            std::printf("  frame %llu: the ball hits crate %llu with %.0f N s\n",
                        static_cast<unsigned long long>(world.frame()), static_cast<unsigned long long>(a),
                        static_cast<double>(each.impulse));
        }
    }
}

std::size_t count_awake(const rigid::world& world) {
    return world.registry().count<rigid::mass>() - world.registry().count<rigid::asleep>();
}

// The shot is an input: data, addressed to a key, that could as well come from a file or a network.
std::uint64_t shoot(rigid::world& world) {
    const rigid::input shot{.target = ball_key, .kind = rigid::input_kind::velocity, .value = {25, 4, 0}};
    world.step({&shot, 1});
    while (count_awake(world) > 0) {
        world.step();
        tell(world);
    }
    return world.hash();
}

} // namespace

int main() {
    engine machine; // as many threads as the machine has
    rigid::world world(machine);
    build(world);
    while (count_awake(world) > 0) {
        world.step();
    }
    std::printf("the pyramid stands and sleeps in frame %llu\n",
                static_cast<unsigned long long>(world.frame()));

    const rigid::world_snapshot before = world.snapshot();
    const std::uint64_t first = shoot(world);
    const entity top = world.registry().find(entity_key{10});
    const vector3 landed = std::as_const(world.registry()).get<rigid::position>(top).value;
    std::printf("all is at rest in frame %llu; the crate from the top lies at (%.2f, %.2f, %.2f)\n",
                static_cast<unsigned long long>(world.frame()), static_cast<double>(landed.x),
                static_cast<double>(landed.y), static_cast<double>(landed.z));

    world.restore(before);
    std::printf("wound back to frame %llu, and shot again:\n",
                static_cast<unsigned long long>(world.frame()));
    const std::uint64_t second = shoot(world);
    std::printf("%016llx and %016llx: %s\n", static_cast<unsigned long long>(first),
                static_cast<unsigned long long>(second), first == second ? "the same bits" : "DIFFERENT");
    return first == second ? 0 : 1;
}
