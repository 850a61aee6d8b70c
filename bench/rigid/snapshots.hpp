// What it costs to keep a frame of a world, to write it down and to go back to it.
#pragma once

#include "bench/report.hpp"
#include "scenes/builders/scene.hpp"

namespace bench {

// What is required, in milliseconds.
struct snapshot_times {
    double taking = 0;
    double going_back = 0;
};

// Of a scene after this many steps.
void measure_snapshots(report& report, const std::string& name, const orrery::scenes::scene& scene, int steps,
                       const snapshot_times& required);

} // namespace bench
