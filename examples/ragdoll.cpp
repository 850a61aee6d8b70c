// Somebody slips at the top of a staircase. What the body hits is told by its name; in the end it lies still
// and its island sleeps. Somebody else has muscles and pulls up the knees: a pose is a handful of inputs.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/movers/ragdoll.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

using namespace orrery;

namespace {

constexpr std::array<const char*, rigid::limb_count> names{
    "pelvis",          "chest",         "head",       "left upper arm", "left forearm",
    "right upper arm", "right forearm", "left thigh", "left shin",      "left foot",
    "right thigh",     "right shin",    "right foot"};

void build_stairs(rigid::world& world) {
    (void)make_body(world,
                    {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{900}});
    constexpr int steps = 12;
    for (int number = 0; number < steps; ++number) {
        const scalar top = scalar(0.18) * static_cast<scalar>(steps - number);
        (void)make_body(world, {.kind = rigid::body_kind::fixed,
                                .position = {0, top / 2, scalar(0.28) * static_cast<scalar>(number)},
                                .shape = rigid::box({2, top / 2, scalar(0.14)}),
                                .key = entity_key{901 + static_cast<std::uint64_t>(number)}});
    }
}

// The hardest blow of the step, if it was one to remember.
void tell_blows(const rigid::world& world, const rigid::ragdoll& who) {
    for (const rigid::event& each : world.events()) {
        const auto found = std::find(who.limbs.begin(), who.limbs.end(), each.key_a);
        if (each.kind == rigid::event_kind::contact_began && found != who.limbs.end() && each.impulse > 25) {
            std::printf("  %5.2f s  %-16s %4.0f N s\n", static_cast<double>(world.frame()) / 60,
                        names[static_cast<std::size_t>(found - who.limbs.begin())],
                        static_cast<double>(each.impulse));
        }
    }
}

scalar height_of(const rigid::world& world, const rigid::ragdoll& who, rigid::limb which) {
    return world.registry().get<rigid::position>(world.registry().find(who[which])).value.y;
}

} // namespace

int main() {
    engine machine;
    rigid::world world(machine);
    build_stairs(world);
    const rigid::ragdoll who = make_ragdoll(world, {.where = {{0, scalar(2.2), 0}, {}},
                                                    .velocity = {0, 0, scalar(2.5)},
                                                    .first_key = entity_key{1}})
                                   .value();
    const entity pelvis = world.registry().find(who[rigid::limb::pelvis]);

    std::printf("down the stairs:\n");
    while (!world.registry().all_of<rigid::asleep>(pelvis) && world.frame() < 1800) {
        world.step();
        tell_blows(world, who);
    }
    const vector3 where = placement(world, pelvis).position;
    const bool is_asleep = world.registry().all_of<rigid::asleep>(pelvis);
    std::printf("after %.1f s it lies %s, %.1f m from the top step and %.2f m above the floor\n",
                static_cast<double>(world.frame()) / 60, is_asleep ? "still" : "restless",
                static_cast<double>(where.z), static_cast<double>(height_of(world, who, rigid::limb::head)));

    const rigid::ragdoll athlete =
        make_ragdoll(world,
                     {.where = {{0, scalar(0.6), 8}, {}}, .strength = 250, .first_key = entity_key{100}})
            .value();
    rigid::ragdoll_pose crouching{};
    for (const rigid::limb thigh : {rigid::limb::left_thigh, rigid::limb::right_thigh}) {
        const auto number = static_cast<std::size_t>(thigh);
        crouching[number] = quaternion::from_axis_angle({1, 0, 0}, scalar(-1.4));
        crouching[number + 1] = quaternion::from_axis_angle({1, 0, 0}, 2); // the shin
    }
    world.step(pose_ragdoll(athlete, crouching));
    for (int frame = 0; frame < 240; ++frame) {
        world.step();
    }
    const auto knee = static_cast<std::size_t>(rigid::limb::left_shin);
    const scalar bend = hinge_angle(world, world.registry().find(athlete.joints[knee]));
    std::printf("the athlete wants a knee bent by 2.00 rad and has it bent by %.2f rad\n",
                static_cast<double>(bend));
    return is_asleep ? 0 : 1;
}
