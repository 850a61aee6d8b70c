#include "circles/contacts/overlaps.hpp"
#include "circles/contacts/touch.hpp"

#include <orrery/math/aabb.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>

namespace orrery::circles::detail {

namespace {

// For more it is worth to sort everyone.
constexpr std::ptrdiff_t few = 32;

[[nodiscard]] bool do_stop(const form& a, const form& b) noexcept {
    return a.is_sensor == 0 && b.is_sensor == 0 && do_meet(a.filter, b.filter);
}

[[nodiscard]] aabb2 box_around(const motion& how, const form& what) noexcept {
    return inflate(aabb2{how.position, how.position}, what.radius);
}

} // namespace

void find_overlaps(const roster& who, std::span<const motion> motions, std::span<const std::uint8_t> is_fresh,
                   const terrain& among, std::vector<contact>& into) {
    const auto look = [&](std::uint32_t a, std::uint32_t b) {
        const vector2 offset = motions[a].position - motions[b].position;
        const scalar radii = who.forms[a].radius + who.forms[b].radius;
        if (dot(offset, offset) < radii * radii && do_stop(who.forms[a], who.forms[b])) {
            into.push_back({.a = std::min(a, b), .b = std::max(a, b)});
        }
    };
    const auto count = static_cast<std::uint32_t>(motions.size());
    const bool are_many = std::ranges::count(is_fresh, 1) > few;
    for (std::uint32_t place = 0; place < count; ++place) {
        if (is_fresh[place] == 0) {
            continue;
        }
        for (std::uint32_t other = 0; !are_many && other < count; ++other) {
            if (other != place && (is_fresh[other] == 0 || other > place)) {
                look(place, other);
            }
        }
        const form& what = who.forms[place];
        among.each_near(box_around(motions[place], what), [&](std::uint32_t part) {
            const wall& from = among.wall_of(part);
            if (touch_of(motions[place].position, what.radius, among.parts()[part]).gap < 0 &&
                is_beside(motions[place].position, among.parts()[part]) && !from.is_sensor &&
                what.is_sensor == 0 && do_meet(what.filter, from.filter)) {
                into.push_back({.a = place, .b = part | wall_bit});
            }
        });
    }
    if (are_many) {
        std::vector<aabb2> boxes(count);
        for (std::uint32_t place = 0; place < count; ++place) {
            boxes[place] = box_around(motions[place], who.forms[place]);
        }
        spatial::grid_hierarchy<aabb2> sorted;
        sorted.build(boxes);
        for (const auto& [a, b] : spatial::pairs(sorted)) {
            if (is_fresh[a] != 0 || is_fresh[b] != 0) {
                look(a, b);
            }
        }
    }
}

} // namespace orrery::circles::detail
