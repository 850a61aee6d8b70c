// What a ray meets: the first hit, with all that are tied for it, or all hits. A hit is where the ray enters
// a box (t = 0 when it starts inside), or whatever a fine test makes of it:
//
//   std::optional<float> fine(std::uint32_t index, const aabb2f& box, float enter)
//
// returns the time of the true hit, not before `enter`, or nothing for a miss. Times count in lengths of the
// ray's direction. The slab test is that of basic_prepared_ray: it never misses a box the ray meets, and may
// report one that it passes within a few units in the last place.
#pragma once

#include <orrery/spatial/traverse.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace orrery::spatial {

template <real T>
struct ray_hit {
    T t = 0;
    std::uint32_t index = 0;

    // By time, then by index: the order of all lists of hits.
    friend auto operator<=>(const ray_hit&, const ray_hit&) = default;
};

template <typename Structure>
using ray_hit_of = ray_hit<real_of<box_of<Structure>>>;

// The hit is the box itself.
struct hit_the_box {
    template <any_box Box>
    [[nodiscard]] constexpr std::optional<real_of<Box>> operator()(std::uint32_t, const Box&,
                                                                   real_of<Box> enter) const noexcept {
        return enter;
    }
};

namespace detail {

// When the ray enters a box, at most `farthest`; NaN for a miss, which is not <= any limit.
template <any_box Box>
class entry_time {
public:
    using real = real_of<Box>;
    static constexpr bool takes_packs = true;

    entry_time(const ray_of<Box>& ray, real farthest)
        : ray_(basic_prepared_ray<real, Box::dimension>::from(ray))
        , farthest_(farthest) {}

    [[nodiscard]] real operator()(const Box& box) const noexcept {
        const basic_ray_interval<real> inside = intersect(ray_, real_box(box), farthest_);
        return inside.is_hit() && inside.enter <= farthest_ ? inside.enter
                                                            : std::numeric_limits<real>::quiet_NaN();
    }

    // Lane by lane what the function above does.
    template <int Width>
    [[nodiscard]] simd::lanes<real, Width> operator()(const box_pack<Box, Width>& boxes) const noexcept {
        if constexpr (whole<typename Box::value_type>) {
            return for_each_lane(boxes, *this);
        } else {
            using lanes = typename box_pack<Box, Width>::lanes;
            lanes enter(real{0});
            lanes exit(farthest_);
            for (int axis = 0; axis < Box::dimension; ++axis) {
                const bool is_backwards = ray_.inverse_direction[axis] < real{0};
                const lanes near = is_backwards ? boxes.max(axis) : boxes.min(axis);
                const lanes far = is_backwards ? boxes.min(axis) : boxes.max(axis);
                const lanes origin(ray_.origin[axis]);
                const lanes inverse(ray_.inverse_direction[axis]);
                enter = max((near - origin) * inverse, enter);
                exit = min((far - origin) * inverse, exit);
            }
            const auto is_hit = (enter <= exit * lanes(ray_.widening)) &
                                (enter < lanes(std::numeric_limits<real>::infinity())) &
                                (enter <= lanes(farthest_));
            return select(is_hit, enter, lanes(std::numeric_limits<real>::quiet_NaN()));
        }
    }

private:
    basic_prepared_ray<real, Box::dimension> ray_;
    real farthest_;
};

// Whether the ray enters a box in time.
template <any_box Box>
class is_entered {
public:
    static constexpr bool takes_packs = true;

    is_entered(const entry_time<Box>& enter, real_of<Box> farthest)
        : enter_(enter)
        , farthest_(farthest) {}

    [[nodiscard]] bool operator()(const Box& box) const noexcept { return enter_(box) <= farthest_; }

    template <int Width>
    [[nodiscard]] std::uint32_t operator()(const box_pack<Box, Width>& boxes) const noexcept {
        return (enter_(boxes) <= farthest_).bits();
    }

private:
    entry_time<Box> enter_;
    real_of<Box> farthest_;
};

} // namespace detail

// Calls visit(index, t) for each hit up to t = farthest, in the structure's order. A visitor that returns
// bool ends the search with false.
template <box_tree Structure, typename Visit, typename Fine = hit_the_box>
void for_each_ray_hit(
    const Structure& structure, const ray_of<box_of<Structure>>& ray, Visit&& visit, Fine&& fine = {},
    real_of<box_of<Structure>> farthest = std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    using box = box_of<Structure>;
    const detail::entry_time<box> enter(ray, farthest);
    traverse(structure, detail::is_entered<box>(enter, farthest),
             [&](std::uint32_t index, const box& bounds) {
                 const std::optional<real_of<box>> t = fine(index, bounds, enter(bounds));
                 return !(t && *t <= farthest) || detail::wants_more(visit, index, *t);
             });
}

// All hits, sorted by time and then by index.
template <box_tree Structure, typename Fine = hit_the_box>
[[nodiscard]] std::vector<ray_hit_of<Structure>>
ray_hits(const Structure& structure, const ray_of<box_of<Structure>>& ray, Fine&& fine = {},
         real_of<box_of<Structure>> farthest = std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    std::vector<ray_hit_of<Structure>> hits;
    for_each_ray_hit(
        structure, ray, [&](std::uint32_t index, auto t) { hits.push_back({t, index}); }, fine, farthest);
    std::sort(hits.begin(), hits.end()); // total order: time and index, and an index comes once
    return hits;
}

// Replaces `hits` by the earliest hit and all others at exactly the same time, sorted by index; by nothing
// when the ray meets nothing. Looks at the nearest boxes first and at nothing beyond the hit.
template <box_tree Structure, typename Fine = hit_the_box>
void find_first_ray_hits(
    const Structure& structure, const ray_of<box_of<Structure>>& ray,
    std::vector<ray_hit_of<Structure>>& hits, Fine&& fine = {},
    real_of<box_of<Structure>> farthest = std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    using box = box_of<Structure>;
    using real = real_of<box>;
    hits.clear();
    traverse_nearest(structure, farthest, detail::entry_time<box>(ray, farthest),
                     [&, limit = farthest](std::uint32_t index, const box& bounds, real enter) mutable {
                         const std::optional<real> t = fine(index, bounds, enter);
                         if (t && *t <= limit) {
                             if (*t < limit) {
                                 hits.clear();
                             }
                             hits.push_back({*t, index});
                             limit = *t;
                         }
                         return limit;
                     });
    std::sort(hits.begin(), hits.end()); // total order: time and index, and an index comes once
}

template <box_tree Structure, typename Fine = hit_the_box>
[[nodiscard]] std::vector<ray_hit_of<Structure>> first_ray_hits(
    const Structure& structure, const ray_of<box_of<Structure>>& ray, Fine&& fine = {},
    real_of<box_of<Structure>> farthest = std::numeric_limits<real_of<box_of<Structure>>>::infinity()) {
    std::vector<ray_hit_of<Structure>> hits;
    find_first_ray_hits(structure, ray, hits, fine, farthest);
    return hits;
}

// Calls visit(index, t) for each of them. A visitor that returns bool ends with false.
template <box_tree Structure, typename Visit, typename Fine = hit_the_box>
void for_each_first_ray_hit(const Structure& structure, const ray_of<box_of<Structure>>& ray, Visit&& visit,
                            Fine&& fine = {}) {
    for (const ray_hit_of<Structure>& hit : first_ray_hits(structure, ray, fine)) {
        if (!detail::wants_more(visit, hit.index, hit.t)) {
            return;
        }
    }
}

} // namespace orrery::spatial
