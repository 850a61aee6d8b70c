// Everyone who takes part in the races of the spatial layer, ours and others, behind one face. Whatever is
// timed is one call with a whole set of boxes or queries, so going through std::function does not show.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace bench {

using namespace orrery;

enum class contender_kind {
    structure,  // one of ours
    choice,     // ours, choosing among its kin
    peer,       // as its manual shows it
    tuned_peer, // used as well as we could find out
    baseline,   // what one writes without a library
};

template <spatial::any_box Box>
struct contender {
    std::string name;
    contender_kind kind;

    // All pairs of boxes that intersect, with whatever has to be built for it. They stay valid until the next
    // call.
    std::function<std::span<const spatial::index_pair>(std::span<const Box>)> find_pairs;
    std::function<std::span<const spatial::index_pair>(std::span<const Box>, scheduler&)> find_pairs_on_jobs =
        {};

    // Queries, on what was built last; empty for those who only know pairs. Each returns a sum over all
    // answers, by which contenders can be compared.
    std::function<void(std::span<const Box>)> build = {};
    std::function<double(std::span<const Box> areas)> count_intersecting = {};
    std::function<double(std::span<const spatial::point_of<Box>> points, std::size_t k)> sum_distances = {};
    std::function<double(std::span<const spatial::ray_of<Box>> rays)> sum_first_hits = {};
};

// A broad phase as contender; it lives as long as the contender and keeps its state from frame to frame.
template <spatial::broad_phase Structure>
[[nodiscard]] contender<spatial::box_of<Structure>>
contender_of(std::string name, contender_kind kind = contender_kind::structure) {
    using box = spatial::box_of<Structure>;

    struct state {
        Structure structure;
        spatial::pair_list pairs;
        std::vector<spatial::neighbor_of<Structure>> neighbors;
        std::vector<spatial::ray_hit_of<Structure>> hits;
    };

    const auto own = std::make_shared<state>();
    contender<box> result{.name = std::move(name), .kind = kind, .find_pairs = {}};
    result.find_pairs = [own](std::span<const box> boxes) -> std::span<const spatial::index_pair> {
        own->structure.build(boxes);
        spatial::find_pairs(own->structure, own->pairs);
        return {own->pairs.begin(), own->pairs.size()};
    };
    result.find_pairs_on_jobs = [own](std::span<const box> boxes,
                                      scheduler& jobs) -> std::span<const spatial::index_pair> {
        own->structure.build(boxes, jobs);
        spatial::find_pairs(own->structure, jobs, own->pairs);
        return {own->pairs.begin(), own->pairs.size()};
    };
    result.build = [own](std::span<const box> boxes) { own->structure.build(boxes); };
    result.count_intersecting = [own](std::span<const box> areas) {
        std::uint64_t count = 0;
        for (const box& area : areas) {
            spatial::for_each_intersecting(own->structure, area, [&](std::uint32_t, const box&) { ++count; });
        }
        return static_cast<double>(count);
    };
    result.sum_distances = [own](std::span<const spatial::point_of<box>> points, std::size_t k) {
        double sum = 0;
        for (const auto& point : points) {
            spatial::find_nearest(own->structure, point, k, own->neighbors);
            for (std::size_t i = 0; i < k; ++i) { // those tied with the last do not count
                sum += static_cast<double>(own->neighbors[i].distance);
            }
        }
        return sum;
    };
    result.sum_first_hits = [own](std::span<const spatial::ray_of<box>> rays) {
        double sum = 0;
        for (const auto& ray : rays) {
            spatial::find_first_ray_hits(own->structure, ray, own->hits);
            sum += own->hits.empty() ? 0 : static_cast<double>(own->hits.front().t);
        }
        return sum;
    };
    return result;
}

} // namespace bench
