#include "bench/rigid/snapshots.hpp"
#include "scenes/builders/add_to_world.hpp"

#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/registry/registry_archive.hpp>

namespace bench {
namespace {

namespace rigid = orrery::rigid;

// The median in milliseconds of timing what follows `before`.
template <typename Before, typename Timed>
double median_after(Before before, Timed timed) {
    std::vector<double> samples;
    for (int i = 0; i < usual_effort.repeats; ++i) {
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

void measure_snapshots(report& report, const std::string& name, const orrery::scenes::scene& scene, int steps,
                       const snapshot_times& required) {
    orrery::engine machine({.thread_count = 1});
    rigid::world world(machine, {.may_sleep = false});
    orrery::scenes::add_to_world(scene, world);
    for (int i = 0; i < steps; ++i) {
        world.step();
    }

    rigid::world_snapshot kept = world.snapshot();
    const double taking = median_after([&] { world.step(); }, [&] { kept = world.snapshot(); });
    report.add({.name = name + ", snapshot, taking",
                .value = taking,
                .unit = "ms",
                .required_value = required.taking});

    const double going_back = median_after([&] { world.step(); }, [&] { world.restore(kept); });
    report.add({.name = name + ", snapshot, going back",
                .value = going_back,
                .unit = "ms",
                .required_value = required.going_back});

    std::vector<std::byte> file;
    const double writing = median_after([] {}, [&] { file = written(world); });
    report.add({.name = name + ", snapshot, writing", .value = writing, .unit = "ms"});
    report.add({.name = name + ", snapshot, written",
                .value = static_cast<double>(file.size()) / static_cast<double>(scene.bodies.size()),
                .unit = "bytes a body",
                .required_value = 250});
}

} // namespace bench
