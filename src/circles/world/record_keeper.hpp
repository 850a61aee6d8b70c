// What a world of circles tells a time database, and what it remembers to tell only what is new: the forms of
// circles.
#pragma once

#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/motion_model.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/number.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles {
class world;
} // namespace orrery::circles

namespace orrery::circles::detail {

// Where a circle was before an input took it away or changed it: whoever touched it there feels that.
struct left_place {
    entity_key key = entity_key::none;
    aabb2 around{};
};

// A box around a circle and all that may touch it where it is.
[[nodiscard]] inline aabb2 surroundings(const motion& how, const form& what, scalar skin) noexcept {
    // Far from the origin more distance is kept than the skin.
    constexpr scalar coarseness = 64 * std::numeric_limits<scalar>::epsilon();
    const scalar farthest = max(abs(how.position.x), abs(how.position.y));
    return inflate(aabb2{how.position, how.position}, what.radius + 4 * skin + farthest * coarseness);
}

class record_keeper {
public:
    void forget() noexcept;

    // `reaches` are those of the update that made the frame; empty if nothing is known of it.
    void write(const frame& now, scalar skin, std::span<const aabb2> reaches,
               std::span<const left_place> left, std::span<const event> events, frame_record<world>& into);

private:
    void take_census(const std::shared_ptr<const roster>& of);

    std::shared_ptr<const roster> roster_;
    std::shared_ptr<const census<form>> census_;
};

} // namespace orrery::circles::detail
