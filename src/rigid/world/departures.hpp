// Bodies that have left the world in the step that made the present frame, or by hand since, with the boxes
// in which they acted until then. Every record of the frame lists them; those of frames without a record wait
// for the next one.
#pragma once

#include "rigid/continuous/body_path.hpp"
#include "rigid/pairs/broad_phase.hpp"
#include "rigid/step/body_table.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

class departures {
public:
    using entry = std::pair<entity_key, aabb3>;

    // A body that is about to leave.
    void add(entity id, const registry_state& state, const broad_phase_state& index, const body_table& bodies,
             std::span<const body_path> paths, const world_settings& settings);

    // What a body has become acts where it came to be, which may be far from the body: whoever takes back
    // that it broke has to take back its fragments.
    void add_fragment(entity_key of, entity fragment);

    // Extends the boxes of bodies that broke to those of their fragments. `rows` are those that have one of
    // `boxes`, ascending.
    void extend_to_fragments(const roster& who, std::span<const std::uint32_t> rows,
                             std::span<const aabb3> boxes);

    [[nodiscard]] std::span<const entry> all() const noexcept { return all_; }

    void note_record() noexcept {
        is_recorded_ = true;
        listed_count_ = all_.size();
        fragments_.clear();
    }

    // Forgets those that a record has listed.
    void begin_step() {
        all_.erase(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(listed_count_));
        listed_count_ = 0;
    }

    void clear() noexcept {
        all_.clear();
        listed_count_ = 0;
        fragments_.clear();
    }

private:
    bool is_recorded_ = false; // nothing is noted before the first record
    std::vector<entry> all_;   // those that a record has listed come first
    std::size_t listed_count_ = 0;
    std::vector<std::pair<entity_key, entity>> fragments_; // since the last record, by the body they are of
};

} // namespace orrery::rigid::detail
