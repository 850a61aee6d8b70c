#include "circles/contacts/resting_contacts.hpp"
#include "circles/contacts/touch.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/number.hpp>

#include <algorithm>

namespace orrery::circles::detail {

namespace {

// The part of what is missing to the distance they keep that two are moved apart by in an update, and how
// fast that may be, in terms of the speed below which nothing bounces.
constexpr auto correction = scalar(0.2);
// Only those are moved apart that have less than this part of the distance left: in a pile, what each of many
// layers adds would throw the topmost ones up.
constexpr auto least_part = scalar(0.5);
constexpr scalar fastest_correction = 4;

// What stands for a wall: it is at rest, and stays so.
struct still {
    vector2 velocity{};
    scalar spin = 0;

    [[nodiscard]] contact_side side() noexcept { return {velocity, spin, 0, 0, 0}; }
};

[[nodiscard]] contact_side side_of(motion& of, const body& like) noexcept {
    return {of.velocity, of.spin, like.inverse_mass, like.inverse_inertia, like.radius};
}

// Calls act(a, b) with both sides of a contact.
template <typename Act>
void with_sides(std::uint32_t a, std::uint32_t b, const body_table& bodies, std::span<motion> now, Act act) {
    const contact_side first = side_of(now[a], bodies[a]);
    if ((b & wall_bit) != 0) {
        still wall;
        act(first, wall.side());
    } else {
        act(first, side_of(now[b], bodies[b]));
    }
}

} // namespace

void resting_contacts::prepare(std::uint32_t contact, const body_table& bodies, const terrain& among,
                               std::span<const scalar> margins, std::span<const motion> now) {
    circles::contact& which = contacts_[contact];
    const circles::contact before = which;
    which.normal_impulse = 0;
    which.friction_impulse = 0;
    const rules& by = among.rules();
    const motion& first = now[which.a];
    const body& like = bodies[which.a];
    scalar keep = margins[which.a];
    touch where;
    vector2 velocity = first.velocity;
    scalar response = like.inverse_mass;
    scalar turning = like.radius * like.radius * like.inverse_inertia;
    surface other;
    if (which.is_with_wall()) {
        if (bodies.form_of(which.a).is_sensor != 0 || among.wall_of(which.wall_part()).is_sensor) {
            return;
        }
        where = touch_of(first.position, like.radius, among.parts()[which.wall_part()]);
        keep += keep;
        other = among.wall_of(which.wall_part()).surface;
    } else {
        if (bodies.form_of(which.a).is_sensor != 0 || bodies.form_of(which.b).is_sensor != 0) {
            return;
        }
        const body& second = bodies[which.b];
        where = touch_of(first.position - now[which.b].position, like.radius + second.radius);
        keep += margins[which.b];
        velocity -= now[which.b].velocity;
        response += second.inverse_mass;
        turning += second.radius * second.radius * second.inverse_inertia;
        other = second.surface;
    }
    // Faster ones bounce, or have parted; but not those that others press together.
    const bool is_pressed = where.gap < keep * scalar(0.5);
    if (const scalar speed = dot(velocity, where.normal); abs(speed) >= by.rest_speed && !is_pressed) {
        return;
    }
    const scalar room = where.gap - keep;
    const scalar missing = keep * least_part - where.gap;
    const scalar fastest =
        max(by.rest_speed * fastest_correction, keep * correction / by.time_step); // enough against rounding
    const scalar least_speed = room > 0      ? -room / by.time_step
                               : missing > 0 ? min(missing * correction / by.time_step, fastest)
                                             : scalar(0);
    which.normal_impulse = before.normal_impulse;
    which.friction_impulse = before.friction_impulse;
    const scalar height = -dot(first.position - where.normal * like.radius, by.gravity);
    joints_.push_back({.contact = contact,
                       .height = height,
                       .a = which.a,
                       .b = which.b,
                       .normal = where.normal,
                       .least_speed = least_speed,
                       .normal_mass = 1 / response,
                       .tangent_mass = 1 / (response + turning),
                       .friction = friction_of(like.surface, other)});
}

void resting_contacts::start(const joint& which, const body_table& bodies, std::span<motion> now) noexcept {
    const contact& begun = contacts_[which.contact];
    with_sides(which.a, which.b, bodies, now, [&](const contact_side& a, const contact_side& b) {
        push_apart(a, b, which.normal, begun.normal_impulse);
        rub(a, b, tangent_of(which.normal), begun.friction_impulse);
    });
}

void resting_contacts::improve(const joint& which, const body_table& bodies, std::span<motion> now) noexcept {
    contact& held = contacts_[which.contact];
    with_sides(which.a, which.b, bodies, now, [&](const contact_side& a, const contact_side& b) {
        const scalar missing = which.least_speed - normal_speed(a, b, which.normal);
        const scalar pushed = max(held.normal_impulse + missing * which.normal_mass, scalar(0));
        push_apart(a, b, which.normal, pushed - held.normal_impulse);
        held.normal_impulse = pushed;

        const vector2 tangent = tangent_of(which.normal);
        const scalar most = which.friction * pushed;
        const scalar wanted = held.friction_impulse - tangent_speed(a, b, tangent) * which.tangent_mass;
        const scalar rubbed = min(max(wanted, -most), most);
        rub(a, b, tangent, rubbed - held.friction_impulse);
        held.friction_impulse = rubbed;
    });
}

void resting_contacts::solve(std::span<const contact> touching, const body_table& bodies,
                             const terrain& among, std::span<const scalar> margins, std::span<motion> now) {
    ORRERY_ZONE("contacts");
    contacts_.assign(touching.begin(), touching.end());
    joints_.clear();
    for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
        prepare(i, bodies, among, margins, now);
    }
    // From the bottom to the top: what is below has to hold what is above.
    // total order: contacts differ
    std::ranges::sort(joints_, [](const joint& one, const joint& other) {
        return one.height != other.height ? one.height < other.height : one.contact < other.contact;
    });
    for (const joint& each : joints_) {
        start(each, bodies, now);
    }
    for (std::uint32_t round = 0; round < among.rules().contact_rounds; ++round) {
        for (const joint& each : joints_) {
            improve(each, bodies, now);
        }
    }
}

} // namespace orrery::circles::detail
