#include "hex/collide/impact_stage.hpp"

#include <algorithm>
#include <optional>

namespace orrery::hex::detail {

namespace {

void note_damage(std::uint32_t target, const tile& hit, std::uint32_t by, const rules& types, frame& next) {
    const std::uint8_t amount = types.object_types[next.places()[by].type].damage;
    if (amount != 0) {
        next.fates.push_back({.object = target,
                              .kind = fate_kind::damage,
                              .at = hit.at,
                              .amount = amount,
                              .by = next.key_of(by)});
    }
}

// The two have moved on by the end of the tick, each with its side of the point. A particle has no side.
[[nodiscard]] hex_vector point_of(const meeting& each, const frame& in) noexcept {
    const bool is_told_by_a = in.is_composite(each.a) && in.key_of(each.a) == each.key_b;
    return is_told_by_a ? in.places()[each.a].position + each.at.arm_a
                        : in.places()[each.b].position + each.at.arm_b;
}

} // namespace

std::uint32_t impact_stage::push_apart(std::span<const meeting> meetings,
                                       std::span<const std::uint32_t> stops, const rules& types, frame& next,
                                       std::vector<event>& events) {
    std::uint32_t impacts = 0;
    pushes_.start(next.count);
    for (const meeting& each : meetings) {
        // A particle meets only what it comes to first; the rest lay behind that.
        if (next.is_composite(each.a) || (!pushes_.has(each.a) && each.time <= stops[each.a])) {
            impacts += collide(each, types, next, events) ? 1 : 0;
        }
    }
    pushes_.apply(next.objects.motions());
    return impacts;
}

bool impact_stage::collide(const meeting& each, const rules& types, frame& next, std::vector<event>& events) {
    const object_type& type_a = types.object_types[next.places()[each.a].type];
    const object_type& type_b = types.object_types[next.places()[each.b].type];
    const double restitution = std::max(type_a.restitution, type_b.restitution) / 255.0;
    const double friction = (type_a.friction + type_b.friction) / 510.0;
    const impact_side side_a = side_of(each.a, types, next);
    const impact_side side_b = side_of(each.b, types, next);
    const std::optional<impact> made = resolve(each.at, side_a, side_b, restitution, friction);
    if (!made) {
        // Displacements are rounded: two that graze each other may be stopped although their velocities do
        // not approach. Without a push they would be stopped in the same place for ever.
        if (each.at.is_blocking && !pushes_.has(each.a) && !pushes_.has(each.b)) {
            const impact least = least_impact(each.at, side_a, side_b);
            pushes_.add(each.a, least.a);
            pushes_.add(each.b, least.b);
        }
        return false;
    }
    pushes_.add(each.a, made->a);
    pushes_.add(each.b, made->b);
    events.push_back({.kind = event_kind::impact,
                      .impulse = made->impulse,
                      .key_a = each.key_a,
                      .key_b = each.key_b,
                      .point = point_of(each, next)});
    note_damage(each.b, each.at.tile_b, each.a, types, next);
    if (next.is_composite(each.a)) {
        note_damage(each.a, each.at.tile_a, each.b, types, next);
    } else if (type_a.is_spent_by_hits) {
        next.fates.push_back({.object = each.a, .kind = fate_kind::spend, .by = next.key_of(each.b)});
    }
    return true;
}

impact_side impact_stage::side_of(std::uint32_t index, const rules& types, const frame& in) const noexcept {
    const motion& how = in.motions()[index];
    const velocity_change so_far = pushes_.of(index);
    impact_side side{
        .velocity = hex_vector{how.a.velocity, how.b.velocity} + so_far.linear,
        .spin = how.turn.velocity + so_far.spin,
    };
    if (in.is_composite(index)) {
        const composite_header& made = in.composite(index).header();
        side.mass = made.mass;
        side.inertia = static_cast<double>(made.inertia);
    } else {
        side.mass = types.object_types[in.places()[index].type].mass;
    }
    return side;
}

void confirm_virtual_tiles(frame& next) {
    for (std::uint32_t index = 0; index < next.composite_count; ++index) {
        if (next.has_new_record(index) && next.composite(index).header().virtual_count != 0) {
            next.fates.push_back({.object = index, .kind = fate_kind::confirm});
        }
    }
}

} // namespace orrery::hex::detail
