// Who has met whom in this tick, and what that does to them. Velocities are changed when all meetings are
// known, so no meeting sees what another one has done; what an impact destroys ceases to be in the next tick.
#include "hex/pipeline.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/hex/collide.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <algorithm>
#include <functional>

namespace orrery::hex::detail {

namespace {

[[nodiscard]] passage passage_of(const frame& in, std::uint32_t index) noexcept {
    const place& where = in.places()[index];
    return {where.position, where.angle, displacement_of(in.motions()[index], in.number)};
}

[[nodiscard]] impact_side side_of(const frame& in, const rules& by, std::uint32_t index) noexcept {
    const motion& how = in.motions()[index];
    impact_side side{.velocity = {how.a.velocity, how.b.velocity}, .spin = how.turn.velocity};
    if (in.is_composite(index)) {
        const composite_header& made = in.composite(index).header();
        side.mass = made.mass;
        side.inertia = static_cast<double>(made.inertia);
    } else {
        side.mass = by.object_types[in.places()[index].type].mass;
    }
    return side;
}

// How much of the tick had passed: 0 .. 65536.
[[nodiscard]] std::uint32_t time_of(const contact& at) noexcept {
    return static_cast<std::uint32_t>((std::int64_t{at.moment} << 16) / at.moments);
}

} // namespace

void pipeline::find_collisions() {
    {
        ORRERY_ZONE("broad phase");
        broad_phase_.update(*next_, machine->simd_level());
        broad_phase_.find_pairs(*next_, pairs_);
        statistics.pair_tests = pairs_.tests();
        statistics.pairs = static_cast<std::uint32_t>(pairs_.size());
    }
    ORRERY_ZONE("narrow phase");
    meetings_.clear();
    pushes_.start(next_->count);
    for (const spatial::index_pair& each : pairs_.pairs()) {
        // Composites come first in a frame: of two, the second may be a particle.
        meet(each.second, each.first);
    }
    keep_first_meetings();
    for (const meeting& each : meetings_) {
        accept(each);
    }
}

void pipeline::meet(std::uint32_t a, std::uint32_t b) {
    const frame& in = *next_;
    const bool is_point = !in.is_composite(a);
    const std::optional<contact> at =
        is_point ? find_contact(passage_of(in, a), passage_of(in, b), in.composite(b))
                 : find_contact(passage_of(in, a), in.composite(a), passage_of(in, b), in.composite(b));
    if (!at) {
        return;
    }
    if (at->tile_b.is_virtual() || (!is_point && at->tile_a.is_virtual())) {
        block(b, at->tile_b, a);
        if (!is_point) {
            block(a, at->tile_a, b);
        }
        return;
    }
    const object_type& type_a = rules->object_types[in.places()[a].type];
    const object_type& type_b = rules->object_types[in.places()[b].type];
    const double restitution = std::max(type_a.restitution, type_b.restitution) / 255.0;
    const double friction = (type_a.friction + type_b.friction) / 510.0;
    if (const std::optional<impact> made =
            resolve(*at, side_of(in, *rules, a), side_of(in, *rules, b), restitution, friction)) {
        meetings_.push_back({a, b, time_of(*at), *at, *made});
    }
}

// A virtual tile has met something.
void pipeline::block(std::uint32_t owner, const tile& what, std::uint32_t by) {
    if (what.is_virtual()) {
        next_->fates.push_back(
            {.object = owner, .kind = fate_kind::block, .at = what.at, .by = next_->key_of(by)});
    }
}

// A particle meets only what it comes to first; the rest lay behind that.
void pipeline::keep_first_meetings() {
    const auto is_of_particle = [&](const meeting& each) { return !next_->is_composite(each.a); };
    const auto particles = std::ranges::partition(meetings_, std::not_fn(is_of_particle));
    // total order: of one particle, no two meetings are with the same composite
    std::ranges::sort(particles, [&](const meeting& left, const meeting& right) {
        if (left.a != right.a) {
            return left.a < right.a;
        }
        return left.time != right.time ? left.time < right.time
                                       : next_->key_of(left.b) < next_->key_of(right.b);
    });
    const auto others = std::ranges::unique(particles, {}, &meeting::a);
    meetings_.erase(others.begin(), others.end());
}

void pipeline::accept(const meeting& what) {
    ++statistics.impacts;
    pushes_.add(what.a, what.result.a);
    pushes_.add(what.b, what.result.b);
    const entity_key key_a = next_->key_of(what.a);
    const entity_key key_b = next_->key_of(what.b);
    report({.kind = event_kind::impact,
            .impulse = what.result.impulse,
            .key_a = std::min(key_a, key_b),
            .key_b = std::max(key_a, key_b),
            .point = next_->places()[what.b].position + what.at.arm_b});
    note_damage(what.b, what.at.tile_b, what.a);
    if (next_->is_composite(what.a)) {
        note_damage(what.a, what.at.tile_a, what.b);
    } else if (rules->object_types[next_->places()[what.a].type].is_spent_by_hits) {
        next_->fates.push_back({.object = what.a, .kind = fate_kind::spend, .by = key_b});
    }
}

void pipeline::note_damage(std::uint32_t target, const tile& hit, std::uint32_t by) {
    const std::uint8_t amount = rules->object_types[next_->places()[by].type].damage;
    if (amount != 0) {
        next_->fates.push_back({.object = target,
                                .kind = fate_kind::damage,
                                .at = hit.at,
                                .amount = amount,
                                .by = next_->key_of(by)});
    }
}

void pipeline::push_apart() {
    pushes_.apply(next_->objects.motions());
    if (!has_virtual_tiles_) {
        return;
    }
    for (std::uint32_t index = 0; index < next_->composite_count; ++index) {
        if (next_->has_new_record(index) && next_->composite(index).header().virtual_count != 0) {
            next_->fates.push_back({.object = index, .kind = fate_kind::confirm});
        }
    }
    has_virtual_tiles_ = false;
}

} // namespace orrery::hex::detail
