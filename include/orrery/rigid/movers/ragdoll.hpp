// A human of capsules that falls as limp as you like, made of public parts only: bodies, cone-twist joints
// and hinges, and motors that can pull it into a pose. Proportions are those of a grown-up (Winter,
// "Biomechanics and Motor Control of Human Movement"). Masses differ less from limb to limb than in nature,
// where a foot has a fiftieth of what it carries: in a fall down stairs joints opened by up to 14 mm for a
// step instead of 23.
//
//   const ragdoll victim = make_ragdoll(world, {.where = {{0, 2, 0}}, .first_key = entity_key{100}}).value();
//
// It stands upright when it is made, arms down, and looks along z; its left is where x grows. It is named by
// keys, so what make_ragdoll answers is right in every copy of the world and after any going back.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/material.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace orrery::rigid {

class world;

enum class limb : std::uint32_t {
    pelvis, // to which all others belong in the end
    chest,
    head,
    left_upper_arm,
    left_forearm, // and hand
    right_upper_arm,
    right_forearm,
    left_thigh,
    left_shin,
    left_foot,
    right_thigh,
    right_shin,
    right_foot,
};

inline constexpr std::size_t limb_count = 13;

// How each limb is turned against the one it hangs on; no turn is how it stands when it is made. That of the
// pelvis is not looked at.
using ragdoll_pose = std::array<quaternion, limb_count>;

struct ragdoll_definition {
    transform3 where{};           // of the ground between its feet
    vector3 velocity{};           // m/s
    scalar height = scalar(1.8);  // m
    scalar mass = 80;             // kg
    scalar stiffness = scalar(2); // N m, with which joints resist like friction
    // N m, with which the strongest muscles pull into a pose; 0: there are none, and no pose can be wanted.
    scalar strength = 0;
    rigid::material material{};
    collision_filter filter{};
    // Of the pelvis; limbs, joints and motors have the ragdoll_keys keys from here on. None: new ones are
    // found.
    entity_key first_key = entity_key::none;
};

inline constexpr std::uint64_t ragdoll_keys = 3 * limb_count - 2;

struct ragdoll {
    std::array<entity_key, limb_count> limbs{};
    // Which hold a limb to the one it hangs on, and pull it into its pose; the pelvis has none.
    std::array<entity_key, limb_count> joints{};
    std::array<entity_key, limb_count> motors{};
    // How the limbs' frames are turned when it stands.
    ragdoll_pose upright{};

    [[nodiscard]] entity_key operator[](limb which) const noexcept {
        return limbs[static_cast<std::size_t>(which)];
    }
};

// On which limb this one hangs; the pelvis on itself.
[[nodiscard]] limb parent_of(limb which) noexcept;

// Refused with a sentence, and nothing is made: measures that are not above zero or not finite, keys that are
// taken.
[[nodiscard]] result<ragdoll> make_ragdoll(world& where, const ragdoll_definition& what);

// Inputs that let its muscles pull it into a pose from now on, one for each limb but the pelvis.
[[nodiscard]] std::array<input, limb_count - 1> pose_ragdoll(const ragdoll& who,
                                                             const ragdoll_pose& pose) noexcept;

} // namespace orrery::rigid
