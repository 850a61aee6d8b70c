// Keeps the census of a world from record to record: the same object for as long as no body comes, goes or
// changes form, and otherwise a new one that shares the forms of all others. What has changed is found by the
// pages of components: those that are shared with the last census are not read. So a record of a world in
// which nothing has changed costs a comparison for each component type.
#pragma once

#include "rigid/step/roster.hpp"

#include <orrery/core/registry/entity_form.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::rigid::detail {

class census_keeper {
public:
    using census_type = census<entity_form>;

    // What may have changed beyond components.
    struct suspicion {
        bool other_bodies = true;
        bool other_joints = true;
    };

    // The census of the bodies of the roster, which is that of the registry.
    const std::shared_ptr<const census_type>& follow(const registry_state& state, const roster& who,
                                                     std::span<const constraint_type> joints,
                                                     suspicion suspected);

    // Whether there is one, because somebody has asked.
    [[nodiscard]] bool is_in_use() const noexcept { return current_ != nullptr; }

    // The places of those that were not in the census before, or were others with the same key.
    [[nodiscard]] std::span<const std::uint32_t> newcomers() const noexcept { return newcomers_; }

    // Numbers of what the last census was made of, for whoever wants to know whether there are others now.
    std::uint64_t roster_version = 0;
    std::uint64_t joints_version = 0;

private:
    [[nodiscard]] bool look_for_changes(const registry_state& state, const roster& who, bool other_bodies);
    void suspect(const registry_state& state, const roster& who, const component_pool& pool,
                 std::size_t page);
    void list_links(const registry_state& state, const roster& who, std::span<const constraint_type> joints);
    [[nodiscard]] std::shared_ptr<const census_type> make(const registry_state& state, const roster& who);

    std::shared_ptr<const census_type> current_;
    snapshot seen_;           // the components of forms as they were when `current_` was right
    std::vector<entity> ids_; // of those in `current_`
    std::vector<std::uint32_t> newcomers_;
    std::vector<std::uint8_t> is_suspect_; // of each place, whether its form may be another one
    std::vector<std::pair<entity_key, entity_key>> links_;
};

} // namespace orrery::rigid::detail
