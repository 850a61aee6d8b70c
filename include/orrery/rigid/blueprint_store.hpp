// Definitions of bodies that inputs can create and fractures refer to, under ids that are hashes of their
// contents: the same in every world and on every machine. A world has one store, which is saved with it.
// Adding what is already there is free and gives the same id; nothing is taken out. A copy costs one
// increment, shares all that is there and goes its own way from then on: frames and forks of a world have
// one. A store is for one thread at a time, its copies are for any.
#pragma once

#include <orrery/core/copy_on_write.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/body_definition.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::rigid {

// Zero means none.
enum class blueprint_id : std::uint64_t { none = 0 };

struct fragment {
    blueprint_id what = blueprint_id::none;
    transform3 where; // in the frame of the whole body's shape

    friend bool operator==(const fragment&, const fragment&) = default;
};

class blueprint_store {
public:
    blueprint_store();

    static constexpr std::size_t max_fragments = 4096;

    struct blueprint {
        blueprint_id id = blueprint_id::none;
        body_definition what; // at the origin, at rest, without a key
    };

    struct fracture {
        fracture_id id = fracture_id::none;
        std::vector<fragment> fragments;
    };

    // The ids that insert() gives to them.
    [[nodiscard]] static blueprint_id id_of(const body_definition& what);
    [[nodiscard]] static fracture_id id_of(std::span<const fragment> fragments);

    // As it is kept: at the origin, at rest, without a key.
    [[nodiscard]] static body_definition without_placement(const body_definition& what);

    // Null when there is none with this id.
    [[nodiscard]] const body_definition* find(blueprint_id id) const noexcept;
    [[nodiscard]] const fracture* find(fracture_id id) const noexcept;

    // In ascending order of ids.
    [[nodiscard]] std::span<const std::shared_ptr<const blueprint>> blueprints() const noexcept;
    [[nodiscard]] std::span<const std::shared_ptr<const fracture>> fractures() const noexcept;

    // What add_blueprint and add_fracture call once they have checked what they are given.
    [[nodiscard]] result<blueprint_id> insert(const body_definition& what);
    [[nodiscard]] result<fracture_id> insert(std::span<const fragment> fragments);

    // Takes in what another store has and this one has not.
    void merge(const blueprint_store& other);

private:
    struct contents;

    copy_on_write<contents> parts_; // never none
};

// What make_body would refuse is refused. Where the definition is, how it moves and what its key is does not
// matter: whoever creates a body from it says so.
[[nodiscard]] result<blueprint_id> add_blueprint(world& where, const body_definition& what);

} // namespace orrery::rigid
