// What fates and inputs have made of objects before anything moves in a tick: copies of those that change,
// those that come into being, and the records that both have written.
#pragma once

#include "hex/step/birth.hpp"
#include "hex/step/change.hpp"
#include "hex/step/record_stage.hpp"

#include <orrery/hex/frame.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

struct object_changes {
    change_list changes;
    std::vector<birth> births;
    record_stage records;
    bool has_virtual_tiles = false; // in a record of this tick

    void clear() noexcept;

    // The copy of an object of the frame before, made if there is none. Holds until the next is made.
    [[nodiscard]] change& of(const frame& before, std::uint32_t index);

    // Sets the alarm, and what else follows from the type and the record. The frame is the one before.
    void add(const birth& made, const rules& types, std::uint64_t frame_number);
};

} // namespace orrery::hex::detail
