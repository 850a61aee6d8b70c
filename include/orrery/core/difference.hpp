// Where two worlds that should be equal differ, down to the field: for tests, verification and people.
#pragma once

#include <orrery/core/registry/registry_state.hpp>

#include <optional>
#include <string>

namespace orrery {

struct state_difference {
    entity_key key = entity_key::none;
    std::string component; // empty: the entity is in one world only
    std::string field;     // empty: the component is in one world only
    std::string first;     // the value here and there, or "absent"
    std::string second;

    // One sentence, with the bits where two different values look alike.
    [[nodiscard]] std::string message() const;
};

// The first difference in the order of keys, then of component names, then of fields; none if the worlds
// agree. Handles and order do not count; a reference counts as the key of what it refers to.
[[nodiscard]] std::optional<state_difference> first_difference(const registry_state& first,
                                                               const registry_state& second);

} // namespace orrery
