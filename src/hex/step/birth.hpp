// An object that comes into being in a tick: created by an input, fired, or split off.
#pragma once

#include "hex/step/record_stage.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/hex/object.hpp>

#include <cstdint>

namespace orrery::hex::detail {

struct birth {
    object what{};
    entity_key key = entity_key::none;
    entity_key creator = entity_key::none; // none: an input
    std::uint32_t record = record_stage::none;
    std::uint32_t change = 0; // of a part: what it comes from, in the list of changes
    bool is_composite = false;
    bool is_part = false;
};

} // namespace orrery::hex::detail
