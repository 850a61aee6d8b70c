#include "rigid/objects/body_placement.hpp"
#include "rigid/shape/convex_parts.hpp"
#include "rigid/step/roster.hpp"
#include "rigid/surface/surface_pair.hpp"

#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/contact_list.hpp>
#include <orrery/rigid/shapes/collide.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

namespace orrery::rigid {
namespace {

[[nodiscard]] std::optional<placed_shape> place_part(const world& where, entity id, std::uint32_t child) {
    const registry_state& state = where.registry();
    const shape* form = state.try_get<shape>(id);
    if (form == nullptr || !state.all_of<body, position, orientation>(id)) {
        return std::nullopt;
    }
    const detail::body_row row = detail::placement_of(state, id);
    if (form->kind == shape_kind::mesh) {
        const surface* mesh = where.shapes().find_surface(form->id);
        return mesh == nullptr
                   ? std::nullopt
                   : std::optional(detail::place({.what = *form, .mesh = mesh, .where = {}}, row));
    }
    std::optional<placed_shape> found;
    std::uint32_t number = 0;
    detail::for_each_convex_part(
        *form, where.shapes(), [&](const shape& what, const convex_hull* hull, const transform3& at) {
            if (number++ == child) {
                found = detail::place({.what = what, .hull = hull, .where = at}, row);
            }
        });
    return found;
}

[[nodiscard]] bool shares_point(const manifold& now, const contact& memory) {
    const auto points = std::span(now.points).first(now.count);
    const auto features = std::span(memory.features).first(memory.count);
    return std::ranges::any_of(points, [&](const manifold_point& each) {
        return std::ranges::find(features, each.feature) != features.end();
    });
}

// The nearest patch comes first, so two that are equally near may have changed places since the step.
[[nodiscard]] const manifold* patch_of(std::span<const detail::surface_patch> found, const contact& memory) {
    for (const detail::surface_patch& each : found) {
        if (shares_point(each.where, memory)) {
            return &each.where;
        }
    }
    return memory.patch < found.size() ? &found[memory.patch].where : nullptr;
}

// As the narrow phase sees them now; offsets from the first shape.
[[nodiscard]] manifold manifold_of(const placed_shape& a, const placed_shape& b, const contact& memory,
                                   scalar margin) {
    manifold now;
    if (a.mesh == nullptr && b.mesh == nullptr) {
        collide_cache nothing_known;
        collide(a, b, margin, nothing_known, now);
    } else if (a.mesh == nullptr || b.mesh == nullptr) {
        const detail::surface_pair pair(a, b);
        std::array<detail::surface_patch, detail::max_patches> found;
        detail::surface_room room;
        const std::uint32_t count = pair.find_patches(margin, room.near, room, found);
        if (const manifold* const patch = patch_of(std::span(found).first(count), memory)) {
            now = *patch;
            for (std::uint32_t point = 0; point < now.count; ++point) {
                now.points[point].offset += pair.convex().position - a.position;
            }
        }
    }
    return now;
}

void find_points(const world& where, const contact& memory, touching& pair) {
    const auto part_a = place_part(where, memory.a, memory.child_a);
    const auto part_b = place_part(where, memory.b, memory.child_b);
    if (!part_a || !part_b) {
        return;
    }
    const manifold now = manifold_of(*part_a, *part_b, memory, where.settings().speculative_margin);
    pair.count = now.count;
    pair.normal = now.count > 0 ? now.normal : vector3{};
    for (std::uint32_t number = 0; number < now.count; ++number) {
        const manifold_point& at = now.points[number];
        pair.points[number].position = part_a->position + at.offset;
        pair.points[number].separation = at.separation;
        for (std::uint32_t old = 0; old < memory.count; ++old) {
            if (memory.features[old] == at.feature) {
                pair.points[number].impulse = memory.normal_impulses[old];
            }
        }
    }
}

template <typename IsWanted>
void list_contacts(const world& where, std::vector<touching>& found, IsWanted&& is_wanted) {
    found.clear();
    const registry_state& state = where.registry();
    state.view<contact>().each([&](entity id, const contact& memory) {
        if (!is_wanted(memory) || !state.valid(memory.a) || !state.valid(memory.b)) {
            return;
        }
        touching pair{.contact = id,
                      .a = memory.a,
                      .b = memory.b,
                      .child_a = memory.child_a,
                      .child_b = memory.child_b,
                      .patch = memory.patch,
                      .is_sensor = memory.is_sensor != 0};
        find_points(where, memory, pair);
        found.push_back(pair);
    });
    // total order: two parts have one contact for each patch
    std::ranges::sort(found, {}, [&](const touching& pair) {
        return std::tuple(state.key_of(pair.a), state.key_of(pair.b), pair.child_a, pair.child_b, pair.patch);
    });
}

} // namespace

void find_contacts(const world& where, std::vector<touching>& found) {
    list_contacts(where, found, [](const contact&) { return true; });
}

void find_contacts(const world& where, entity which, std::vector<touching>& found) {
    list_contacts(where, found,
                  [&](const contact& memory) { return memory.a == which || memory.b == which; });
}

} // namespace orrery::rigid
