// The answers to all questions by looking at every box: what the structures are compared with. Tests are
// compiled without optimisation; what takes them long is in brute_force.cpp, which is optimised.
#pragma once

#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pair_list.hpp>
#include <orrery/spatial/ray_query.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::spatial::test {

// Sets are compared in one order.
std::vector<index_pair> sorted(std::vector<index_pair> items);
std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> items);
std::vector<neighbor<float>> sorted(std::vector<neighbor<float>> items);
std::vector<neighbor<double>> sorted(std::vector<neighbor<double>> items);

std::vector<index_pair> as_vector(const pair_list& pairs);
bool are_equal(const std::vector<index_pair>& a, const std::vector<index_pair>& b);

template <any_box Box>
std::vector<index_pair> all_pairs(std::span<const Box> boxes);

template <any_box Box>
std::vector<index_pair> all_pairs_between(std::span<const Box> boxes, std::span<const Box> others);

template <any_box Box, typename Predicate>
std::vector<std::uint32_t> all_where(std::span<const Box> boxes, Predicate&& predicate) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t index = 0; index < boxes.size(); ++index) {
        if (predicate(boxes[index])) {
            found.push_back(index);
        }
    }
    return found;
}

template <any_box Box, typename Fine>
std::vector<ray_hit<real_of<Box>>> all_ray_hits(std::span<const Box> boxes, const ray_of<Box>& ray,
                                                real_of<Box> farthest, Fine&& fine) {
    const auto prepared = basic_prepared_ray<real_of<Box>, Box::dimension>::from(ray);
    std::vector<ray_hit<real_of<Box>>> found;
    for (std::uint32_t index = 0; index < boxes.size(); ++index) {
        const auto inside = intersect(prepared, real_box(boxes[index]), farthest);
        if (inside.is_hit() && inside.enter <= farthest) {
            const auto t = fine(index, boxes[index], inside.enter);
            if (t && *t <= farthest) {
                found.push_back({*t, index});
            }
        }
    }
    std::sort(found.begin(), found.end()); // total order: time and index
    return found;
}

// Of all hits in order, those at the time of the first.
template <typename Hit>
std::vector<Hit> earliest(std::vector<Hit> hits) {
    const auto end =
        std::find_if(hits.begin(), hits.end(), [&](const Hit& hit) { return hit.t != hits.front().t; });
    hits.erase(end, hits.end());
    return hits;
}

template <any_box Box, typename Distance>
std::vector<neighbor<real_of<Box>>> all_nearest(std::span<const Box> boxes, const point_of<Box>& point,
                                                std::size_t k, Distance&& distance) {
    std::vector<neighbor<real_of<Box>>> found;
    for (std::uint32_t index = 0; index < boxes.size(); ++index) {
        const real_of<Box> least = distance_squared(boxes[index], point);
        found.push_back({distance(index, boxes[index], least), index});
    }
    found = sorted(std::move(found));
    std::size_t count = std::min(k, found.size());
    while (count > 0 && count < found.size() && found[count].distance == found[count - 1].distance) {
        ++count;
    }
    found.resize(count);
    return found;
}

} // namespace orrery::spatial::test
