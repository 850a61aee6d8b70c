#include "rigid/contacts/contact_store.hpp"

#include <orrery/rigid/components.hpp>
#include <orrery/rigid/material.hpp>

#include <algorithm>
#include <tuple>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] std::uint32_t material_id_of(const registry_state& state, entity id) noexcept {
    const material* surface = state.try_get<material>(id);
    return surface != nullptr ? surface->id : 0;
}

} // namespace

entity contact_store::create(const touch& pair) {
    const std::uint32_t children = std::uint32_t{pair.memory.child_a} << 16 | pair.memory.child_b;
    entity_key key = derive_key(registry_.key_of(pair.memory.a),
                                static_cast<std::uint64_t>(registry_.key_of(pair.memory.b)), children);
    if (pair.memory.patch != 0) {
        key = derive_key(key, pair.memory.patch, 0);
    }
    entity id = registry_.create(key);
    while (!id) { // another entity has this key
        key = derive_key(key, 0, 0);
        id = registry_.create(key);
    }
    registry_.emplace<contact>(id, pair.memory);
    return id;
}

void contact_store::end(entity which) {
    if (!registry_.all_of<contact>(which)) {
        return; // it has been destroyed before
    }
    const contact& memory = registry_.get<const contact>(which);
    if (memory.patch == 0) {
        events_.add(registry_,
                    {.kind = memory.is_sensor != 0 ? event_kind::sensor_left : event_kind::contact_ended,
                     .a = memory.a,
                     .b = memory.b,
                     .material_a = material_id_of(registry_, memory.a),
                     .material_b = material_id_of(registry_, memory.b)});
    }
    // First of all, so that whoever hears of the entity's end does not find it again.
    registry_.remove<contact>(which);
    if (!is_body_or_joint(which)) {
        registry_.destroy(which);
    }
}

void contact_store::end_all_of(entity body) {
    std::vector<entity> over;
    registry_.view<const contact>().each([&](entity which, const contact& memory) {
        if (memory.a == body || memory.b == body) {
            over.push_back(which);
        }
    });
    // total order: two parts have one contact
    std::ranges::sort(over, {}, [&](entity which) {
        const contact& memory = registry_.get<const contact>(which);
        return std::tuple(registry_.key_of(memory.a), registry_.key_of(memory.b), memory.child_a,
                          memory.child_b);
    });
    for (const entity which : over) {
        end(which);
    }
}

bool contact_store::is_body_or_joint(entity id) const {
    return registry_.all_of<body>(id) ||
           std::ranges::any_of(constraint_types_,
                               [&](const constraint_type& type) { return type.has(registry_, id); });
}

} // namespace orrery::rigid::detail
