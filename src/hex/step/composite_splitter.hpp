// What becomes of composites whose tiles have changed: each part that no longer hangs together with the rest
// is an object of its own, and one without tiles ceases to be.
#pragma once

#include "hex/step/object_changes.hpp"
#include "hex/step/reach_log.hpp"

#include <orrery/hex/composite.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

class composite_splitter {
public:
    // Writes records for all changed composites. The heaviest part keeps the key, the others come into being.
    void split(const frame& before, const rules& types, object_changes& objects, reach_log& reaches);

private:
    void split(const frame& before, const rules& types, change& whole, object_changes& objects,
               reach_log& reaches);

    std::vector<tile> part_tiles_;
    std::vector<std::uint32_t> part_of_; // of each tile
};

} // namespace orrery::hex::detail
