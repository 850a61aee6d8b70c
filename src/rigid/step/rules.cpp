// What becomes of bodies that were hit too hard: decided at the end of a step, done when the next one begins.
#include "rigid/step/pipeline.hpp"

#include <algorithm>

namespace orrery::rigid::detail {

void pipeline::judge_impacts() {
    if (registry.count<destroyed_at>() + registry.count<breaks_at>() + registry.count<sticks_at>() == 0) {
        return;
    }
    for (const touch& pair : touches_) {
        if (!pair.is_sensor && pair.impulse > 0) {
            judge(pair.memory.a, pair.memory.b, pair.impulse);
            judge(pair.memory.b, pair.memory.a, pair.impulse);
        }
    }
}

void pipeline::judge(entity which, entity other, scalar impulse) {
    const auto is_reached = [&]<typename Rule>(std::type_identity<Rule>) {
        const Rule* rule = registry.try_get<const Rule>(which);
        return rule != nullptr && impulse >= rule->impulse;
    };
    if (is_reached(std::type_identity<destroyed_at>{})) {
        decide(which, {.onto = {}, .impulse = impulse, .kind = fate_kind::is_destroyed});
    }
    if (is_reached(std::type_identity<breaks_at>{}) && registry.all_of<fracture_pattern>(which)) {
        decide(which, {.onto = {}, .impulse = impulse, .kind = fate_kind::breaks});
    }
    if (is_reached(std::type_identity<sticks_at>{})) {
        // Of the two, one that moves by itself.
        const bool is_moved = rows[derived->who.row_of(which)].kind == body_kind::dynamic;
        decide(is_moved ? which : other,
               {.onto = is_moved ? other : which, .impulse = impulse, .kind = fate_kind::sticks});
    }
}

// The worst counts, and of equals the hardest hit.
void pipeline::decide(entity which, const fate& what) {
    if (fate* known = registry.try_get<fate>(which)) {
        if (what.kind < known->kind || (what.kind == known->kind && what.impulse > known->impulse)) {
            *known = what;
        }
    } else {
        registry.emplace<fate>(which, what);
    }
}

void pipeline::meet_fates() {
    if (registry.count<fate>() == 0) {
        return;
    }
    std::vector<entity> doomed;
    registry.view<const fate>().each([&](entity id, const fate&) { doomed.push_back(id); });
    std::ranges::sort(doomed, {}, [&](entity id) { return registry.key_of(id); }); // total order: keys differ
    for (const entity id : doomed) {
        const fate* decided = registry.try_get<const fate>(id);
        if (decided == nullptr) {
            continue; // gone with another
        }
        const fate what = *decided;
        registry.remove<fate>(id);
        if (!registry.all_of<body, position, orientation>(id)) {
            continue;
        }
        switch (what.kind) {
        case fate_kind::is_destroyed:
            destroy_body(id, what.impulse);
            break;
        case fate_kind::breaks:
            (void)break_body(id, fracture_id::none, what.impulse);
            break;
        case fate_kind::sticks:
            (void)glue(id, what.onto); // two that stick to each other are glued once
            break;
        }
    }
}

} // namespace orrery::rigid::detail
