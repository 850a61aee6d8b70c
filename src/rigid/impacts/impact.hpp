// Bounces. Impacts are solved before gravity acts, so that what rests does not bounce, and one body after the
// other along the graph of contacts, so that a blow travels through a row of touching bodies as it does in
// Newton's cradle: from the body that runs into something, the contacts of each body are solved together,
// with its joints, and their neighbours come next.
//
// Each impact has its time within the step: bodies have then the speed that gravity has given them on the way
// to the surface, and afterwards they are where they would be if they had turned back there
// (impact_body.hpp). So a ball with a restitution of one comes back as high as it fell from. Where so many
// bodies bounce at once that this cannot be made consistent, all of them turn back when the step begins.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/contacts/touch.hpp"
#include "rigid/impacts/impact_body.hpp"
#include "rigid/impacts/impact_edge.hpp"
#include "rigid/impacts/impact_joint.hpp"
#include "rigid/impacts/impact_point.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// How fast the points of a touch come nearer to each other, where they do so fastest, of those whose approach
// the solver is going to stop in this step; not negative when there are none.
[[nodiscard]] scalar approach_speed(const touch& pair, const manifold& where, std::span<const body_row> rows,
                                    const world_settings& settings) noexcept;

// What a step knows, of all islands.
struct impact_scene {
    std::span<touch> touches;
    std::span<manifold> manifolds;
    std::span<const constraint_edge> joints;
    std::span<body_row> rows;
    const world_settings* settings = nullptr;
};

class impact_solver {
public:
    // Solves the impacts among the touches with these numbers, which are those of one island with its joints.
    void run(std::span<const std::uint32_t> touches, std::span<const std::uint32_t> joints,
             const impact_scene& scene);

    // When the step has moved the bodies: takes back what they have moved before their impacts.
    void shift_bodies(std::span<body_row> rows) const noexcept;

private:
    using edge = impact_edge;
    using meeting = impact_meeting;

    void list_bodies(std::span<const std::uint32_t> touches, std::span<const std::uint32_t> joints);
    void list_edges(std::span<const std::uint32_t> touches);
    void list_joints(std::span<const std::uint32_t> joints);
    void note_support(std::span<const std::uint32_t> joints);
    void solve_rounds();
    // False when impacts are left over, or have put bodies where others are.
    [[nodiscard]] bool is_clear() const noexcept;
    void go_back() noexcept;
    // The solver looks one sub-step ahead and would slow down what bounces in the next step.
    void put_off_late_impacts() const noexcept;

    [[nodiscard]] std::uint32_t body_of(std::uint32_t row) const noexcept;
    [[nodiscard]] scalar pull_between(const edge& which) const noexcept;
    [[nodiscard]] meeting meeting_of(const edge& which, scalar horizon) const noexcept;
    [[nodiscard]] bool is_run_into(edge& which) const noexcept;
    [[nodiscard]] std::uint32_t faster_body(const edge& which) const noexcept;
    void propagate(std::uint32_t start, std::uint32_t round);
    void list_group(std::uint32_t which, std::uint32_t round);
    void list_joints_of_group();
    void solve_group();
    void list_rows(const edge& each);
    void solve_rows(const edge& each, std::span<impact_row> rows);
    void prepare_friction(const edge& each, std::span<impact_row> rows) const;
    // True when it has changed next to nothing.
    bool solve_friction(const edge& each, std::span<impact_row> rows);
    void note_impulses(const edge& each, std::span<const impact_row> rows) const;
    void push(const edge& which, const manifold_point& at, vector3 impulse) noexcept;

    impact_scene scene_;
    scalar substep_ = 0;
    bool is_timed_ = true; // impacts happen at their times, not when the step begins
    std::vector<edge> edges_;
    std::vector<impact_body> bodies_; // sorted by row, and the one that cannot be pushed
    std::vector<impact_joint> joints_;
    std::vector<std::uint32_t> edges_of_;
    std::vector<std::uint32_t> joints_of_;
    std::vector<std::uint32_t> waiting_;
    std::vector<std::uint32_t> group_;        // edges
    std::vector<std::uint32_t> group_joints_; // of their bodies
    std::uint32_t groups_ = 0;                // counted, so that joints are listed once
    std::vector<impact_row> group_rows_;      // of the points of its edges
};

} // namespace orrery::rigid::detail
