// Which colliders are near each other: a tree of their boxes and, kept from step to step, the candidates for
// contact in the order of their keys. All of it follows from the components; it may contain more pairs than
// necessary, never fewer, and what the narrow phase makes of a pair does not depend on when the pair came.
#pragma once

#include "rigid/step/roster.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/rigid/shapes/collide.hpp>
#include <orrery/spatial/dynamic_tree.hpp>
#include <orrery/spatial/persistent_pairs.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

// Two colliders whose boxes are near each other; a has the lower number, and so the lower key.
struct candidate {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t row_a = 0; // of their bodies
    std::uint32_t row_b = 0;
    entity contact{}; // that remembers them; none while they do not touch
    collide_cache cache{};
    bool is_excluded = false; // by a joint or an excluded_pair
    bool has_patches = false; // one of them is a mesh: there are max_patches such candidates, side by side
    std::uint8_t patch = 0;

    // Patches of one pair share it.
    [[nodiscard]] std::uint64_t order() const noexcept { return std::uint64_t{a} << 32 | b; }
};

struct broad_phase_state {
    roster who;
    spatial::dynamic_tree<aabb3> tree{{.margin = scalar(0.05), .separation = scalar(0.05)}};
    spatial::persistent_pairs<aabb3> pairs;
    std::vector<std::uint32_t> collider_of_leaf;
    std::vector<candidate> candidates; // sorted by order()
    shape_store shapes;                // that the colliders point into
};

class broad_phase {
public:
    using may_meet_function = unique_function<bool(const collider&, const collider&)>;

    // After the roster has changed: leaves for new colliders, none for those that are gone, candidates under
    // their new numbers. `lost` receives the contacts of candidates that are no more.
    static void follow_roster(broad_phase_state& state, std::span<const std::uint32_t> new_numbers,
                              std::vector<entity>& lost);

    // Takes in where colliders are now and finds who came near whom. A pair is asked about once, when it
    // comes. Says whether there are other candidates than before.
    bool update(broad_phase_state& state, std::span<const std::uint32_t> moved, std::span<const aabb3> boxes,
                std::span<const vector3> displacements, may_meet_function& may_meet, scheduler& jobs,
                std::vector<entity>& lost);

private:
    void add_patches(std::span<const collider> parts);
    void list_new_candidates(const broad_phase_state& state, may_meet_function& may_meet);
    void list_parted(const broad_phase_state& state);

    std::vector<std::uint32_t> leaves_;
    std::vector<candidate> joined_;
    std::vector<std::uint64_t> parted_;
    std::vector<candidate> merged_;
    std::vector<candidate> split_; // joined, with their patches
};

} // namespace orrery::rigid::detail
