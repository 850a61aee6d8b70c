#include "rigid/contacts/surface_pairs.hpp"
#include "rigid/surface/surface_pair.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {
namespace {

// How long before a body gets somewhere the pages there are asked for.
constexpr scalar foresight_seconds = scalar(0.5);

} // namespace

void surface_pairs::update(const broad_phase_state& index, const body_table& bodies) {
    if (index.who.has_meshes()) {
        ORRERY_ZONE("expect surfaces");
        follow(index.candidates);
        expect_pages(index.candidates, bodies);
    }
}

void surface_pairs::follow(std::span<const candidate> candidates) {
    constexpr std::uint32_t unknown = ~std::uint32_t{0};
    pairs_.swap(former_);
    pairs_.clear();
    auto former = former_.begin();
    const auto end = former_.end();
    for (std::uint32_t number = 0; number < candidates.size(); ++number) {
        const candidate& each = candidates[number];
        if (!each.has_patches || each.patch != 0) {
            continue;
        }
        const std::uint64_t order = each.order();
        for (; former != end && former->order < order; ++former) {
            free_.push_back(former->nearness);
        }
        const bool is_known = former != end && former->order == order;
        pairs_.push_back({order, number, is_known ? former++->nearness : unknown});
    }
    for (; former != end; ++former) {
        free_.push_back(former->nearness);
    }
    nearness_of_candidate_.resize(candidates.size());
    for (entry& each : pairs_) {
        if (each.nearness == unknown && free_.empty()) {
            each.nearness = static_cast<std::uint32_t>(nearnesses_.size());
            nearnesses_.emplace_back();
        } else if (each.nearness == unknown) {
            each.nearness = free_.back();
            free_.pop_back();
        }
        nearness_of_candidate_[each.candidate] = each.nearness;
    }
}

void surface_pairs::expect_pages(std::span<const candidate> candidates, const body_table& bodies) const {
    for (const entry& each : pairs_) {
        const candidate& which = candidates[each.candidate];
        const surface_pair pair(bodies.placed[which.a], bodies.placed[which.b]);
        const std::uint32_t row = pair.is_mesh_first() ? which.row_b : which.row_a;
        if (!bodies.briefs[row].is_active) {
            continue;
        }
        const vector3 way = pair.local_direction(bodies.rows[row].linear_velocity * foresight_seconds);
        const aabb3 now = inflate(box_of(pair.local_convex()), bodies.traits[row].reach);
        pair.mesh().expect(merge(now, {now.min + way, now.max + way}));
    }
}

} // namespace orrery::rigid::detail
