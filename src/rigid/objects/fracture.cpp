#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::rigid {
namespace {

[[nodiscard]] bool is_possible(const transform3& where) noexcept {
    return all_less_equal(abs(where.position), vector3::filled(largest_measure)) &&
           abs(length(where.rotation) - scalar(1)) < scalar(1e-3);
}

// All about the whole that does not follow from its shape.
[[nodiscard]] body_definition piece_of(const body_definition& whole, const shape& what,
                                       const shape_store& shapes) {
    body_definition piece = whole;
    if (whole.mass && whole.shape) {
        piece.density = *whole.mass / volume_of(*whole.shape, shapes);
    }
    piece.kind = body_kind::dynamic;
    piece.shape = what;
    piece.mass.reset();
    piece.inertia.reset();
    piece.center_of_mass.reset();
    piece.fracture = fracture_id::none;
    piece.breaks_at.reset();
    return piece;
}

} // namespace

status check(std::span<const fragment> fragments, const world& where) {
    if (fragments.empty() || fragments.size() > blueprint_store::max_fragments) {
        return error{text("a fracture has ", fragments.size(), " fragments, expected 1 to ",
                          blueprint_store::max_fragments)};
    }
    for (std::size_t number = 0; number < fragments.size(); ++number) {
        if (where.blueprints().find(fragments[number].what) == nullptr) {
            return error{text("fragment ", number, " has the blueprint ",
                              static_cast<std::uint64_t>(fragments[number].what),
                              ", which the world does not have")};
        }
        if (!is_possible(fragments[number].where)) {
            return error{text("fragment ", number,
                              " must lie within 1e6 m of the origin and be turned by a unit quaternion")};
        }
    }
    return {};
}

result<fracture_id> add_fracture(world& where, std::span<const fragment> fragments) {
    if (const status answer = check(fragments, where); !answer) {
        return answer.reason();
    }
    return where.blueprints().insert(fragments);
}

result<fracture_id> add_fracture(world& where, const body_definition& whole,
                                 std::span<const shape_piece> pieces) {
    if (const status answer = check(whole, where); !answer) {
        return answer.reason();
    }
    std::vector<fragment> fragments;
    for (const shape_piece& piece : pieces) {
        const auto blueprint = add_blueprint(where, piece_of(whole, piece.what, where.shapes()));
        if (!blueprint) {
            return blueprint.reason();
        }
        fragments.push_back({*blueprint, piece.where});
    }
    return add_fracture(where, fragments);
}

} // namespace orrery::rigid
