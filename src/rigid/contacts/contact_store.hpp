// Contacts as entities of the registry: how they come and how they end.
#pragma once

#include "rigid/contacts/touch.hpp"
#include "rigid/step/event_log.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/detail/constraint_type.hpp>

#include <vector>

namespace orrery::rigid::detail {

class contact_store {
public:
    // Writes contacts and events.
    contact_store(orrery::registry& registry, event_log& events,
                  const std::vector<constraint_type>& constraint_types) noexcept
        : registry_(registry)
        , events_(events)
        , constraint_types_(constraint_types) {}

    entity create(const touch& pair);
    void end(entity which);
    // In the order of the keys of their bodies.
    void end_all_of(entity body);

    // Whether an entity is more than a contact, so that only its contact ends and not the entity.
    [[nodiscard]] bool is_body_or_joint(entity id) const;

private:
    orrery::registry& registry_;
    event_log& events_;
    const std::vector<constraint_type>& constraint_types_;
};

} // namespace orrery::rigid::detail
