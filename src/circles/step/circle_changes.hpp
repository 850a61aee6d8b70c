// What is changed by hand before an update begins, by inputs or by calls: copies of motions and forms, who
// comes and who goes. Most updates change nothing, and copy nothing.
#pragma once

#include "circles/world/record_keeper.hpp"

#include <orrery/circles/circle.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/core/entity.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::circles::detail {

struct newcomer {
    entity_key key = entity_key::none;
    circles::motion motion{};
    circles::form form{};
    bool is_gone = false;
};

struct circle_changes {
    bool is_open = false; // whether there is anything below that belongs to this update
    std::vector<motion> motions;
    std::shared_ptr<circles::roster> roster; // none as long as nobody's form changes
    std::vector<std::uint8_t> is_loose;      // touches nobody any more
    std::vector<std::uint8_t> is_gone;
    bool has_loose = false;
    bool has_gone = false;
    std::vector<newcomer> newcomers;
    std::vector<left_place> left; // by inputs of the last update, for recordings

    // Copies the motions of the frame before, in whose order all of this is.
    void open(const frame& before);

    // It touches nobody any more; whoever touched it where it was feels that.
    void loosen(const frame& before, std::uint32_t index, scalar skin);

    // A roster with forms that may be changed.
    [[nodiscard]] circles::roster& own_roster(const frame& before);
};

} // namespace orrery::circles::detail
