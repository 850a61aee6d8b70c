// Who touches whom, who is in sight, what does a shot hit, who is nearest: the four questions that a spatial
// structure answers, for a harbour full of ships. Any structure of orrery/spatial/ can stand in the place of
// auto_broad_phase: only the costs change.
#include <orrery/core/engine.hpp>
#include <orrery/spatial/auto_broad_phase.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/checked_build.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/query_batch.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

using namespace orrery;

// A structure keeps boxes. What belongs to a box is the program's, under the same index.
struct ship {
    const char* name;
    bool is_alarmed = false;
};

int main() {
    engine machine;
    std::vector<ship> ships{{"Argo"}, {"Beagle"}, {"Calypso"}, {"Dunbrody"}, {"Endurance"}};
    const std::vector<aabb2f> boxes{
        {{0, 0}, {4, 2}}, {{3, 1}, {6, 3}}, {{10, 0}, {12, 5}}, {{11, 5}, {14, 7}}, {{20, 20}, {30, 24}}};

    // Build it anew when boxes have moved; it uses its memory of the frame before again. Boxes
    // that nobody has vouched for are checked first: none may be inverted or hold a NaN.
    spatial::auto_broad_phase<aabb2f> harbour;
    if (const status built = spatial::checked_build(harbour, boxes); !built) {
        std::printf("%s\n", built.reason().message.c_str());
        return 1;
    }

    // All pairs that touch, found on all threads; the list is the same on any number of them.
    spatial::pair_list collisions; // keep it: the next search uses its memory again
    spatial::find_pairs(harbour, machine.jobs(), collisions);
    for (const auto [first, second] : collisions) {
        std::printf("%s touches %s\n", ships[first].name, ships[second].name);
    }

    // Everything in a window. The visitor may change what the program keeps, not the boxes.
    const aabb2f window{{5, 0}, {13, 6}};
    spatial::for_each_intersecting(harbour, window, [&](std::uint32_t index, const aabb2f& box) {
        std::printf("%s is in the window%s\n", ships[index].name,
                    contains(window, box) ? " with all of it" : "");
        ships[index].is_alarmed = true;
    });

    // The first thing on a line, and how far away. A fine test looks at what is inside the box: here no
    // alarmed ship can be hit.
    const ray2f shot{{16, 1.5F}, {-1, 0}};
    const auto only_calm = [&](std::uint32_t index, const aabb2f&, float enter) {
        return ships[index].is_alarmed ? std::nullopt : std::optional<float>(enter);
    };
    for (const auto& hit : spatial::first_ray_hits(harbour, shot, only_calm)) {
        std::printf("the shot hits %s after %g\n", ships[hit.index].name, static_cast<double>(hit.t));
    }

    // The two nearest to a point, nearest first, with the squares of their distances.
    for (const auto& near : spatial::nearest(harbour, {16, 10}, 2)) {
        std::printf("%s is near, at the square root of %g\n", ships[near.index].name,
                    static_cast<double>(near.distance));
    }

    // Many questions at once, on all threads; the answers lie in the order of the questions.
    const std::vector<aabb2f> buoys{{{1, 1}, {1, 1}}, {{11, 5}, {11, 5}}, {{40, 0}, {40, 0}}};
    spatial::query_batch<std::uint32_t> reached;
    reached.run(machine.jobs(), buoys.size(), [&](std::size_t buoy, auto add) {
        spatial::for_each_containing(harbour, buoys[buoy],
                                     [&](std::uint32_t index, const aabb2f&) { add(index); });
    });
    for (std::size_t buoy = 0; buoy < buoys.size(); ++buoy) {
        std::printf("ships over buoy %zu: %zu\n", buoy, reached[buoy].size());
    }
}
