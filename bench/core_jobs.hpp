// What jobs cost: batches on a quiet and on a busy machine beside serial work, oneTBB and OpenMP; signals,
// zones and log messages.
#pragma once

#include <string>
#include <vector>

namespace orrery::bench {

struct measurement {
    std::string name;
    double value = 0;
    std::string unit;
    std::string peer = {}; // what it is compared with, if anything
    double peer_value = 0;
    double required_ratio = 0; // the least peer_value / value that is acceptable; 0: any
};

[[nodiscard]] std::vector<measurement> measure_jobs();

} // namespace orrery::bench
