#include "rigid/shape/convex_parts.hpp"
#include "rigid/step/roster.hpp"

#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// Whether a body's shape is in the compound of another; a sensor's never is.
[[nodiscard]] bool is_part_of_carrier(const registry_state& state, entity id) noexcept {
    const glued_to* glue = state.try_get<glued_to>(id);
    return glue != nullptr && state.all_of<material>(id) && state.all_of<carries>(glue->carrier);
}

} // namespace

void roster::rebuild(const registry_state& state, const shape_store& shapes, std::span<const entity> anew,
                     std::vector<std::uint32_t>& new_numbers) {
    old_bodies_.swap(bodies_);
    old_colliders_.swap(colliders_);
    bodies_.clear();
    colliders_.clear();
    has_meshes_ = false;
    state.view<body, position, orientation>().each(
        [&](entity id, const body&, const position&, const orientation&) {
            bodies_.push_back({.key = state.key_of(id), .id = id});
        });
    std::ranges::sort(bodies_, {}, &body_entry::key); // total order: no two live entities share a key
    std::ranges::fill(row_of_slot_, none);
    for (std::uint32_t row = 0; row < bodies_.size(); ++row) {
        const std::uint32_t slot = bodies_[row].id.index;
        if (slot >= row_of_slot_.size()) {
            row_of_slot_.resize(slot + 1, none);
        }
        row_of_slot_[slot] = row;
        add_colliders(state, shapes, row);
    }
    new_numbers.assign(old_colliders_.size(), none);
    for (const body_entry& old : old_bodies_) {
        const std::uint32_t row = row_of(old.id);
        if (row == none || std::ranges::binary_search(anew, old.id)) {
            continue;
        }
        const std::uint32_t same = std::min(old.collider_count, bodies_[row].collider_count);
        for (std::uint32_t child = 0; child < same; ++child) {
            const collider& before = old_colliders_[old.first_collider + child];
            collider& now = colliders_[bodies_[row].first_collider + child];
            if (before.what == now.what && before.where == now.where) {
                now.leaf = before.leaf;
                new_numbers[old.first_collider + child] = bodies_[row].first_collider + child;
            }
        }
    }
}

void roster::add_colliders(const registry_state& state, const shape_store& shapes, std::uint32_t row) {
    body_entry& entry = bodies_[row];
    entry.first_collider = static_cast<std::uint32_t>(colliders_.size());
    const shape* form = state.try_get<shape>(entry.id);
    if (form == nullptr || is_part_of_carrier(state, entry.id)) {
        return;
    }
    // A hull or mesh that nobody has added to the store meets nothing.
    if (const surface* mesh = form->kind == shape_kind::mesh ? shapes.find_surface(form->id) : nullptr) {
        colliders_.push_back({.row = row, .child = 0, .what = *form, .mesh = mesh, .where = {}});
        entry.collider_count = 1;
        has_meshes_ = true;
    }
    for_each_convex_part(
        *form, shapes, [&](const shape& what, const convex_hull* hull, const transform3& where) {
            colliders_.push_back(
                {.row = row, .child = entry.collider_count, .what = what, .hull = hull, .where = where});
            ++entry.collider_count;
        });
}

placed_shape place(const collider& part, const body_row& row) noexcept {
    const vector3 from_center = part.where.position - row.center_of_mass;
    placed_shape placed{.kind = part.what.kind,
                        .size = part.what.size,
                        .hull = part.hull,
                        .mesh = part.mesh,
                        .position = row.position + row.rotation * from_center,
                        .rotation = row.rotation};
    if (part.where.rotation != quaternion{}) {
        placed.rotation = row.rotation * to_matrix(part.where.rotation);
    }
    return placed;
}

} // namespace orrery::rigid::detail
