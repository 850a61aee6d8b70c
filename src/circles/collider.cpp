#include "circles/collider.hpp"

#include <orrery/circles/motion_model.hpp>

namespace orrery::circles::detail {

struct collider::parts {
    std::shared_ptr<const terrain> walls;
    std::vector<aabb2> reaches;
};

collider::collider(std::shared_ptr<const terrain> among, const world_settings&)
    : parts_(std::make_unique<parts>()) {
    parts_->walls = std::move(among);
}

collider::collider(collider&&) noexcept = default;
collider& collider::operator=(collider&&) noexcept = default;
collider::~collider() = default;

void collider::update(std::span<const motion> before, std::span<const contact>, frame& now,
                      std::vector<event>&, update_statistics& work) {
    const rules& by = parts_->walls->rules();
    const forces pull(by);
    parts_->reaches.resize(before.size());
    for (std::size_t place = 0; place < before.size(); ++place) {
        const motion from = pull.act_on(before[place]);
        const scalar radius = now.roster->forms[place].radius;
        now.motions[place] = flown(from, by.time_step);
        parts_->reaches[place] =
            inflate(aabb2::around(before[place].position, now.motions[place].position), radius + by.skin);
        const vector2 way = from.velocity * by.time_step;
        work.fast += dot(way, way) > 4 * radius * radius ? 1 : 0;
    }
}

std::span<const aabb2> collider::reaches() const noexcept {
    return parts_->reaches;
}

spatial::islands collider::islands() const {
    spatial::islands alone;
    alone.build(parts_->reaches.size(), {});
    return alone;
}

void collider::forget() noexcept {
    parts_->reaches.clear();
}

} // namespace orrery::circles::detail
