#include "bench/rigid_snapshots.hpp"
#include "scenes/add_to_world.hpp"
#include "scenes/piles.hpp"

#include <orrery/core/file_archive.hpp>
#include <orrery/core/registry_archive.hpp>

namespace bench {
namespace {

namespace rigid = orrery::rigid;

// The median in milliseconds of timing what follows `before`.
template <typename Before, typename Timed>
double median_after(Before before, Timed timed) {
    constexpr int repeats = 31;
    std::vector<double> samples;
    for (int i = 0; i < repeats; ++i) {
        before();
        samples.push_back(detail::time_calls(1, timed) / 1e6);
    }
    return detail::median(std::move(samples));
}

std::vector<std::byte> written(const rigid::world& world) {
    orrery::byte_writer image;
    orrery::save_state(image, world.registry());
    orrery::file_archive archive("BNCH", 1);
    archive.add("state", image.take());
    return orrery::encode_archive(archive);
}

} // namespace

void measure_snapshots(report& report, int steps) {
    orrery::engine machine({.thread_count = 1});
    rigid::world world(machine, {.may_sleep = false});
    const orrery::scenes::scene scene = orrery::scenes::pile_of_boxes();
    orrery::scenes::add_to_world(scene, world);
    for (int i = 0; i < steps; ++i) {
        world.step();
    }

    rigid::world_snapshot kept = world.snapshot();
    const double taking = median_after([&] { world.step(); }, [&] { kept = world.snapshot(); });
    report.add({.name = "boxes, snapshot, taking", .value = taking, .unit = "ms", .required_value = 0.1});

    const double going_back = median_after([&] { world.step(); }, [&] { world.restore(kept); });
    report.add(
        {.name = "boxes, snapshot, going back", .value = going_back, .unit = "ms", .required_value = 0.2});

    std::vector<std::byte> file;
    const double writing = median_after([] {}, [&] { file = written(world); });
    report.add({.name = "boxes, snapshot, writing", .value = writing, .unit = "ms"});
    report.add({.name = "boxes, snapshot, written",
                .value = static_cast<double>(file.size()) / static_cast<double>(scene.bodies.size()),
                .unit = "bytes a body",
                .required_value = 250});
}

} // namespace bench
