// The stages of a tick that are the same for every object, each on its own.
#include "bench/hex/scenarios.hpp"

#include <orrery/hex/passive_motion.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hex/collide/broad_phase.hpp>

namespace bench {

namespace hex = orrery::hex;

orrery::hex::world make_world(orrery::engine& machine, const orrery::scenes::hex_scene& scene) {
    hex::world world(machine, scene.rules);
    if (const orrery::status added = world.add(scene.objects); !added) {
        std::fprintf(stderr, "%s\n", added.reason().message.c_str());
        std::exit(1);
    }
    return world;
}

void run(orrery::hex::world& world, int ticks) {
    for (int i = 0; i < ticks; ++i) {
        world.step();
    }
}

void measure_passive_update(report& report, const options& /*chosen*/) {
    orrery::engine machine({.thread_count = 1});
    hex::world world = make_world(machine, orrery::scenes::asteroid_field());
    run(world, 70); // sorted some time ago
    const hex::frame& now = world.current();
    const std::size_t count = now.count;
    hex::frame next;
    next.count = now.count;
    next.composite_count = now.composite_count;
    next.objects.make_room(count, 0);
    std::vector<std::uint32_t> woken;
    hex::detail::broad_phase broad_phase({});
    const auto advance = [&] {
        woken.clear();
        hex::advance_all(now.places(), now.motions(), now.number, machine.simd_level(),
                         {next.objects.places(), count}, {next.objects.motions(), count}, woken);
    };
    const auto advance_and_build = [&] {
        advance();
        broad_phase.update(next, machine.simd_level());
    };
    hex::detail::object_buffer copy;
    copy.make_room(count, 0);
    const auto copy_objects = [&] {
        std::memcpy(copy.places(), now.places().data(), now.places().size_bytes());
        std::memcpy(copy.motions(), now.motions().data(), now.motions().size_bytes());
        asm volatile("" : : "r"(copy.places()), "r"(copy.motions()) : "memory");
    };
    const comparison times = compare(static_cast<double>(count), advance_and_build, copy_objects);
    report.add({.name = "passive update and tree, beside a copy, an object",
                .value = times.ours,
                .unit = "ns",
                .peer = times.peer,
                .required_value = 6});
    report.add({.name = "passive update alone, an object",
                .value = measure(static_cast<double>(count), advance),
                .unit = "ns"});
    orrery::spatial::pair_buffer pairs;
    report.add({.name = "pairs of 10000 objects",
                .value = measure(1e3, [&] { broad_phase.find_pairs(next, pairs); }),
                .unit = "us",
                .goal = 60});
    std::vector<std::uint32_t> order;
    report.add({.name = "order of 10000 objects along the curve",
                .value = measure(1e3, [&] { broad_phase.curve_order(next, order); }),
                .unit = "us",
                .goal = 150});
}

} // namespace bench
