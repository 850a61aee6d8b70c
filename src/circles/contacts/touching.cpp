#include "circles/contacts/touching.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::circles::detail {

namespace {

// Those no farther apart than so many times the distance that they keep touch each other.
constexpr auto touching_distance = scalar(1.9);

} // namespace

// Nothing for those that are too far apart. Beyond the ends of an edge it is a corner that is touched.
std::optional<touch> touching::touch_in_the_end(std::uint32_t a, std::uint32_t b) const noexcept {
    const vector2 position = now_->motions[a].position;
    const body& like = (*bodies_)[a];
    if ((b & wall_bit) != 0) {
        const wall_part& part = among_->parts()[b & ~wall_bit];
        const touch found = touch_of(position, like.radius, part);
        const bool is_sensor = among_->rules().walls[part.wall].is_sensor;
        const scalar most = is_sensor ? scalar(0) : 2 * margins_[a] * touching_distance;
        return found.gap <= most && is_beside(position, part) ? std::optional(found) : std::nullopt;
    }
    const touch found = touch_of(position - now_->motions[b].position, like.radius + (*bodies_)[b].radius);
    const bool is_sensor = bodies_->form_of(a).is_sensor != 0 || bodies_->form_of(b).is_sensor != 0;
    const scalar most = is_sensor ? scalar(0) : (margins_[a] + margins_[b]) * touching_distance;
    return found.gap <= most ? std::optional(found) : std::nullopt;
}

touching::pair_name touching::name_of(std::uint32_t a, std::uint32_t b) const noexcept {
    return {a, (b & wall_bit) != 0 ? wall_bit | among_->parts()[b & ~wall_bit].wall : b};
}

void touching::consider(const contact& which) {
    if (touch_in_the_end(which.a, which.b)) {
        now_->contacts.push_back(which);
    }
}

// Who moves along a chain goes from part to part: also those beside the ones that it touched are looked at.
void touching::collect(std::span<const contact> before, const impact_log& happened) {
    now_->contacts.clear();
    for (const contact& each : before) {
        consider(each);
        if (!each.is_with_wall()) {
            continue;
        }
        among_->each_beside(each.wall_part(),
                            [&](std::uint32_t other) { consider({.a = each.a, .b = other | wall_bit}); });
    }
    for (const meeting& each : happened.impacts()) {
        consider({.a = each.a, .b = each.b});
    }
    for (const meeting& each : happened.entries()) {
        consider({.a = each.a, .b = each.b});
    }
    std::vector<contact>& found = now_->contacts;
    // total order: but for those that are the same, of which the one with impulses comes first
    std::ranges::sort(found, [](const contact& one, const contact& other) {
        if (is_before(one, other) || is_before(other, one)) {
            return is_before(one, other);
        }
        return one.normal_impulse > other.normal_impulse;
    });
    const auto repeated = std::ranges::unique(
        found, [](const contact& one, const contact& other) { return one.a == other.a && one.b == other.b; });
    found.erase(repeated.begin(), repeated.end());
}

void touching::name_all(std::span<const contact> of, std::vector<named>& into) const {
    into.clear();
    for (const contact& each : of) {
        into.push_back({name_of(each.a, each.b), among_->rules().time_step, each.b});
    }
    // Parts of one wall follow each other.
    into.erase(std::ranges::unique(into, {}, &named::name).begin(), into.end());
}

void touching::tell(event_kind kind, const named& who, std::vector<event>& events) const {
    const auto& keys = now_->roster->keys;
    const std::uint32_t a = who.name.a;
    event told{.kind = kind, .key_a = keys[a], .time = who.time};
    const vector2 position = now_->motions[a].position;
    const scalar radius = (*bodies_)[a].radius;
    touch where;
    if ((who.b & wall_bit) != 0) {
        told.wall = who.name.b & ~wall_bit;
        where = touch_of(position, radius, among_->parts()[who.b & ~wall_bit]);
    } else {
        told.key_b = keys[who.b];
        where = touch_of(position - now_->motions[who.b].position, radius + (*bodies_)[who.b].radius);
    }
    told.normal = where.normal;
    told.point = position - where.normal * radius;
    events.push_back(told);
}

void touching::report(std::span<const contact> before, const impact_log& happened,
                      std::vector<event>& events) {
    name_all(before, before_);
    name_all(now_->contacts, present_);
    come_.clear();
    for (const meeting& each : happened.entries()) {
        come_.push_back({name_of(each.a, each.b), each.time, each.b});
    }
    std::ranges::sort(come_); // total order: by all there is of them
    const auto repeated = std::ranges::unique(come_, {}, &named::name);
    come_.erase(repeated.begin(), repeated.end());

    // Three lists in the same order, from which always the lowest name is taken.
    constexpr named last{{nobody, nobody}, 0, nobody};
    auto old = before_.cbegin();
    auto present = present_.cbegin();
    auto come = come_.cbegin();
    for (;;) {
        const named& a = old != before_.cend() ? *old : last;
        const named& b = present != present_.cend() ? *present : last;
        const named& c = come != come_.cend() ? *come : last;
        const pair_name lowest = std::min({a.name, b.name, c.name});
        if (lowest == last.name) {
            return;
        }
        const bool was = a.name == lowest;
        const bool is = b.name == lowest;
        const bool came = c.name == lowest;
        if (!was) {
            tell(event_kind::began, came ? c : b, events);
        }
        if (!is) {
            named left = was ? a : c;
            left.time = among_->rules().time_step;
            tell(event_kind::ended, left, events);
        }
        old += was ? 1 : 0;
        present += is ? 1 : 0;
        come += came ? 1 : 0;
    }
}

void touching::find(std::span<const contact> before, const impact_log& happened, const body_table& bodies,
                    const terrain& among, std::span<const scalar> margins, frame& now,
                    std::vector<event>& events) {
    ORRERY_ZONE("touching");
    bodies_ = &bodies;
    among_ = &among;
    margins_ = margins;
    now_ = &now;
    collect(before, happened);
    report(before, happened, events);
}

} // namespace orrery::circles::detail
