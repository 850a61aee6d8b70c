// Pictures of a moment, and what overlaps or is in a box.
#include "rigid/query/query_scene.hpp"

#include <orrery/rigid/query.hpp>
#include <orrery/rigid/shapes/distance.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/spatial/box_query.hpp>

#include <algorithm>

namespace orrery::rigid {

queries::queries(const world& where)
    : queries(where.registry(), where.shapes(), where.machine().jobs()) {}

queries::queries(const registry_state& state, const shape_store& shapes, scheduler& jobs)
    : scene_(std::make_unique<detail::query_scene>()) {
    update(state, shapes, jobs);
}

queries::queries(queries&&) noexcept = default;
queries& queries::operator=(queries&&) noexcept = default;
queries::~queries() = default;

void queries::update(const world& where) {
    update(where.registry(), where.shapes(), where.machine().jobs());
}

void queries::update(const registry_state& state, const shape_store& shapes, scheduler& jobs) {
    scene_->update(state, shapes, jobs);
}

void queries::find_overlaps(const overlap_question& asked, std::vector<body_part>& found) const {
    found.clear();
    const detail::question_shape own(asked.what, asked.where, scene_->shapes());
    const aabb3 around = detail::rounded_outwards(own.box());
    spatial::for_each_intersecting(scene_->tree(), around, [&](std::uint32_t number, const aabb3&) {
        if (!scene_->is_seen(number, asked.filter)) {
            return;
        }
        bool is_overlapping = false;
        own.for_each_piece([&](const placed_shape& piece) {
            is_overlapping = is_overlapping || overlaps(piece, scene_->placed(number));
        });
        if (is_overlapping) {
            found.push_back(scene_->part(number));
        }
    });
    // total order: a part comes once
    std::ranges::sort(found, {}, [&](const body_part& part) { return scene_->number_of(part); });
}

void queries::find_in_box(const box_question& asked, std::vector<body_part>& found) const {
    found.clear();
    spatial::for_each_intersecting(scene_->tree(), asked.box, [&](std::uint32_t number, const aabb3&) {
        if (intersects(box_of(scene_->placed(number)), asked.box) && scene_->is_seen(number, asked.filter)) {
            found.push_back(scene_->part(number));
        }
    });
    // total order: a part comes once
    std::ranges::sort(found, {}, [&](const body_part& part) { return scene_->number_of(part); });
}

} // namespace orrery::rigid
