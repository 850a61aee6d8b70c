// What bench_circles measures beside the peers, and what its measurements share.
#pragma once

#include "bench/circles/runner.hpp"
#include "bench/report.hpp"
#include "scenes/builders/circle_fields.hpp"

#include <cstdint>
#include <vector>

namespace bench {

// 2^14 circles, 2000 static ones and 500 polygons, and that many times as large; a sixteenth in a quick run.
[[nodiscard]] orrery::scenes::circle_field_settings field_settings(const options& chosen,
                                                                   std::uint32_t times = 1);

// Velocities for all circles of a scene, drawn anew for each update.
class velocity_source {
public:
    velocity_source(std::size_t count, orrery::scalar max_speed)
        : velocities_(count)
        , max_speed_(max_speed) {}

    [[nodiscard]] const std::vector<orrery::vector2>& next();

private:
    orrery::xoshiro256 random_{7};
    std::vector<orrery::vector2> velocities_;
    orrery::scalar max_speed_;
};

// Milliseconds of the thread that an update takes.
[[nodiscard]] double time_step_of(circles_runner& runner);

// The same updates of the same field in all engines, how fast each is and what it lets through walls.
void measure_peers(report& report, const options& chosen);

// A pit with 2^14 circles that have come to rest in ours, and stay there in all engines. With --alone it is
// measured without peers.
void measure_ball_pit(report& report, const options& chosen);

} // namespace bench
