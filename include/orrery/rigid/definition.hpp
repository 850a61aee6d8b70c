// Everything that inputs of a rigid world can refer to by id, as one value: a hull, a compound, a blueprint
// or a fracture. world::define() makes it known to a world. A definition names those it is made of by their
// ids, so define hulls before compounds, shapes before blueprints and blueprints before fractures. Its id is
// the one that shape_store, add_blueprint and add_fracture give to the same content.
//
//   const definition ball = definition::of({.shape = sphere(0.5f)});
//   const status applied = time.apply(timeline<world>::transaction().define(ball).add(
//       {time.next_id(author), {60, 61}, input::create(key, blueprint_id{definition_id(ball)}, place)}));
//
// Copies share what they hold. Meshes are no definitions: they belong to the rules of a world.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/result.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::rigid {

enum class definition_kind : std::uint8_t { hull, compound, blueprint, fracture };

class definition {
public:
    using children = std::vector<compound::child>;
    using fragments = std::vector<fragment>;

    [[nodiscard]] static definition of(const convex_hull& hull);
    [[nodiscard]] static definition of_compound(std::span<const compound::child> children);
    // Where the body is, how it moves and what its key is does not matter.
    [[nodiscard]] static definition of(const body_definition& body);
    [[nodiscard]] static definition of_fracture(std::span<const fragment> fragments);

    [[nodiscard]] definition_kind kind() const noexcept;

    // Never 0.
    [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

    // Null if it is of another kind.
    [[nodiscard]] const convex_hull* hull() const noexcept;
    [[nodiscard]] const children* compound_children() const noexcept;
    [[nodiscard]] const body_definition* blueprint() const noexcept;
    [[nodiscard]] const fragments* fracture() const noexcept;

    // By their bytes.
    friend bool operator==(const definition& a, const definition& b);

private:
    struct content;

    definition(std::uint64_t id, content what);

    std::uint64_t id_;
    std::shared_ptr<const content> content_;
};

[[nodiscard]] inline std::uint64_t definition_id(const definition& what) noexcept {
    return what.id();
}

// What a world needs to know to create bodies from a blueprint, or to break a body along a fracture, in an
// order in which it can be defined. To be used on a fork of a world to which add_blueprint or add_fracture
// has added it. Empty if the world does not have it.
[[nodiscard]] std::vector<definition> definitions_for(const world& where, blueprint_id id);
[[nodiscard]] std::vector<definition> definitions_for(const world& where, fracture_id id);

// Bytes that do not make a definition are refused with one sentence; whether a world can use it is for
// world::check_definition().
void save_definition(byte_writer& out, const definition& what);
[[nodiscard]] result<definition> load_definition(byte_reader& in, const world& rules);

} // namespace orrery::rigid
