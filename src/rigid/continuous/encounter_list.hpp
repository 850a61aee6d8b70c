// Which colliders may come near each other on their ways.
#pragma once

#include "rigid/continuous/encounter.hpp"
#include "rigid/continuous/path_set.hpp"

#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class encounter_list {
public:
    // All pairs of which one is swift.
    void find(const path_set& paths, const ccd_scene& scene);
    // All pairs of one body with what is in a box.
    void find_around(std::uint32_t number, const aabb3& box, const path_set& paths, const ccd_scene& scene);

    [[nodiscard]] std::span<encounter> all() noexcept { return encounters_; }

    [[nodiscard]] std::span<const encounter> all() const noexcept { return encounters_; }

private:
    void add_candidates(const path_set& paths, const ccd_scene& scene);
    void add_strays(const path_set& paths, const ccd_scene& scene);
    void add_neighbors(std::uint32_t number, const aabb3& box, const path_set& paths, const ccd_scene& scene);
    void add(std::uint32_t number, const collider& other, const path_set& paths, const ccd_scene& scene);

    std::vector<encounter> encounters_;
    std::vector<std::uint32_t> strays_; // rows
    std::vector<aabb3> swept_boxes_;    // of these
    spatial::kd_tree<aabb3> stray_tree_;
    spatial::pair_list stray_pairs_;
    std::vector<std::uint32_t> waiting_nodes_;
};

} // namespace orrery::rigid::detail
