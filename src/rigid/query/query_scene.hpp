// The bodies of one moment as queries see them: their colliders where they are, in a tree. Numbers of
// colliders are in the order of keys and children, so the lower number is the better one of two that are
// equally good.
#pragma once

#include "rigid/shape/convex_parts.hpp"
#include "rigid/step/roster.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>
#include <orrery/spatial/kd_tree.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class query_scene {
public:
    using tree_type = spatial::kd_tree<aabb3>;

    void update(const registry_state& state, const shape_store& shapes, scheduler& jobs);

    // Of numbers of colliders. Its boxes are a little larger than the shapes, so that rounding loses nothing.
    [[nodiscard]] const tree_type& tree() const noexcept { return tree_; }

    [[nodiscard]] const shape_store& shapes() const noexcept { return *shapes_; }

    [[nodiscard]] const placed_shape& placed(std::uint32_t number) const noexcept { return placed_[number]; }

    // As one that does not move.
    [[nodiscard]] moving_shape at_rest(std::uint32_t number) const noexcept;

    [[nodiscard]] body_part part(std::uint32_t number) const noexcept;

    // Of a part that is there.
    [[nodiscard]] std::uint32_t number_of(const body_part& which) const noexcept {
        return who_.bodies()[who_.row_of(which.body)].first_collider + which.child;
    }

    [[nodiscard]] bool is_seen(std::uint32_t number, const query_filter& filter) const;

private:
    struct query_body {
        vector3 position;
        quaternion orientation;
        vector3 center_of_mass;
        collision_filter filter;
        std::uint32_t kind = 0; // its bit in query_filter::kinds; none for one that is nowhere
        bool is_sensor = false;
        bool is_same = false;      // as when bodies were listed, but for its place
        std::optional<shape> form; // when bodies were listed
    };

    void list_bodies(const registry_state& state, const shape_store& shapes);
    // False when there are other bodies, or shapes, than were listed.
    [[nodiscard]] bool take_in_all(const registry_state& state, scheduler& jobs);
    [[nodiscard]] bool is_same(const registry_state& state, std::size_t row) const noexcept;
    // Reads the components of a body and places its colliders.
    void take_in(const registry_state& state, std::size_t row) noexcept;

    const shape_store* shapes_ = nullptr;
    std::size_t shape_count_ = 0; // of the store, when bodies were listed
    roster who_;
    std::vector<query_body> bodies_;   // of rows
    std::vector<placed_shape> placed_; // of colliders
    std::vector<aabb3> boxes_;
    tree_type tree_;
    std::vector<std::uint32_t> new_numbers_; // of no interest here
};

// A shape that is asked about: the pieces of it in place, and the box around them.
class question_shape {
public:
    question_shape(const shape& what, const transform3& where, const shape_store& shapes)
        : what_(what)
        , where_(where)
        , shapes_(shapes) {}

    // Calls visit(placed).
    template <typename Visit>
    void for_each_piece(Visit&& visit) const {
        for_each_convex_part(what_, shapes_,
                             [&](const shape& what, const convex_hull* hull, const transform3& where) {
                                 visit(place(what, where_ * where, hull));
                             });
    }

    // Not valid when there are none.
    [[nodiscard]] aabb3 box() const {
        aabb3 around = aabb3::empty();
        for_each_piece([&](const placed_shape& piece) { around = merge(around, box_of(piece)); });
        return around;
    }

private:
    const shape& what_;
    const transform3& where_;
    const shape_store& shapes_;
};

// Larger by what rounding can do to the box of a shape.
[[nodiscard]] aabb3 rounded_outwards(const aabb3& box) noexcept;

} // namespace orrery::rigid::detail
