// What does not move: a circle, or a chain of straight edges, closed or open. A chain is as thin as a line
// and has two sides, so that a closed one keeps circles in as well as out. It must be simple: edges meet only
// where one ends and the next begins.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/filter.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::circles {

struct wall {
    std::string name{};
    // One point: the middle of a circle. More: the corners of a chain.
    std::vector<vector2> points{};
    scalar radius = 0;      // of a circle
    bool is_closed = false; // of a chain of three points or more: its last one is joined to the first
    circles::surface surface{};
    scalar kick = 0; // units a second that whoever hits it leaves it faster: bumpers
    collision_filter filter{};
    bool is_sensor = false;
    std::uint64_t user_data = 0;

    friend bool operator==(const wall&, const wall&) = default;
};

// One sentence about what is wrong with it, edges that cross each other included: "points[3] to points[4]
// crosses points[7] to points[8]".
[[nodiscard]] status check(const wall& what);

} // namespace orrery::circles
