#include "circles/contacts/resting_contacts.hpp"
#include "circles/contacts/touching.hpp"
#include "circles/impacts/clock.hpp"
#include "circles/impacts/collider.hpp"
#include "circles/step/body_table.hpp"

#include <orrery/circles/motion_model.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/number.hpp>
#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/pairs.hpp>

#include <limits>
#include <utility>

namespace orrery::circles::detail {

struct collider::parts {
    parts(std::shared_ptr<const terrain> walls, const world_settings& how)
        : among(std::move(walls))
        , time(among, how) {}

    void set_out(std::span<const motion> before, update_statistics& work);

    std::shared_ptr<const terrain> among;
    body_table bodies;
    std::vector<motion> start;   // by rank, with the velocities of this update
    std::vector<scalar> margins; // half of the distance that is kept from others
    resting_contacts resting;
    clock time;
    detail::touching touching;
    std::vector<aabb2> reaches;
};

namespace {

// Far from the origin positions are coarse, and more distance is kept: so many steps of the numbers there.
constexpr scalar steps_of_margin = 32;

[[nodiscard]] scalar margin_at(vector2 position, scalar skin) noexcept {
    const scalar farthest = max(abs(position.x), abs(position.y));
    return max(skin, farthest * (steps_of_margin * std::numeric_limits<scalar>::epsilon())) * scalar(0.5);
}

} // namespace

collider::collider(std::shared_ptr<const terrain> among, const world_settings& how)
    : parts_(std::make_unique<parts>(std::move(among), how)) {}

collider::collider(collider&&) noexcept = default;
collider& collider::operator=(collider&&) noexcept = default;
collider::~collider() = default;

// What pulls at everyone, and how far it keeps from others.
void collider::parts::set_out(std::span<const motion> before, update_statistics& work) {
    const rules& by = among->rules();
    const forces pull(by);
    start.resize(before.size());
    margins.resize(before.size());
    for (std::size_t rank = 0; rank < before.size(); ++rank) {
        start[rank] = pull.act_on(before[rank]);
        margins[rank] = margin_at(before[rank].position, by.skin);
        const scalar width = 2 * bodies[rank].radius;
        const vector2 way = start[rank].velocity * by.time_step;
        work.fast += dot(way, way) > width * width ? 1 : 0;
    }
}

void collider::update(std::span<const motion> before, std::span<const contact> touching, frame& now,
                      std::vector<event>& events, update_statistics& work) {
    parts& my = *parts_;
    my.bodies.follow(now.roster);
    my.set_out(before, work);
    {
        ORRERY_ZONE("contacts"); // resting_contacts.cpp: those that touch and do not bounce
        my.resting.solve(touching, my.bodies, *my.among, my.margins, my.start);
    }
    {
        ORRERY_ZONE(
            "flight"); // clock.cpp: everyone flies, and what meets is pushed apart, in the order of time
        my.time.set_out(my.start, my.margins, my.bodies);
        my.time.run(work);
    }
    ORRERY_ZONE("arrival"); // touching.cpp: where all are, who touches whom, and what has begun and ended
    now.motions.resize(before.size());
    my.time.arrive(now.motions);
    my.time.happened().write_events(now.roster->keys, events);
    my.touching.find(my.resting.solved(), my.time.happened(), my.bodies, *my.among, my.margins, now, events);
    my.reaches.resize(before.size());
    my.time.write_reaches(my.reaches);
    work.contacts = static_cast<std::uint32_t>(now.contacts.size());
}

std::span<const aabb2> collider::reaches() const noexcept {
    return parts_->reaches;
}

spatial::islands collider::islands() const {
    spatial::grid_hierarchy<aabb2> boxes;
    boxes.build(parts_->reaches);
    spatial::islands found;
    found.build(parts_->reaches.size(), spatial::pairs(boxes));
    return found;
}

void collider::forget() noexcept {
    parts_->reaches.clear();
}

} // namespace orrery::circles::detail
