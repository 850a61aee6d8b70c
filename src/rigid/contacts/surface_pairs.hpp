// Pairs of a body and a mesh keep the triangles near the body for as long as they are candidates.
#pragma once

#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"
#include "rigid/surface/near_triangles.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class surface_pairs {
public:
    struct entry {
        std::uint64_t order = 0;     // of the candidate
        std::uint32_t candidate = 0; // the first of the pair's patches
        std::uint32_t nearness = 0;  // which of the kept triangles
    };

    // Takes in the candidates of this step, and asks for the pages of meshes that bodies come near.
    void update(const broad_phase_state& index, const body_table& bodies);

    // In the order of candidates.
    [[nodiscard]] std::span<const entry> all() const noexcept { return pairs_; }

    // Of a candidate that is the first of a pair's patches.
    [[nodiscard]] near_triangles& near(std::size_t candidate) noexcept {
        return nearnesses_[nearness_of_candidate_[candidate]];
    }

private:
    void follow(std::span<const candidate> candidates);
    void expect_pages(std::span<const candidate> candidates, const body_table& bodies) const;

    std::vector<entry> pairs_;
    std::vector<entry> former_;
    std::vector<std::uint32_t> nearness_of_candidate_;
    std::vector<near_triangles> nearnesses_;
    std::vector<std::uint32_t> free_; // of pairs that are no more
};

} // namespace orrery::rigid::detail
