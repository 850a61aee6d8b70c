// Where hulls, compounds and meshes live: immutable, shared and found by id. Adding what is already there is
// free and gives the same id. A copy costs one increment, shares all that is there and goes its own way from
// then on: frames and forks of a world have one. What a program adds is never taken out before the store
// ends, so pointers into it stay valid for as long as one that has the part. Only the compounds that a world
// itself makes of bodies that are glued together go when no body has them any more. A store is for one thread
// at a time, its copies are for any.
#pragma once

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <memory>
#include <span>
#include <vector>

namespace orrery::rigid {

class convex_hull;
class surface;

// Several shapes that move as one.
class compound {
public:
    struct child {
        shape what; // never a compound, a plane or a mesh
        transform3 where;

        friend bool operator==(const child&, const child&) = default;
    };

    [[nodiscard]] std::span<const child> children() const noexcept {
        return {children_.data(), children_.size()};
    }

    [[nodiscard]] shape_id id() const noexcept { return id_; }

    // Of a compound of these children.
    [[nodiscard]] static shape_id id_of(std::span<const child> children) noexcept;

    // A world has made it of bodies that are glued together, and nobody else.
    [[nodiscard]] bool is_assembly() const noexcept { return is_assembly_; }

private:
    friend class shape_store;

    std::vector<child> children_;
    shape_id id_ = shape_id::none;
    bool is_assembly_ = false;
};

class shape_store {
public:
    shape_store();

    // The hull of the points as a shape; what convex_hull::from_points refuses is refused.
    [[nodiscard]] result<shape> add_hull(std::span<const vector3> points);

    // Refused: no children or more than 65535, and children with bad measures, at places that are not finite
    // or of hulls that are not in this store.
    [[nodiscard]] result<shape> add_compound(std::span<const compound::child> children);

    // The same for a compound that the caller takes out again, by keep_assemblies. It stays if add_compound
    // is called for it, too.
    [[nodiscard]] result<shape> add_assembly(std::span<const compound::child> children);

    // How many compounds add_assembly has added and nobody else.
    [[nodiscard]] std::size_t assembly_count() const noexcept;

    // Takes out all assemblies but these, which are in ascending order. Linear in the number of compounds.
    void keep_assemblies(std::span<const shape_id> used);

    // A triangle_mesh or a paged_mesh, which is shared with whoever else has it.
    [[nodiscard]] result<shape> add_mesh(std::shared_ptr<const surface> what);

    // Null when there is none with this id.
    [[nodiscard]] const convex_hull* find_hull(shape_id id) const noexcept;
    [[nodiscard]] const compound* find_compound(shape_id id) const noexcept;
    [[nodiscard]] const surface* find_surface(shape_id id) const noexcept;

    // How many there are.
    [[nodiscard]] std::size_t size() const noexcept;

    // All of them in ascending order of ids, for saving.
    [[nodiscard]] std::span<const std::shared_ptr<const convex_hull>> hulls() const noexcept;
    [[nodiscard]] std::span<const std::shared_ptr<const compound>> compounds() const noexcept;
    [[nodiscard]] std::span<const std::shared_ptr<const surface>> surfaces() const noexcept;

    // Takes in what another store has and this one has not.
    void merge(const shape_store& other);

private:
    struct contents;

    [[nodiscard]] result<shape> add(std::span<const compound::child> children, bool is_assembly);
    // Adds the compound, or keeps it for good if it was an assembly until now.
    void keep(const std::shared_ptr<const compound>& what);

    copy_on_write<contents> parts_; // never none
};

} // namespace orrery::rigid
