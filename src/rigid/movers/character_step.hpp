// How a character goes on, from what its feet touch and what is around it. No state and no world: what it is
// told is all it knows.
#pragma once

#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/shapes/shape.hpp>

#include <optional>
#include <span>

namespace orrery::rigid::detail {

// Something that touches the character, or soon will.
struct foot_touch {
    vector3 normal; // out of the other, towards the character
    scalar separation = 0;
    vector3 velocity; // of the other, where they touch
    bool can_be_pushed = false;
};

struct probe_hit {
    scalar fraction = 0;
    vector3 normal;   // out of what was hit; zero when it is not known
    vector3 velocity; // of what was hit, there
};

// What cannot be pushed, as it is when the step begins.
class surroundings {
public:
    surroundings() = default;
    surroundings(const surroundings&) = delete;
    surroundings& operator=(const surroundings&) = delete;
    virtual ~surroundings() = default;

    // The first that the shape meets on its way, at a distance of `slop`.
    [[nodiscard]] virtual std::optional<probe_hit> cast(const shape& what, vector3 from, vector3 way) = 0;
};

struct walker {
    vector3 up;
    vector3 center; // of the capsule
    scalar radius = 0;
    scalar half_length = 0; // between the middle and the centre of either end
    vector3 velocity;
    scalar inverse_mass = 0;
    bool is_thrown = false; // by something that did it to this body alone
};

struct stride {
    vector3 velocity;
    walk_state state;
    // Of what pulls the body down: all of it, nothing, or only what presses it onto the ground.
    enum class weight { falls, hangs, stands } what = weight::falls;
};

struct walk_rules {
    scalar time_step = 0;
    scalar slop = 0;     // how far away a cast stops
    scalar nearness = 0; // what is nearer than this is touched
};

[[nodiscard]] stride walk_on(const walker& who, const character& can, const walk_state& before,
                             std::span<const foot_touch> touches, surroundings& around,
                             const walk_rules& rules);

} // namespace orrery::rigid::detail
