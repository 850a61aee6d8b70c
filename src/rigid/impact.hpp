// Bounces. Impacts are solved before gravity acts, so that what rests does not bounce, and one body after the
// other along the graph of contacts, so that a blow travels through a row of touching bodies as it does in
// Newton's cradle: from the body that runs into something, the contacts of each body are solved together and
// their neighbours come next.
#pragma once

#include "body_row.hpp"
#include "island_map.hpp"
#include "touch.hpp"

#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// How fast the points of a touch come nearer to each other, where they do so fastest, of those whose approach
// the solver is going to stop in this step; not negative when there are none.
[[nodiscard]] scalar approach_speed(const touch& pair, const manifold& where, std::span<const body_row> rows,
                                    const world_settings& settings) noexcept;

class impact_solver {
public:
    // Solves the impacts among the touches with these numbers, which are those of one island.
    void run(std::span<const std::uint32_t> numbers, std::span<touch> touches,
             std::span<const manifold> manifolds, std::span<body_row> rows, const world_settings& settings);

private:
    struct edge {
        std::uint32_t touch = 0;
        std::uint32_t round = 0; // in which it was last solved
        scalar approach = 0;     // before it is solved
    };

    struct member {
        std::uint32_t row = 0;
        std::uint32_t first_edge = 0; // in edges_of_
        std::uint32_t round = 0;      // in which it was last visited
    };

    void list_members(std::span<const std::uint32_t> numbers, std::span<const touch> touches);
    [[nodiscard]] std::uint32_t member_of(std::uint32_t row) const noexcept;
    [[nodiscard]] std::uint32_t faster_body(const touch& pair, std::span<const body_row> rows) const noexcept;
    void propagate(std::uint32_t start, std::uint32_t round);
    void solve_around(std::uint32_t which, std::uint32_t round);

    std::span<touch> touches_;
    std::span<const manifold> manifolds_;
    std::span<body_row> rows_;
    const world_settings* settings_ = nullptr;
    std::vector<edge> edges_;
    std::vector<member> members_; // sorted by row
    std::vector<std::uint32_t> edges_of_;
    std::vector<std::uint32_t> waiting_;
    std::vector<std::uint32_t> group_;
    std::vector<scalar> impulses_; // of the points of the group
};

} // namespace orrery::rigid::detail
