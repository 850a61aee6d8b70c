// An engine with a scene in it, so that ours and its peer can be stepped in turns and looked at alike.
#pragma once

#include "scenes/builders/scene.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bench {

struct body_state {
    orrery::vector3 position;
    orrery::quaternion orientation;
    orrery::vector3 linear_velocity;
    orrery::vector3 angular_velocity;
};

class rigid_runner {
public:
    virtual ~rigid_runner() = default;

    // 1/60 s.
    virtual void step() = 0;

    // In the order of the scene's bodies.
    [[nodiscard]] virtual std::vector<body_state> bodies() const = 0;
};

// Default settings, nothing sleeps.
[[nodiscard]] std::unique_ptr<rigid_runner> run_in_orrery(const orrery::scenes::scene& what,
                                                          std::uint32_t thread_count);

// Bullet, one thread, default settings, nothing sleeps; there only if the library is installed.
[[nodiscard]] std::unique_ptr<rigid_runner> run_in_bullet(const orrery::scenes::scene& what);

// Mean milliseconds a step of each. They run in turns of some steps, so that whatever else the machine does
// hits all of them.
[[nodiscard]] std::vector<double> race(std::span<const std::unique_ptr<rigid_runner>> runners, int steps);

} // namespace bench
