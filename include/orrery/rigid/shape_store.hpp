// Where hulls and compounds live: immutable, shared and found by id. A world has one; several worlds may
// share one. Adding what is already there is free and gives the same id. Nothing is taken out before the
// store ends, so pointers into it stay valid. Any thread may add and find: worlds that share a store add
// compounds while they step, wherever bodies are glued together.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/convex_hull.hpp>
#include <orrery/rigid/shape.hpp>

#include <memory>
#include <span>
#include <vector>

namespace orrery::rigid {

// Several shapes that move as one.
class compound {
public:
    struct child {
        shape what; // never a compound or a plane
        transform3 where;

        friend bool operator==(const child&, const child&) = default;
    };

    [[nodiscard]] std::span<const child> children() const noexcept { return children_; }

    [[nodiscard]] shape_id id() const noexcept { return id_; }

private:
    friend class shape_store;

    std::vector<child> children_;
    shape_id id_ = shape_id::none;
};

class shape_store {
public:
    // The hull of the points as a shape; what convex_hull::from_points refuses is refused.
    [[nodiscard]] result<shape> add_hull(std::span<const vector3> points);

    // Refused: no children or more than 65535, and children with bad measures, at places that are not finite
    // or of hulls that are not in this store.
    [[nodiscard]] result<shape> add_compound(std::span<const compound::child> children);

    // Null when there is none with this id.
    [[nodiscard]] const convex_hull* find_hull(shape_id id) const noexcept;
    [[nodiscard]] const compound* find_compound(shape_id id) const noexcept;

    // How many there are.
    [[nodiscard]] std::size_t size() const noexcept;

    // All of them in ascending order of ids, for saving while nobody adds.
    [[nodiscard]] std::span<const std::unique_ptr<const convex_hull>> hulls() const noexcept {
        return hulls_;
    }

    [[nodiscard]] std::span<const std::unique_ptr<const compound>> compounds() const noexcept {
        return compounds_;
    }

private:
    mutable orrery::detail::mutex changing_; // guards these
    std::vector<std::unique_ptr<const convex_hull>> hulls_;
    std::vector<std::unique_ptr<const compound>> compounds_;
};

} // namespace orrery::rigid
