// Those that touched when the last update ended and do not bounce: each is pushed as hard as it takes for
// none of them to come nearer, by going through all of them several times (sequential impulses; Catto 2005).
// Impulses of the update before are where it begins, so piles keep what holds them up.
#pragma once

#include "circles/impacts/impulse.hpp"
#include "circles/step/body_table.hpp"
#include "circles/walls/terrain.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/rules.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class resting_contacts {
public:
    // Changes velocities and spins of `now`, which are by rank; `margins` are half of the distance that is
    // kept. Afterwards impulses() has one for each of `touching`.
    void solve(std::span<const contact> touching, const body_table& bodies, const terrain& among,
               std::span<const scalar> margins, std::span<motion> now);

    // As they were given, with the impulses of this update.
    [[nodiscard]] std::span<const contact> solved() const noexcept { return contacts_; }

private:
    struct joint {
        std::uint32_t contact; // in contacts_
        scalar height;         // against gravity
        std::uint32_t a;
        std::uint32_t b; // wall_bit: none
        vector2 normal;
        scalar least_speed; // at which they are to part; less than zero while there is room between them
        scalar normal_mass;
        scalar tangent_mass;
        scalar friction;
    };

    void prepare(std::uint32_t contact, const body_table& bodies, const terrain& among,
                 std::span<const scalar> margins, std::span<const motion> now);
    void start(const joint& which, const body_table& bodies, std::span<motion> now) noexcept;
    void improve(const joint& which, const body_table& bodies, std::span<motion> now) noexcept;

    std::vector<contact> contacts_;
    std::vector<joint> joints_;
};

} // namespace orrery::circles::detail
