// What a world is told once. The defaults suit things between a decimetre and ten metres on Earth, y up.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/math/vector3.hpp>
#include <orrery/rigid/layers.hpp>

#include <cstdint>

namespace orrery::rigid {

struct world_settings {
    scalar time_step = scalar(1) / 60; // s
    std::uint32_t substeps = 4;
    vector3 gravity{0, scalar(-9.81), 0}; // for bodies whose definition does not say otherwise

    // Shapes nearer than this to each other get contact points before they touch.
    scalar speculative_margin = scalar(0.02); // m
    // Overlap is pushed apart like a damped spring of this frequency, and no faster than this.
    scalar contact_frequency = 40; // Hz
    scalar contact_damping = 3;    // ratio
    scalar push_speed = 3;         // m/s
    // Joints are springs, too, only stiffer.
    scalar joint_frequency = 60; // Hz
    scalar joint_damping = 2;    // ratio

    // Slower impacts do not bounce.
    scalar bounce_speed = scalar(0.05); // m/s

    bool may_sleep = true;
    scalar sleep_speed = scalar(0.05);  // m/s, of the fastest point
    scalar sleep_seconds = scalar(0.5); // an island sleeps when all of it has been slower for so long

    // Which layers of bodies meet.
    layer_matrix layers{};

    // Whether fast bodies are stopped at what they would pass through.
    bool is_continuous = true;
    scalar max_speed = 4000; // m/s

    // Attractors pull as if they were balls of about this radius without a surface: nothing comes so near to
    // one that it is thrown out of the world.
    scalar field_softening = scalar(0.1); // m
    // Up to so many attractors each is felt by itself. Of more, those that lie close together for their
    // distance are felt as one: their radii are less than this share of it. 0.5 errs by about 1 in 1000.
    std::uint32_t direct_attractors = 64;
    scalar field_opening = scalar(0.5);

    // A sentence about the first value that is not possible.
    [[nodiscard]] status check() const;
};

} // namespace orrery::rigid
