// An engine with a scene of circles in it, so that ours and its peers can be updated in turns and watched
// alike.
#pragma once

#include "scenes/builders/circle_fields.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/math/vector2.hpp>

#include <memory>
#include <span>
#include <vector>

namespace bench {

// Where centers went in an update: from where they were to where they are now, with a point for each impact
// between.
using circle_paths = std::vector<std::vector<orrery::vector2d>>;

class circles_runner {
public:
    virtual ~circles_runner() = default;

    // In the order of the scene's circles, as is all that follows.
    virtual void set_velocities(std::span<const orrery::vector2> all) = 0;

    virtual void step() = 0;

    // The same, and says how each went.
    [[nodiscard]] circle_paths step_and_watch();

    [[nodiscard]] virtual std::vector<orrery::vector2d> centers() const = 0;

    // Of ours alone.
    [[nodiscard]] virtual const orrery::circles::update_statistics* statistics() const { return nullptr; }

protected:
    // Makes a step and appends where it bent a path. Nowhere, if an engine knows straight lines alone.
    virtual void step_through(circle_paths& /*paths*/) { step(); }
};

[[nodiscard]] std::unique_ptr<circles_runner> run_in_orrery(const orrery::scenes::circle_scene& what);

// Peers compute in their own units, in which an update is the sixtieth of a second that their settings are
// made for. They are there only if their libraries are installed.
inline constexpr double peer_time_step = 1. / 60;

// With bullets it finds impacts of circles with circles and walls at their times. Without continuous physics
// it looks at where they are after each step alone, as Chipmunk does.
enum class box2d_kind { bullets, discrete };
[[nodiscard]] std::unique_ptr<circles_runner> run_in_box2d(const orrery::scenes::circle_scene& what,
                                                           box2d_kind kind);

[[nodiscard]] std::unique_ptr<circles_runner> run_in_chipmunk(const orrery::scenes::circle_scene& what);

} // namespace bench
