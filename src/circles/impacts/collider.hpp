// Moves the circles of a frame through one update: contacts at rest, impacts at their true times in their
// order, and who touches whom in the end. What it keeps from update to update can be thrown away: it is
// memory that is used again.
#pragma once

#include "circles/walls/terrain.hpp"

#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/circles/settings.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/spatial/islands.hpp>

#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class collider {
public:
    collider(std::shared_ptr<const terrain> among, const world_settings& how);
    collider(collider&&) noexcept;
    collider& operator=(collider&&) noexcept;
    ~collider();

    // `now` has the roster that `before` and `touching` are of; its motions and contacts are written here.
    // Events are appended.
    void update(std::span<const motion> before, std::span<const contact> touching, frame& now,
                std::vector<event>& events, update_statistics& work);

    // Of the last update: around each circle while it moved, with all that it may have touched.
    [[nodiscard]] std::span<const aabb2> reaches() const noexcept;
    [[nodiscard]] spatial::islands islands() const;

    // Forgets the last update.
    void forget() noexcept;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

} // namespace orrery::circles::detail
