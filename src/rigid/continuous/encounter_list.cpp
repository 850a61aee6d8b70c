#include "rigid/continuous/encounter_list.hpp"
#include "rigid/surface/collide_surface.hpp"

#include <orrery/spatial/pairs.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// Of a pair with patches, of which this is the first candidate.
[[nodiscard]] bool is_any_touching(std::size_t number, const ccd_scene& scene) {
    const std::size_t patches = scene.index.candidates[number].has_patches ? max_patches : 1;
    return std::ranges::any_of(scene.marks.subspan(number, patches),
                               [](candidate_mark mark) { return mark == candidate_mark::touching; });
}

[[nodiscard]] bool were_touching(std::uint32_t a, std::uint32_t b, const ccd_scene& scene) {
    const candidate wanted{.a = a, .b = b};
    const std::vector<candidate>& candidates = scene.index.candidates;
    const auto found = std::ranges::lower_bound(candidates, wanted.order(), {}, &candidate::order);
    if (found == candidates.end() || found->order() != wanted.order()) {
        return false;
    }
    return is_any_touching(static_cast<std::size_t>(found - candidates.begin()), scene);
}

} // namespace

void encounter_list::find(const path_set& paths, const ccd_scene& scene) {
    encounters_.clear();
    add_candidates(paths, scene);
    add_strays(paths, scene);
}

// Who stays in the boxes that the broad phase has looked at meets only candidates, and strays.
void encounter_list::add_candidates(const path_set& paths, const ccd_scene& scene) {
    for (std::size_t number = 0; number < scene.index.candidates.size(); ++number) {
        const candidate& each = scene.index.candidates[number];
        const body_path& a = paths[each.row_a];
        const body_path& b = paths[each.row_b];
        const bool is_near = !each.is_excluded && !a.is_stray && !b.is_stray;
        if ((a.is_swift || b.is_swift) && is_near && each.patch == 0) {
            encounters_.push_back({.a = each.a, .b = each.b, .is_touching = is_any_touching(number, scene)});
        }
    }
}

void encounter_list::add_strays(const path_set& paths, const ccd_scene& scene) {
    strays_.clear();
    swept_boxes_.clear();
    for (std::uint32_t number = 0; number < paths.all().size(); ++number) {
        if (paths[number].is_stray) {
            strays_.push_back(number);
            swept_boxes_.push_back(paths[number].swept);
        }
    }
    for (const std::uint32_t number : strays_) {
        add_neighbors(number, paths[number].swept, paths, scene);
    }
    stray_tree_.build(swept_boxes_);
    spatial::find_pairs(stray_tree_, stray_pairs_);
    for (const auto [a, b] : stray_pairs_) {
        for (const collider& other : scene.index.who.colliders_of(strays_[b])) {
            add(strays_[a], other, paths, scene);
        }
    }
}

void encounter_list::find_around(std::uint32_t number, const aabb3& box, const path_set& paths,
                                 const ccd_scene& scene) {
    encounters_.clear();
    add_neighbors(number, box, paths, scene);
    for (const std::uint32_t stray : strays_) {
        if (stray != number && intersects(paths[stray].swept, box)) {
            for (const collider& other : scene.index.who.colliders_of(stray)) {
                add(number, other, paths, scene);
            }
        }
    }
}

// All that are no strays are within the fat boxes that the tree has of them.
void encounter_list::add_neighbors(std::uint32_t number, const aabb3& box, const path_set& paths,
                                   const ccd_scene& scene) {
    const spatial::dynamic_tree<aabb3>& tree = scene.index.tree;
    waiting_nodes_.assign(1, tree.root());
    while (!waiting_nodes_.empty()) {
        const std::uint32_t node = waiting_nodes_.back();
        waiting_nodes_.pop_back();
        tree.expand(
            node,
            [&](std::uint32_t child, const aabb3& of_child) {
                if (intersects(of_child, box)) {
                    waiting_nodes_.push_back(child);
                }
            },
            [&](std::uint32_t leaf, const aabb3&) {
                const collider& other = scene.parts()[scene.index.collider_of_leaf[leaf]];
                if (!paths[other.row].is_stray) {
                    add(number, other, paths, scene);
                }
            });
    }
}

void encounter_list::add(std::uint32_t number, const collider& other, const path_set& paths,
                         const ccd_scene& scene) {
    if (number == other.row || (!paths[number].is_swift && !paths[other.row].is_swift)) {
        return;
    }
    const std::uint32_t first = scene.index.who.bodies()[number].first_collider;
    const std::uint32_t other_number = scene.index.who.bodies()[other.row].first_collider + other.child;
    for (const collider& own : scene.index.who.colliders_of(number)) {
        const auto [a, b] = spatial::ordered_pair(first + own.child, other_number);
        encounters_.push_back({.a = a, .b = b, .is_touching = were_touching(a, b, scene)});
    }
}

} // namespace orrery::rigid::detail
