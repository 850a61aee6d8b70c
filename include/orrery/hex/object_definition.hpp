// How to make an object. What is left out is at rest at the origin.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/object.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex {

struct object_definition {
    entity_key key = entity_key::none; // must be new
    std::uint8_t type = 0;             // of rules::object_types
    std::uint8_t group = 0;
    hex_vector position{}; // of the centre of mass
    angle16 angle{};
    drive a{};
    drive b{};
    drive turn{};
    std::vector<tile> tiles{}; // of a composite
};

// One sentence about what is wrong with it, whatever there already is.
[[nodiscard]] status check(const object_definition& what, const rules& by);

} // namespace orrery::hex
