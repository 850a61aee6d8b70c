// Where the shapes of one candidate touch in this step, or will before it ends.
#pragma once

#include "rigid/contacts/contact_set.hpp"
#include "rigid/contacts/surface_pairs.hpp"
#include "rigid/continuous/moving_collider.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/surface/collide_surface.hpp"
#include "rigid/surface/surface_room.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/settings.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace orrery::rigid::detail {

// How near two colliders come to count as touching when they are cast.
[[nodiscard]] inline scalar cast_slop_of(const collider& a, const collider& b, std::span<const body_row> rows,
                                         const world_settings& settings) noexcept {
    const auto radius = [&](const collider& part) { // a plane has no points to search among
        return part.what.kind == shape_kind::plane ? scalar(0) : rows[part.row].outer_radius;
    };
    return cast_slop(settings.speculative_margin, max(radius(a), radius(b)));
}

class pair_collider {
public:
    // Writes the marks, manifolds, advances and materials of the candidates it is asked about, and what these
    // cache.
    pair_collider(broad_phase_state& index, const body_table& bodies, const world_settings& settings,
                  surface_pairs& surfaces, contact_set& found) noexcept
        : candidates_(index.candidates)
        , parts_(index.who.colliders())
        , bodies_(bodies)
        , settings_(settings)
        , surfaces_(surfaces)
        , found_(found) {}

    // Of these candidates all pairs without meshes that are due.
    void collide(std::size_t begin, std::size_t end) const;
    // All patches of a pair with a mesh, of which this is the first, if it is due.
    void collide_patches(std::size_t number, surface_room& room) const;

private:
    // Nothing is known of it yet in this step, and one of its bodies moves.
    [[nodiscard]] bool is_due(std::size_t number) const noexcept {
        const candidate& pair = candidates_[number];
        return found_.marks[number] == candidate_mark::at_rest && !pair.is_excluded &&
               (bodies_.briefs[pair.row_a].is_active || bodies_.briefs[pair.row_b].is_active);
    }

    void collide(std::size_t number) const;

    // How near to each other two bodies must be for contact points: as far as they can approach each other.
    [[nodiscard]] scalar margin_of(const row_brief& a, const row_brief& b) const noexcept {
        return settings_.speculative_margin +
               min(length(a.displacement - b.displacement), a.look_ahead + b.look_ahead);
    }

    [[nodiscard]] scalar tolerance_of(const candidate& pair) const noexcept;
    // Of a body that nothing stops.
    [[nodiscard]] body_sweep free_way(std::uint32_t row) const noexcept;
    [[nodiscard]] moving_shape free_way(const collider& part) const noexcept;
    // Whether the contact of two shapes that are apart must be looked for where it will be.
    [[nodiscard]] bool needs_prediction(const candidate& pair, const manifold& found) const noexcept;
    // How far the points of a contact slide along it in the step if nothing stops the bodies.
    [[nodiscard]] scalar slide_of(const candidate& pair, const manifold& found) const noexcept;
    // Whether shapes are so near each other that another contact may bring them together, though they would
    // pass each other by themselves. Without their contact a body in a wedge, which each side turns towards
    // the other one, would be held back in every step by the side that it is not in contact with.
    [[nodiscard]] bool may_be_pushed_together(const manifold& found) const noexcept;
    // How far contacts look ahead: the last pass of the solver does so for one sub-step more than the step.
    [[nodiscard]] scalar steps_ahead() const noexcept;
    // Looks for a contact that lies ahead; false if they do not touch in this step.
    [[nodiscard]] bool predict(std::size_t number) const;
    // The same for all patches of a pair with a mesh.
    void predict_patches(std::size_t number, std::array<surface_patch, max_patches>& found,
                         std::uint32_t& count, surface_room& room) const;

    std::span<candidate> candidates_;
    std::span<const collider> parts_;
    const body_table& bodies_;
    const world_settings& settings_;
    surface_pairs& surfaces_;
    contact_set& found_;
};

} // namespace orrery::rigid::detail
