// Who takes part: all bodies of a registry in the order of their keys, and their colliders (a shape is one, a
// compound has one for each child) in the order of keys and children. Made anew when bodies or shapes come
// and go.
#pragma once

#include "rigid/step/body_row.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

struct collider {
    std::uint32_t row = 0;
    std::uint32_t child = 0;
    shape what;
    const convex_hull* hull = nullptr;
    const surface* mesh = nullptr;
    transform3 where;            // in the frame of the body's shape
    std::uint32_t leaf = no_row; // in the tree
};

class roster {
public:
    struct body_entry {
        entity_key key;
        entity id;
        std::uint32_t first_collider = 0;
        std::uint32_t collider_count = 0;
    };

    static constexpr std::uint32_t none = no_row;

    // Looks at the registry and tells what became of the colliders there were: their new numbers, or none for
    // those whose body is gone or to be looked at anew (sorted), or whose shape is another one.
    void rebuild(const registry_state& state, const shape_store& shapes, std::span<const entity> anew,
                 std::vector<std::uint32_t>& new_numbers);

    [[nodiscard]] std::span<const body_entry> bodies() const noexcept { return bodies_; }

    [[nodiscard]] std::span<const collider> colliders() const noexcept { return colliders_; }

    [[nodiscard]] std::span<collider> colliders() noexcept { return colliders_; }

    [[nodiscard]] std::span<const collider> colliders_of(std::uint32_t row) const noexcept {
        return std::span(colliders_).subspan(bodies_[row].first_collider, bodies_[row].collider_count);
    }

    [[nodiscard]] bool has_meshes() const noexcept { return has_meshes_; }

    // The row of a live body; none for any other handle.
    [[nodiscard]] std::uint32_t row_of(entity id) const noexcept {
        const bool is_known = id.index < row_of_slot_.size() && row_of_slot_[id.index] != none &&
                              bodies_[row_of_slot_[id.index]].id == id;
        return is_known ? row_of_slot_[id.index] : none;
    }

private:
    void add_colliders(const registry_state& state, const shape_store& shapes, std::uint32_t row);

    std::vector<body_entry> bodies_;
    std::vector<collider> colliders_;
    bool has_meshes_ = false;
    std::vector<std::uint32_t> row_of_slot_;
    std::vector<body_entry> old_bodies_; // room for the next rebuild
    std::vector<collider> old_colliders_;
};

// The shape of a collider where the body is.
[[nodiscard]] placed_shape place(const collider& part, const body_row& row) noexcept;

} // namespace orrery::rigid::detail
