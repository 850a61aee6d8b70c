// What the narrow phase has found in a step.
#pragma once

#include "rigid/contacts/predicted_contact.hpp"
#include "rigid/contacts/touch.hpp"
#include "rigid/pairs/broad_phase.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// What is known of a candidate in this step.
enum class candidate_mark : std::uint8_t {
    at_rest, // neither body can have moved
    apart,
    touching,
    settled, // touching, and all about it is remembered
};

struct contact_set {
    std::vector<candidate_mark> marks;            // of candidates
    std::vector<manifold> manifolds;              // of candidates
    std::vector<std::uint8_t> is_predicted;       // of candidates: their contact lies ahead
    std::vector<contact_advance> advances;        // of those that are predicted
    std::vector<vertex_material> patch_materials; // of candidates that have patches
    std::vector<touch> touches;                   // of candidates that touch, in their order
    std::vector<touch_link> links;                // of touches

    // Nothing is known yet.
    void begin(std::size_t candidates) {
        marks.assign(candidates, candidate_mark::at_rest);
        if (manifolds.size() < candidates) {
            manifolds.resize(candidates);
            patch_materials.resize(candidates);
            advances.resize(candidates);
        }
        is_predicted.assign(candidates, 0);
    }
};

// Where the offsets of a candidate's manifold begin.
[[nodiscard]] inline vector3 contact_origin(const candidate& pair,
                                            std::span<const placed_shape> placed) noexcept {
    // Of a mesh the other shape's, which is near.
    return placed[placed[pair.a].mesh != nullptr ? pair.b : pair.a].position;
}

} // namespace orrery::rigid::detail
