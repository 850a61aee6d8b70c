#include "rigid/objects/carrier.hpp"
#include "rigid/pairs/pair_rules.hpp"

#include <orrery/rigid/components.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] std::uint64_t pair_of(std::uint32_t low, std::uint32_t high) noexcept {
    return std::uint64_t{low} << 32 | high;
}

} // namespace

void excluded_rows::list(const registry_state& state, const std::vector<constraint_type>& constraint_types,
                         const roster& who) {
    pairs_.clear();
    const auto add = [&](entity a, entity b) {
        const auto [low, high] = spatial::ordered_pair(pushed_row(state, who, a), pushed_row(state, who, b));
        if (high != no_row) {
            pairs_.push_back(pair_of(low, high));
        }
    };
    state.view<excluded_pair>().each([&](const excluded_pair& pair) { add(pair.a, pair.b); });
    std::vector<entity> joints;
    for (const constraint_type& type : constraint_types) {
        joints.clear();
        type.list(state, joints);
        for (const entity joint : joints) {
            const constraint_type::ends ends = type.ends_of(state, joint);
            if (!ends.do_bodies_meet) {
                add(ends.a, ends.b);
            }
        }
    }
    std::ranges::sort(pairs_); // total order: plain numbers
}

bool excluded_rows::contains(std::uint32_t row_a, std::uint32_t row_b) const noexcept {
    const auto [low, high] = spatial::ordered_pair(row_a, row_b);
    return std::ranges::binary_search(pairs_, pair_of(low, high));
}

bool pair_rules::may_meet(const collider& a, const collider& b) const {
    if (a.row == b.row || (a.mesh != nullptr && b.mesh != nullptr)) {
        return false;
    }
    const body_row& row_a = bodies_.rows[a.row];
    const body_row& row_b = bodies_.rows[b.row];
    if (row_a.kind != body_kind::dynamic && row_b.kind != body_kind::dynamic) {
        // Only a sensor has a use for what cannot be pushed.
        const bool can_either_move = row_a.kind == body_kind::kinematic || row_b.kind == body_kind::kinematic;
        if (!can_either_move || !(bodies_.traits[a.row].is_sensor || bodies_.traits[b.row].is_sensor)) {
            return false;
        }
    }
    const entity id_a = index_->who.bodies()[a.row].id;
    const entity id_b = index_->who.bodies()[b.row].id;
    if (carrier_of(state_, id_a) == carrier_of(state_, id_b)) {
        return false;
    }
    return do_filters_agree(id_a, id_b) &&
           (!definition_.pair_filter || (*definition_.pair_filter)(owner_, id_a, id_b));
}

bool pair_rules::may_encounter(const collider& own, const collider& other) const {
    return !excluded_.contains(own.row, other.row) &&
           (own.row < other.row ? may_meet(own, other) : may_meet(other, own));
}

bool pair_rules::do_filters_agree(entity a, entity b) const {
    const auto filter_of = [&](entity id) {
        const auto* found = state_.try_get<collision_filter>(id);
        return found != nullptr ? *found : collision_filter{};
    };
    const collision_filter filter_a = filter_of(a);
    const collision_filter filter_b = filter_of(b);
    return (filter_a.groups & filter_b.mask) != 0 && (filter_b.groups & filter_a.mask) != 0 &&
           definition_.settings.layers.do_meet(filter_a.layer, filter_b.layer);
}

} // namespace orrery::rigid::detail
