#include "rigid/step/outcomes.hpp"

#include <orrery/rigid/rules.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace orrery::rigid::detail {
namespace {

// The worst counts, and of equals the hardest hit.
void decide(orrery::registry& registry, entity which, const fate& what) {
    if (fate* known = registry.try_get<fate>(which)) {
        if (what.kind < known->kind || (what.kind == known->kind && what.impulse > known->impulse)) {
            *known = what;
        }
    } else {
        registry.emplace<fate>(which, what);
    }
}

void judge(orrery::registry& registry, entity which, entity other, scalar impulse, bool is_moved) {
    const auto is_reached = [&]<typename Rule>(std::type_identity<Rule>) {
        const Rule* rule = registry.try_get<const Rule>(which);
        return rule != nullptr && impulse >= rule->impulse;
    };
    if (is_reached(std::type_identity<destroyed_at>{})) {
        decide(registry, which, {.onto = {}, .impulse = impulse, .kind = fate_kind::is_destroyed});
    }
    if (is_reached(std::type_identity<breaks_at>{}) && registry.all_of<fracture_pattern>(which)) {
        decide(registry, which, {.onto = {}, .impulse = impulse, .kind = fate_kind::breaks});
    }
    if (is_reached(std::type_identity<sticks_at>{})) {
        // Of the two, one that moves by itself.
        decide(registry, is_moved ? which : other,
               {.onto = is_moved ? other : which, .impulse = impulse, .kind = fate_kind::sticks});
    }
}

} // namespace

void decide_outcomes(std::span<const touch> touches, std::span<const body_row> rows, const roster& who,
                     orrery::registry& registry) {
    if (registry.count<destroyed_at>() + registry.count<breaks_at>() + registry.count<sticks_at>() == 0) {
        return;
    }
    const auto is_moved = [&](entity id) { return rows[who.row_of(id)].kind == body_kind::dynamic; };
    for (const touch& pair : touches) {
        if (!pair.is_sensor && pair.impulse > 0) {
            judge(registry, pair.memory.a, pair.memory.b, pair.impulse, is_moved(pair.memory.a));
            judge(registry, pair.memory.b, pair.memory.a, pair.impulse, is_moved(pair.memory.b));
        }
    }
}

void apply_outcomes(orrery::registry& registry, body_editor& editor, gluing& glue) {
    if (registry.count<fate>() == 0) {
        return;
    }
    std::vector<entity> decided_on;
    registry.view<const fate>().each([&](entity id, const fate&) { decided_on.push_back(id); });
    // total order: keys differ
    std::ranges::sort(decided_on, {}, [&](entity id) { return registry.key_of(id); });
    for (const entity id : decided_on) {
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
            editor.destroy(id, what.impulse);
            break;
        case fate_kind::breaks:
            (void)editor.break_up(id, fracture_id::none, what.impulse);
            break;
        case fate_kind::sticks:
            (void)glue.glue(id, what.onto); // two that stick to each other are glued once
            break;
        }
    }
}

} // namespace orrery::rigid::detail
