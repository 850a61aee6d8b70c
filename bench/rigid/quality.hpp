// How well an engine did, from where the bodies are in the end and nothing else.
#pragma once

#include "bench/rigid/runner.hpp"
#include "scenes/builders/scene.hpp"

#include <cstddef>
#include <span>

namespace bench {

// How far the body that moved most is from where it began, in metres, without its height.
[[nodiscard]] double largest_horizontal_drift(const orrery::scenes::scene& began,
                                              std::span<const body_state> ended);

// Over all pairs that overlap, in metres. Of hulls and spheres; those of an engine that keeps a distance
// overlap less or not at all.
[[nodiscard]] double mean_overlap_of_spheres(const orrery::scenes::scene& what,
                                             std::span<const body_state> ended);
[[nodiscard]] double mean_overlap_of_hulls(const orrery::scenes::scene& what,
                                           std::span<const body_state> ended);

// How far the points of the joint that is most apart are from each other, in metres.
[[nodiscard]] double largest_joint_error(const orrery::scenes::scene& what,
                                         std::span<const body_state> ended);

// Of the fastest point of any body: m/s.
[[nodiscard]] double largest_speed(const orrery::scenes::scene& what, std::span<const body_state> ended);

// How many have a point that is faster than this.
[[nodiscard]] std::size_t count_faster_than(double speed, const orrery::scenes::scene& what,
                                            std::span<const body_state> ended);

// How many have their centre below the floor.
[[nodiscard]] std::size_t count_lost(std::span<const body_state> ended);

// How many have their centre under the scene's meshes, or beside them.
[[nodiscard]] std::size_t count_lost_in_ground(const orrery::scenes::scene& what,
                                               std::span<const body_state> ended);

} // namespace bench
